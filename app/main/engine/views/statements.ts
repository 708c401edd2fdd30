// Every query of the window, one named statement each. Promises: read-only, bounded, each on an index of the schema.
// Refuses: writing; a scan of the whole inbox.

/** Parameters: characters of payload, limit. Cards that wait, with deadlines of a year (31,536,000 s) at the most, whatever an old row says: those without a deadline first (nulls sort first), then the soonest. */
export const waitingApprovals = `
select a.id, a.kind, a.title, a.call_hash, a.asks, min(a.window, 31536000) as window, a.asked_at,
  min(a.due, a.asked_at + 31536000) as due, a.asked_again_of,
  c.id as call, c.tool, c.arguments, c.effect_key, c.repeatable, c.started_at, c.event, c.session,
  c.decision, c.decision_reason, c.decided_by, c.permission, c.provenance, c.facts, c.findings, c.credential,
  e.source, e.event as name, substr(e.payload, 1, ?) as payload, length(e.payload) as payload_length,
  (select o.id from approvals o where o.replaced_by = a.id) as replaces,
  case when e.trust = 'untrusted' or w.trust = 'untrusted' then 1 else 0 end as outside,
  (select json_extract(s.body, '$.rule') from session_steps s
    where s.session = c.session and s.kind = 'tool_call' and json_extract(s.body, '$.call') = c.id limit 1) as rule
from approvals a
join tool_calls c on c.id = a.tool_call
join inbox e on e.id = c.event
join inbox w on w.id = a.event
where a.answer is null
order by a.due, a.asked_at, a.id
limit ?`;

/**
 * Parameters: answered at or before, answered before, row below, limit. Answered questions, the last answer first, with what
 * then became of the call. The rows of one second are told apart by their number, the first condition alone bounds the index.
 */
export const answeredApprovals = `
select a.rowid as row, a.id, a.kind, a.title, a.asked_at, min(a.due, a.asked_at + 31536000) as due, a.answer, a.answered_at,
  a.answered_from, a.words, a.always, a.replaced_by, a.asks, a.reply, a.asked_again_of,
  c.id as call, c.tool, c.arguments, c.credential, c.decision, c.decision_reason, c.decided_by, c.permission, c.provenance,
  c.status, c.starts, c.started_at, c.ended_at, c.error,
  case when json_valid(c.result) then json_extract(c.result, '$.summary') end as summary,
  c.event, e.source, e.event as name
from approvals a
join tool_calls c on c.id = a.tool_call
join inbox e on e.id = c.event
where a.answer is not null and a.answered_at <= ? and (a.answered_at < ? or a.rowid < ?)
order by a.answered_at desc, a.rowid desc
limit ?`;

const grantColumns = `id, credential, destination, methods, path_prefix, uses_left, made_at, expires_at, purpose, run, tool_call,
  revoked_at, revoked_why, (select c.event from tool_calls c where c.id = grants.tool_call) as event`;

/** Parameters: now, limit. What can still be used, the latest first. */
export const liveGrants = `
select ${grantColumns} from grants
where revoked_at is null and uses_left > 0 and expires_at > ?
order by expires_at desc limit ?`;

/** Parameters: made at or before, limit. */
export const recentGrants = `select ${grantColumns} from grants where made_at <= ? order by made_at desc, rowid desc limit ?`;

const useColumns = `u.id, u.at, u.grant_id, u.credential, u.method, u.destination, u.path, u.tool_call, c.title, c.event, u.outcome,
  u.status, u.reason, u.sent_bytes, u.received_bytes, u.ended_at,
  (select a.id from approvals a where a.tool_call = u.tool_call and a.answered_at <= u.at order by a.asked_at desc limit 1) as answer`;

/** Parameters: below this id, limit. */
export const usesPage = `
select ${useColumns} from uses u left join tool_calls c on c.id = u.tool_call
where u.id < ? order by u.id desc limit ?`;

/** Parameters: credential, below this id, limit. */
export const usesPageOfCredential = `
select ${useColumns} from uses u left join tool_calls c on c.id = u.tool_call
where u.credential = ? and u.id < ? order by u.id desc limit ?`;

