// The statements of the message about dead events.

export const selectDeadEvent = `
select id, source || case when event is null then '' else ' · ' || event end as label, coalesce(error, '') as error
from inbox where id = @id and status = 'dead'`;

export const selectHeldDead = `
select id, dead from outbox where kind = 'dead' and delivery is null and sent_at is null limit 1`;

export const insertDead = `
insert into outbox (body, created, kind, dead, event) values (@body, @now, 'dead', @dead, @event)`;

export const replaceDead = `update outbox set body = @body, dead = @dead, event = @event where id = @id`;
