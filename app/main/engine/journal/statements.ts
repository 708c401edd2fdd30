// Every statement of the journal of tool calls.

const columns = `
id, session, run, event, step, call_index, tool, arguments, call_hash, title, effect_key, repeatable, decision,
decision_reason, decided_by, permission, provenance, facts, findings, credential, status, starts, generation, written_at, started_at, ended_at, result, error`;

export const selectCall = `select ${columns} from tool_calls where id = @id`;

export const selectByEffectKey = `select ${columns} from tool_calls where effect_key = @effect_key`;

export const selectSameCall = `
select ${columns} from tool_calls
where session = @session and step = @step and call_index = @call_index and call_hash = @call_hash`;

/** Past every index that an agent can ask for. */
export const nextChangedIndex = `
select max(1000, coalesce(max(call_index) + 1, 0)) as next from tool_calls where session = @session and step = @step`;

export const insertCall = `
insert into tool_calls (id, session, run, event, step, call_index, tool, arguments, call_hash, title, effect_key,
  repeatable, decision, decision_reason, decided_by, permission, provenance, facts, findings, credential, status, written_at)
values (@id, @session, @run, @event, @step, @call_index, @tool, @arguments, @call_hash, @title, @effect_key,
  @repeatable, @decision, @decision_reason, @decided_by, @permission, @provenance, @facts, @findings, @credential, @status, @now)`;

/** One that waits has its card, and one that was approved has its answer; one that is under way or over is past deciding. */
export const redecideCall = `
update tool_calls set decision = @decision, decision_reason = @decision_reason, decided_by = @decided_by,
  permission = @permission, provenance = @provenance, facts = @facts, findings = @findings, credential = @credential,
  status = @status
where id = @id and status = 'ready' and decision = 'allow'`;

export const startCall = `
update tool_calls set status = 'started', starts = starts + 1, generation = @gen, run = @run, started_at = @now,
  ended_at = null, error = null
where id = @id and status in ('waiting', 'ready', 'unknown')`;

export const endCall = `
update tool_calls set status = @status, ended_at = @now, result = @result, error = @error
where id = @id and status in ('started', 'unknown')`;

export const settleCall = `
update tool_calls set status = @status, ended_at = @now, error = @error, result = coalesce(@result, result)
where id = @id and status in ('waiting', 'ready', 'unknown')`;

export const selectStarted = `select ${columns} from tool_calls where status = 'started' order by written_at, id`;

/** What is safe to repeat is repeated by its run, unless the person stopped that run; what only reads leaves nothing to ask. */
export const selectUnasked = `
select ${columns} from tool_calls as c
where status = 'unknown' and (@session is null or session = @session)
  and (repeatable = 0 or (coalesce(json_extract(facts, '$.reads'), 0) = 0 and exists (
    select 1 from runs r where r.session = c.session and r.id >= c.run and r.halted = 'stopped')))
  and not exists (select 1 from approvals a where a.tool_call = c.id and a.kind = 'unknown' and a.starts >= c.starts)
order by written_at, id`;

/** The first row of a place: what came in its stead follows from the approvals. */
export const selectAt = `
select ${columns} from tool_calls
where session = @session and step = @step and call_index = @call_index order by rowid limit 1`;

/** What a model wants said when its run ends. */
export const selectUnsaid = `
select ${columns} from tool_calls
where session = @session and tool = 'message' and status = 'ready' and step < 0 order by rowid`;