/** Parameters: tool call id, below this id, limit. */
export const usesPageOfCall = `
select ${useColumns} from uses u left join tool_calls c on c.id = u.tool_call
where u.tool_call = ? and u.id < ? order by u.id desc limit ?`;

/** Parameter: approval id. */
export const approvalById = `
select a.id, a.kind, a.title, a.asks, a.asked_at, min(a.due, a.asked_at + 31536000) as due, a.answer, a.answered_at, a.answered_from,
  a.words, a.always, a.replaced_by, c.status, c.result, c.error
from approvals a join tool_calls c on c.id = a.tool_call
where a.id = ?`;

/** Parameter: limit. Named index: the order by id alone would read every message ever sent. */
export const heldMessages = `
select o.id, o.body, o.created, o.urgent, o.kind, o.event, e.source, e.event as name
from outbox o indexed by outbox_held left join inbox e on e.id = o.event
where o.delivery is null and o.sent_at is null
order by o.id desc
limit ?`;

/** Parameters: started at or after, limit. */
export const deliveriesSince = `
select id, kind, status, started_at, sent_at, repeated, error
from deliveries
where started_at >= ? and kind in ('digest', 'urgent', 'reply')
order by started_at desc, id desc
limit ?`;

/** Parameters: delivery id, limit. */
export const messagesOfDelivery = `
select o.id, o.body, o.created, o.urgent, o.kind, o.event, e.source, e.event as name
from outbox o left join inbox e on e.id = o.event
where o.delivery = ?
order by o.id
limit ?`;

/** The latest attempt to deliver anything, for the notice when it failed. */
export const lastDelivery = `
select id, kind, status, started_at, error from deliveries where id = (select max(id) from deliveries)`;

/**
 * The inbox, part by part, each by an index of its own. What a delivery costs on its way in is kept small: an event gets its
 * place in the indexes for looking back when it is finished; until then it stands in one of the few live ones.
 */
const finished = "status in ('done', 'dead')";
const fresh = "status = 'pending' and alone = 0 and priority > -1000000";
const retrying = "status = 'pending' and alone = 1 and attempts > -1";
const running = "status = 'running' and claim_gen > -1";

const markColumns = "id, source, event as name, received_at";
const inRange = "received_at >= @from and received_at < @until";
const eventsInRange = `
  select ${markColumns} from inbox where ${finished} and ${inRange}
  union all select ${markColumns} from inbox where ${fresh} and ${inRange}
  union all select ${markColumns} from inbox where ${retrying} and ${inRange}
  union all select ${markColumns} from inbox where ${running} and ${inRange}`;

/** Parameters (named): from, until. */
export const eventsBetween = `select count(*) as n from (${eventsInRange})`;

/** Parameters: from, until. */
export const runsBetween = "select count(*) as n from runs where started_at >= ? and started_at < ?";

/** Parameters: from, until. */
export const saidBetween = `
select count(*) as n from deliveries
where started_at >= ? and started_at < ? and status = 'sent' and kind in ('digest', 'urgent', 'reply')`;

/** Parameters (named): from, until, limit. */
export const eventMarks = `
select id, source, name, received_at from (${eventsInRange})
order by received_at, id
limit @limit`;

/** Parameters (named): from, until, width in seconds. One row for each stretch that has events.
 * Numbers are bound as reals, hence the cast. */
export const eventBuckets = `
select cast((received_at - @from) / @width as integer) as bucket, count(*) as n, max(id) as last
from (${eventsInRange})
group by 1
order by 1`;

/** Parameters: from, until, limit. Newest first, so that a bound drops the oldest. */
export const deliveryMarks = `
select id, kind, started_at, sent_at, title from deliveries
where started_at >= ? and started_at < ? and kind in ('digest', 'urgent', 'reply') and status <> 'failed'
order by started_at desc, id desc
limit ?`;

/** Parameters: from, until, limit. */
export const questionMarks = `
select id, title, asked_at, answer from approvals
where asked_at >= ? and asked_at < ?
order by asked_at desc
limit ?`;

/** Parameters: ended after, started before, started before. Sleeps that touch a stretch of time, those not ended included. */
export const sleepsTouching = `
select started_at, ended_at from sleeps where ended_at > ? and started_at < ?
union all
select started_at, ended_at from sleeps where ended_at is null and started_at < ?
order by 1`;

