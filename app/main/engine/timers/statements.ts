// Every statement of the timers, each named after what it does. Refuses: text put together at run time.

const columns = `
id, due, every, payload, ev_source, ev_id, done, kind, name, origin, cron, zone, catch_up, cap, revision, paused, session,
created_at, last_due, last_fired_at, trust, set_for`;

export const selectTimer = `select ${columns} from timers where id = @id`;

export const selectDue = `
select ${columns} from timers where done = 0 and paused = 0 and due <= @now order by due, id`;

/** Schedules that wait; a clock that jumped may have left them further ahead than their next occurrence. */
export const selectParked = `
select ${columns} from timers where done = 0 and paused = 0 and due > @now and kind = 'schedule'`;

export const selectOpen = `select ${columns} from timers where done = 0 order by name, id`;

export const selectConfigured = `select id from timers where origin = 'config' and kind = 'schedule' and done = 0`;

export const nextDue = `select min(due) as at from timers where done = 0 and paused = 0`;

export const upsertTimer = `
insert into timers (id, due, every, payload, ev_source, ev_id, done, kind, name, origin, cron, zone, catch_up, cap, revision,
  session, created_at, trust, set_for)
values (@id, @due, @every, @payload, @ev_source, @ev_id, 0, @kind, @name, @origin, @cron, @zone, @catch_up, @cap, @revision,
  @session, @now, @trust, @set_for)
on conflict (id) do update set due = excluded.due, every = excluded.every, payload = excluded.payload,
  ev_source = excluded.ev_source, ev_id = excluded.ev_id, done = 0, kind = excluded.kind, name = excluded.name,
  origin = excluded.origin, cron = excluded.cron, zone = excluded.zone, catch_up = excluded.catch_up, cap = excluded.cap,
  revision = excluded.revision, session = excluded.session, trust = excluded.trust, set_for = excluded.set_for`;

export const deleteTimer = `delete from timers where id = @id`;

/** The revision outlives the row, so that a timer made again under an old id gets keys of its own (rule 7). */
export const raiseRevision = `
insert into timer_revisions (id, revision) values (@id, 1)
on conflict (id) do update set revision = revision + 1 returning revision`;

export const advance = `update timers set due = @due, last_due = @last_due, last_fired_at = @last_fired_at where id = @id`;

export const complete = `update timers set done = 1, last_due = due, last_fired_at = @now where id = @id`;

export const moveDue = `update timers set due = @due where id = @id`;

/**
 * Rule 6: what fired while the clock ran ahead (by more than `grace` seconds) fired by now at the latest. From then on an
 * occurrence that had its event then is later than its timer's last firing, which tells it from a replay.
 */
export const pullFired = `
update timers set last_fired_at = @now where done = 0 and last_fired_at > @now + @grace`;

export const noteFired = `update timers set last_fired_at = @now where id = @id`;

export const setPaused = `update timers set paused = @paused where id = @id`;

export const insertMiss = `
insert into timer_misses (timer, first_due, last_due, missed, made, late_by, cut, why, noticed_at)
values (@timer, @first_due, @last_due, @missed, @made, @late_by, @cut, @why, @now)`;

export const selectMisses = `
select first_due, last_due, missed, made, late_by, cut, why, noticed_at
from timer_misses where timer = @timer order by id desc limit @limit`;
