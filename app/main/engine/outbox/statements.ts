// Every statement of the outbox and its deliveries. Refuses: text put together at run time.

export const insertMessage = `
insert into outbox (body, created, sent_at, kind, urgent, event, session, run, rule, entry, delivery)
values (@body, @now, @sent_at, @kind, @urgent, @event, @session, @run, @rule, @entry, @delivery)`;

/** The index is named because the order by id would rather walk through everything that was ever said. */
export const selectHeld = `
select id, body, created, kind, urgent, event, session, run, rule, entry, maybe_sent
from outbox indexed by outbox_held where delivery is null and sent_at is null order by id`;

export const selectOfEntry = `select 1 as one from outbox where entry = @entry limit 1`;

export const countHeld = `select count(*) as n from outbox where delivery is null and sent_at is null`;

export const selectHeldUrgent = `
select id, body, kind, maybe_sent from outbox where delivery is null and sent_at is null and urgent = 1 order by id`;

export const selectHeldPlain = `
select id, body, kind, maybe_sent from outbox where delivery is null and sent_at is null and urgent = 0 order by id`;

export const anyHeldPlain = `
select 1 as one from outbox where delivery is null and sent_at is null and urgent = 0 limit 1`;

export const bindMessage = `update outbox set delivery = @delivery where id = @id and delivery is null and sent_at is null`;

export const insertDelivery = `
insert into deliveries (kind, title, body, status, started_at, sent_at, repeated, channel)
values (@kind, @title, @body, @status, @now, @sent_at, @repeated, @channel)`;

export const selectSending = `
select id, kind, title, body, interruptions from deliveries where status = 'sending' order by id`;

export const anySending = `select 1 as one from deliveries where status = 'sending' limit 1`;

export const beginRepeat = `
update deliveries set repeated = 1, interruptions = interruptions + 1, started_at = @now
where id = @id and status = 'sending'`;

export const deliverySent = `
update deliveries set status = 'sent', sent_at = @now, error = null where id = @id and status = 'sending'`;

export const messagesSent = `update outbox set sent_at = @now where delivery = @id`;

/** What may have arrived before it failed keeps that in `interruptions`: the next start must know it too. */
export const deliveryFailed = `
update deliveries set status = 'failed', error = @error, interruptions = max(interruptions, @maybe_sent)
where id = @id and status = 'sending'`;

/** 1 when the last notice of cards failed although it may have been seen: the next one is marked. */
export const lastNotice = `
select status = 'failed' and interruptions > 0 as maybe_sent from deliveries
where kind in ('approval', 'last_call') order by id desc limit 1`;

/** `maybe_sent` stays once it is set: what may have been seen once is marked when it is seen again. */
export const holdAgain = `
update outbox set delivery = null, maybe_sent = max(maybe_sent, @maybe_sent) where delivery = @id and sent_at is null`;

export const lastSent = `select max(sent_at) as at from deliveries where kind = @kind and status = 'sent'`;

/** Rule 6: a clock that ran ahead wrote a moment that has not come; what is paced waits one gap from here at the most. */
export const pullBack = `
update deliveries set sent_at = @now where kind in ('digest', 'approval') and status = 'sent' and sent_at > @now`;