/** Parameters: characters of payload, limit. */
export const deadEvents = `
select id, source, event as name, error, reason, attempts, received_at, finished_at, redelivered, redelivered_at,
  substr(payload, 1, ?) as payload, length(payload) as payload_length
from inbox
where status = 'dead'
order by id desc
limit ?`;

const activityColumns = `id, source, event as name, status, outcome, reason, error, attempts, received_at, finished_at,
  not_before, held, redelivered, twin_of`;

/** Parameters: below this id, limit. */
export const activityPage = `select ${activityColumns} from inbox where id < ? order by id desc limit ?`;

/** Parameters (named): source, before (ids below it), limit. */
export const activityPageOfSource = `
select * from (
  select * from (select ${activityColumns} from inbox where ${finished} and source = @source and id < @before
    order by id desc limit @limit)
  union all select * from (select ${activityColumns} from inbox where ${fresh} and source = @source and id < @before
    order by id desc limit @limit)
  union all select * from (select ${activityColumns} from inbox where ${retrying} and source = @source and id < @before
    order by id desc limit @limit)
  union all select * from (select ${activityColumns} from inbox where ${running} and source = @source and id < @before
    order by id desc limit @limit)
)
order by id desc
limit @limit`;

/** Parameter (named): source. When its newest event came. */
export const lastReceivedOfSource = `
select received_at from (
  select * from (select id, received_at from inbox where ${finished} and source = @source order by id desc limit 1)
  union all select id, received_at from inbox where ${fresh} and source = @source
  union all select id, received_at from inbox where ${retrying} and source = @source
  union all select id, received_at from inbox where ${running} and source = @source
)
order by id desc
limit 1`;

/** Parameter: inbox id. */
export const activityEvent = `select ${activityColumns}, source_id, session, trust, payload from inbox where id = ?`;

/** Parameters: inbox id, limit. */
export const runsOfEvent = `
select r.id, re.attempt, r.started_at, r.ended_at, r.ending, r.error,
  exists (select 1 from transcript t where t.session = r.session) as thought
from run_events re join runs r on r.id = re.run
where re.event = ?
order by r.id
limit ?`;

const callColumns = `id, title, tool, arguments, effect_key, decision, decision_reason, decided_by, permission, status, starts,
  started_at, ended_at, result, error`;

/** Parameters: inbox id, limit. */
export const callsOfEvent = `
select ${callColumns} from tool_calls where event = ? order by written_at, step, call_index limit ?`;

/** Parameter: approval id. The call an approval's answer is about. */
export const callOfApproval = `
select ${callColumns} from tool_calls where id = (select tool_call from approvals where id = ?)`;

/** Parameters: tool call id, limit. */
export const approvalsOfCall = `
select id, title, answer, asked_at, min(due, asked_at + 31536000) as due, answered_at, answered_from, words, always,
  replaced_by
from approvals where tool_call = ? order by asked_at, id limit ?`;

/** Parameters: inbox id, limit. */
export const messagesOfEvent = `
select id, body, created, sent_at from outbox where event = ? order by id limit ?`;

/** Parameters (named): id, max: the longest payload worth reading, in bytes. `title` is an answered approval's. */
export const causeOfEvent = `
select e.source, e.kind, e.event as name, a.title, case when octet_length(e.payload) <= @max then e.payload end as payload
from inbox e left join approvals a on e.source = 'approval' and a.id = e.source_id
where e.id = @id`;

/** What the engine's next timer is, for saying what it wakes for. */
export const nextTimer = `
select name, origin, due from timers where done = 0 and paused = 0 order by due, id limit 1`;

export const waitingCount = "select count(*) as n from approvals where answer is null";
export const deadCount = "select count(*) as n from inbox where status = 'dead'";
/** What waits for something outside of it (rule 4), or for a limit of the person's: no attempt was spent on it. */
export const waitingEvents = `
select count(*) as n, max(error) as reason from inbox
where status = 'pending' and alone = 1 and held = 0 and attempts = 0 and error is not null
  and (not_before > @now + @longSeconds or waiting_since < @now - @longSeconds)`;
export const heldCount = "select count(*) as n from outbox where delivery is null and sent_at is null";
