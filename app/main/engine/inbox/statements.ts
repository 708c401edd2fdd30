// Every statement of the inbox and the lease. Live rows have partial indexes, so that a million done rows cost nothing.

export const lookUpTwin = `
select id from inbox where source = @source and body_hash = @body_hash order by id limit 1`;

export const insertEvent = `
insert into inbox (source, source_id, payload, kind, event, trust, priority, session, body_hash, received_at)
values (@source, @source_id, @payload, @kind, @event, @trust, @priority, @session, @body_hash, @now)
on conflict (source, source_id) do nothing`;

export const insertTwin = `
insert into inbox (source, source_id, payload, kind, event, trust, priority, session, body_hash, received_at,
  status, outcome, reason, twin_of, finished_at)
values (@source, @source_id, @payload, @kind, @event, @trust, @priority, @session, @body_hash, @now,
  'done', 'twin', 'the same signed body came before under another id', @twin_of, @now)
on conflict (source, source_id) do nothing`;

export const lookUpStatus = `
select id, status from inbox where source = @source and source_id = @source_id`;

export const countRedelivery = `
update inbox set redelivered = redelivered + 1, redelivered_at = @now where id = @id`;

/** A revived event is claimed alone: what killed it once must not take healthy neighbours along. */
export const reviveEvent = `
update inbox set status = 'pending', attempts = 0, waits = 0, waiting_since = null, not_before = 0, alone = 1,
  error = null, outcome = null, reason = null, finished_at = null, claim_gen = null, revived = revived + 1
where id = @id and status = 'dead' returning session`;

export const discardEvent = `
update inbox set status = 'done', outcome = 'discarded', reason = 'discarded by you', finished_at = @now
where id = @id and status = 'dead'`;

export const runTwin = `
update inbox set status = 'pending', outcome = null, reason = null, finished_at = null
where id = @id and status = 'done' and outcome = 'twin'`;

const claimedColumns = `
id, source, source_id, kind, event, payload, attempts, waits, waiting_since, session, trust, revived, received_at`;

export const firstFresh = `
select id, kind, session from inbox where status = 'pending' and alone = 0 order by priority desc, id limit 1`;

export const firstRetry = `
select id from inbox
where status = 'pending' and alone = 1 and held = 0 and (not_before <= @now or not_before > @now + @longest)
order by attempts, not_before, id limit 1`;

export const claimOne = `
update inbox set status = 'running', attempts = attempts + 1, claim_gen = @gen, run = @run,
  session = coalesce(session, @session)
where id = @id returning ${claimedColumns}`;

/** Fresh events that open a session, the oldest of the highest priority first; approvals' answers never join a batch. */
export const claimFresh = `
update inbox set status = 'running', attempts = attempts + 1, claim_gen = @gen, run = @run, session = @session
where id in (
  select id from inbox where status = 'pending' and alone = 0 and session is null
  order by priority desc, id limit @limit)
returning ${claimedColumns}`;

/** Fresh events that continue one session (the person's messages; a batch that sleep handed back). */
export const claimSession = `
update inbox set status = 'running', attempts = attempts + 1, claim_gen = @gen, run = @run
where id in (
  select id from inbox where status = 'pending' and alone = 0 and session = @session and kind <> 'approval'
  order by priority desc, id limit @limit)
returning ${claimedColumns}`;

/** Fresh events of these sources (a JSON list), and urgent ones, for a run that is on: a session of another's they do not leave. */
export const selectWaiting = `
select id, source, kind, session, trust, payload, priority from inbox
where status = 'pending' and alone = 0 and kind <> 'approval'
  and (priority >= @urgent or source in (select value from json_each(@sources)))
order by priority desc, id limit @limit`;

/** Taken into a run that is on. */
export const claimInto = `
update inbox set status = 'running', attempts = attempts + 1, claim_gen = @gen, run = @run, session = @session
where id in (select value from json_each(@ids)) and status = 'pending' and alone = 0 and coalesce(session, @session) = @session
returning ${claimedColumns}`;

/** First of all, and with those of a session that goes back. */
export const putFirst = `
update inbox set priority = max(priority, @priority), session = coalesce(session, @session)
where id in (select value from json_each(@ids)) and status = 'pending'`;

export const finishEvent = `
update inbox set status = 'done', outcome = @outcome, reason = @reason, error = null, finished_at = @now
where id = @id and status = 'running' and claim_gen = @gen`;

export const failEvent = `
update inbox set status = 'pending', alone = 1, error = @error, not_before = @not_before
where id = @id and status = 'running' and claim_gen = @gen`;

export const waitEvent = `
update inbox set status = 'pending', alone = 1, attempts = attempts - 1, waits = waits + 1, error = @error,
  waiting_since = coalesce(waiting_since, @now), not_before = @not_before
where id = @id and status = 'running' and claim_gen = @gen`;

/** Given back with its attempt until the switch is on again; what it waited for before counts from then on anew. */
export const holdEvent = `
update inbox set status = 'pending', alone = 1, attempts = attempts - 1, waits = 0, waiting_since = null, error = @error,
  held = @held, not_before = 0
where id = @id and status = 'running' and claim_gen = @gen`;

/** As above, until later, and without an end. */
export const parkEvent = `
update inbox set status = 'pending', alone = 1, attempts = attempts - 1, waits = 0, waiting_since = null, error = @error,
  held = 0, not_before = @not_before
where id = @id and status = 'running' and claim_gen = @gen`;

export const releaseHeld = `
update inbox set held = 0, not_before = @now where status = 'pending' and alone = 1 and held = 1`;

export const buryEvent = `
update inbox set status = 'dead', outcome = 'dead', error = @error, finished_at = @now
where id = @id and status = 'running' and claim_gen = @gen`;

/** Rule 3: a clean hand-back gives the attempt back. */
export const handBackEvents = `
update inbox set status = 'pending', attempts = attempts - 1, not_before = 0
where status = 'running' and claim_gen = @gen`;

export const giveBackEvent = `
update inbox set status = 'pending', attempts = attempts - 1, not_before = 0
where id = @id and status = 'running' and claim_gen = @gen`;

export const selectOrphans = `
select id, attempts, claim_gen from inbox where status = 'running' and claim_gen < @gen order by id`;

/** An answer whose effect has become a question: what is answered to that comes as an event of its own (rule 9). */
export const settleAnswer = `
update inbox set status = 'done', outcome = 'deferred', reason = @reason, finished_at = @now
where source = 'approval' and source_id = @approval and status = 'running'`;

export const nextRetry = `
select min(case when not_before > @now + @longest then @now else not_before end) as at
from inbox where status = 'pending' and alone = 1 and held = 0`;

/** What waits for another run of the rules; an approval's answer waits for its call, which no rule mends. */
export const hurryRetries = `
update inbox set not_before = @now
where status = 'pending' and alone = 1 and kind <> 'approval' and not_before > @now`;

export const countDead = `select count(*) as n from inbox where status = 'dead'`;

export const selectLease = `select holder, gen, until from lease where one = 1`;

export const writeLease = `
insert into lease (one, holder, gen, until) values (1, @holder, @gen, @until)
on conflict (one) do update set holder = excluded.holder, gen = excluded.gen, until = excluded.until`;
