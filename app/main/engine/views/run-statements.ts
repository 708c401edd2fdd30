// Every query about one run and its session. Promises: read-only, bounded, each on an index of the schema.
// Refuses: writing; to read what the entries of a transcript say.

/** Parameter: run. */
export const runById = `
select r.id, r.session, r.started_at, r.ended_at, r.ending, r.error, r.halted, s.provenance, s.status,
  exists (select 1 from transcript t where t.session = r.session) as thought
from runs r join sessions s on s.id = r.session
where r.id = ?`;

/** Parameters: session, run. */
export const runBefore = `select max(id) as id from runs where session = ? and id < ?`;
export const runAfter = `select min(id) as id from runs where session = ? and id > ?`;

/** Parameter: session. */
export const runCount = `select count(*) as n from runs where session = ?`;

/** Parameters: run, limit. */
export const eventsOfRun = `
select e.id, e.source, e.trust, e.status, e.outcome, e.reason, e.error, re.attempt
from run_events re join inbox e on e.id = re.event
where re.run = ?
order by re.event
limit ?`;

/** Parameters: run, limit. What its runs' events made Nightjar say. */
export const messagesOfRun = `
select o.id, o.body, o.created, o.sent_at, o.delivery, o.urgent
from run_events re join outbox o on o.event = re.event
where re.run = ? and o.run = re.run
order by o.id
limit ?`;

/** One that is under way, or whose end death took, is booked at its most: that is for the day's limit, and is not shown as used. */
const use = `count(*) as requests, coalesce(sum(m.status is null or m.status not between 200 and 299), 0) as unanswered,
  coalesce(sum(m.input_tokens) filter (where m.ended_at is not null), 0) as input,
  coalesce(sum(m.output_tokens) filter (where m.ended_at is not null), 0) as output,
  coalesce(sum(m.cache_read_tokens), 0) as cacheRead, coalesce(sum(m.cache_write_tokens), 0) as cacheWrite,
  coalesce(sum(m.cost_micros) filter (where m.ended_at is not null), 0) as costMicros,
  coalesce(sum(m.status between 200 and 299 and m.cost_micros is null), 0) as unpriced,
  coalesce(sum(m.ended_at - m.started_at), 0) as seconds`;

/** Parameter: run. */
export const useOfRun = `select ${use} from model_requests m where m.run = ?`;

/** Parameter: run. Of these, the second opinions on its calls. */
export const opinionsOfRun = `select ${use} from model_requests m where m.run = ? and m.purpose = 'opinion'`;

/** Parameter: session. */
export const useOfSession = `
select ${use} from runs r join model_requests m on m.run = r.id where r.session = ?`;

/** Parameter: since, seconds since the epoch. Of all runs; and of what the person tried. */
export const useSince = `select ${use} from model_requests m where m.started_at >= ?`;
export const triedSince = `select ${use} from model_tries m where m.started_at >= ?`;

/** Parameter: run. The last request it made. */
export const lastRequest = `
select provider, model, purpose, started_at, ended_at from model_requests where run = ? order by id desc limit 1`;

/** Parameter: session. A call that is being made for it. */
export const callUnderway = `
select c.title, c.tool, c.started_at from tool_calls c
where c.status = 'started' and c.session = ?
order by c.started_at desc limit 1`;

/** Parameters: session, run. */
export const lastEntryOfRun = `select max(id) as id from transcript where session = ? and run <= ?`;

/** Parameters: session, at this id or before it, entries further back. The entry so many before another; null when there are fewer. */
export const entryBack = `
select id from transcript where session = ? and id <= ? order by id desc limit 1 offset ?`;

const sizes = `select id, octet_length(body) + octet_length(meta) as size from transcript where session = ?`;

/** Parameters: session, id, limit. */
export const sizesAfter = `${sizes} and id > ? order by id limit ?`;
export const sizesBefore = `${sizes} and id < ? order by id desc limit ?`;

const entry = `
select t.id, t.run, t.role, t.body, t.meta, t.calls, t.at, m.started_at, m.ended_at, m.input_tokens as input,
  m.output_tokens as output, m.cache_read_tokens as cacheRead, m.cache_write_tokens as cacheWrite, m.cost_micros as costMicros
from transcript t left join model_requests m on m.id = t.request`;

/** Parameters: session, first id, last id. */
export const entriesBetween = `${entry} where t.session = ? and t.id between ? and ? order by t.id`;

/** Parameters: session, id. */
export const entryById = `${entry} where t.session = ? and t.id = ?`;

/** Parameters: session, id. */
export const entryExists = `select id from transcript where session = ? and id > ? limit 1`;
export const entryExistsBefore = `select id from transcript where session = ? and id < ? limit 1`;

/** Parameters: session, step. A call and what the person changed it to share their place; the first comes first. */
export const callsOfEntry = `
select id, call_index, tool, title, arguments, decision, decision_reason, decided_by, permission, findings, status, starts,
  started_at, ended_at, result, error
from tool_calls where session = ? and step = ?
order by call_index, written_at, rowid`;

/** Parameters: call, session. */
export const callTexts = `select arguments, result, error from tool_calls where id = ? and session = ?`;

/** Parameters: session, step, index. */
export const callTitle = `select title from tool_calls where session = ? and step = ? and call_index = ? limit 1`;
