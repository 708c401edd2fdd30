// Every statement of transcripts and of requests to models.

/** What a model wrote came with the last answer of its run. */
export const insertEntry = `
insert into transcript (session, run, role, body, meta, calls, request, at)
values (@session, @run, @role, @body, @meta, @calls,
  case when @role in ('assistant', 'summary') then (select max(id) from model_requests where run = @run and purpose = 'thought') end, @now)`;

export const selectEntries = `
select id, role, body, meta, calls from transcript
where session = @session
  and id >= coalesce((select max(id) from transcript where session = @session and role = 'summary'), 0)
order by id`;

export const selectOne = `select id from transcript where session = @session limit 1`;

export const selectLast = `select id, role, calls from transcript where session = @session order by id desc limit 1`;

/** How the run of an entry was ended, where that was before its own end. */
export const selectHaltOf = `
select r.halted from transcript t join runs r on r.id = t.run where t.id = @id and r.halted is not null`;

/** The newest such end of which the model has not been told: it is told with the next entry of a user. */
export const selectUntoldHalt = `
select halted from runs
where session = @session and halted is not null and id >= coalesce((
  select max(run) from transcript where session = @session and role in ('user', 'summary')), 0)
order by id desc limit 1`;

export const insertRequest = `
insert into model_requests (session, run, purpose, provider, model, started_at, input_tokens, output_tokens, cost_micros)
values (@session, @run, @purpose, @provider, @model, @now, @input, @output, @costMicros)`;

export const endRequest = `
update model_requests set ended_at = @now, status = @status, input_tokens = @input, output_tokens = @output,
  cache_read_tokens = @cacheRead, cache_write_tokens = @cacheWrite, cost_micros = @costMicros, error = @error
where id = @id and ended_at is null`;

export const insertWait = `
insert into model_waits (server, until) values (@server, @until)
on conflict (server) do update set until = excluded.until`;

export const deleteWait = `delete from model_waits where server = @server`;

export const selectWait = `select until from model_waits where server = @server`;

export const countRequests = `select count(*) as n from model_requests where run = @run`;

export const insertTry = `
insert into model_tries (provider, model, started_at, input_tokens, output_tokens, cost_micros)
values (@provider, @model, @now, @input, @output, @costMicros)`;

export const endTry = `
update model_tries set ended_at = @now, status = @status, input_tokens = @input, output_tokens = @output,
  cache_read_tokens = @cacheRead, cache_write_tokens = @cacheWrite, cost_micros = @costMicros, error = @error
where id = @id and ended_at is null`;

export const spentSince = `
select coalesce(sum(tokens), 0) as tokens, coalesce(sum(cost_micros), 0) as costMicros from (
  select input_tokens + output_tokens + cache_read_tokens + cache_write_tokens as tokens, cost_micros
  from model_requests where started_at >= @since
  union all
  select input_tokens + output_tokens + cache_read_tokens + cache_write_tokens, cost_micros
  from model_tries where started_at >= @since)`;
