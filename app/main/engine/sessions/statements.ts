// Every statement of sessions, their steps and runs.

export const insertSession = `
insert into sessions (id, origin, title, provenance, opened_at) values (@id, @origin, @title, @provenance, @now)`;

export const selectProvenance = `select provenance from sessions where id = @id`;

export const taintSession = `update sessions set provenance = 'untrusted' where id = @id and provenance = 'clean'`;

/**
 * What a session is follows from what is left of it: `waiting` while a question of it has no answer, or an answer has not been
 * acted on; else `open` while events of it are unfinished; else `closed`. An event that is dead leaves nothing to wait for.
 */
export const settleSession = `
update sessions set status = truth.status, closed_at = case when truth.status = 'closed' then @now end
from (select case
  when exists (select 1 from approvals a left join inbox i on i.source = 'approval' and i.source_id = a.id
    where a.session = @id and (a.answer is null or i.status in ('pending', 'running'))) then 'waiting'
  when exists (select 1 from inbox where session = @id and status in ('pending', 'running')) then 'open'
  else 'closed' end as status) as truth
where id = @id and sessions.status <> truth.status`;

export const sessionOfEvent = `select session from inbox where id = @event and session is not null`;

/** What the session's events said and its calls answered, as far as it came from outside; the newest first. */
export const selectReadTexts = `
select * from (select distinct i.id as at, null as tool, i.payload as text
  from session_steps s join inbox i on i.id = s.event
  where s.session = @session and i.trust = 'untrusted' order by i.id desc limit 50)
union all
select * from (select c.rowid as at, c.tool as tool, c.result as text from tool_calls c
  where c.session = @session and c.result is not null and coalesce(json_extract(c.facts, '$.brings'), '') <> 'clean'
  order by c.rowid desc limit 50)`;

export const insertStep = `
insert into session_steps (session, run, event, kind, body, at) values (@session, @run, @event, @kind, @body, @now)`;

/** The step of a call that the person made of another: what asked for that one asked for this one. */
export const repeatStep = `
insert into session_steps (session, run, event, kind, body, at)
select session, run, event, kind, json_set(body, '$.call', @call, '$.changed', @of), @now
from session_steps where session = @session and kind = 'tool_call' and json_extract(body, '$.call') = @of limit 1`;

export const insertRun = `
insert into runs (session, generation, started_at) values (@session, @gen, @now)`;

export const nextRunId = `select coalesce((select seq from sqlite_sequence where name = 'runs'), 0) + 1 as id`;

export const insertRunEvent = `insert into run_events (run, event, attempt) values (@run, @event, @attempt)`;

export const endRun = `
update runs set ended_at = @now, ending = @ending, error = @error where id = @run and ended_at is null`;

export const haltRun = `update runs set halted = @halted where id = @run`;

export const endOldRuns = `
update runs set ended_at = @now, ending = 'failed', error = @error where ended_at is null and generation < @gen`;

export const insertSleep = `insert into sleeps (cause, started_at, ended_at) values (@cause, @from, @until)`;

export const endSleep = `update sleeps set ended_at = @now where ended_at is null`;
