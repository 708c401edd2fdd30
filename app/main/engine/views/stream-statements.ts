// Every statement of the stream of what was written and said.

const columns = `id, received_at as at, payload, status, outcome, reason, error, run,
  exists (select 1 from approvals a where a.session = inbox.session and a.event = inbox.id and a.answer is null) as asks`;

export const writtenSince = `
select ${columns} from inbox where source = 'chat' and trust = 'trusted' and received_at >= @from
order by received_at desc, id desc limit @limit`;

export const writtenBefore = `
select ${columns} from inbox
where source = 'chat' and trust = 'trusted' and (received_at, id) < (@at, @id)
order by received_at desc, id desc limit @limit`;

export const saidBefore = `
select id, kind, status, started_at, sent_at, repeated, error from deliveries
where (started_at, id) < (@at, @id) and kind in ('digest', 'urgent', 'reply')
order by started_at desc, id desc limit @limit`;

export const messagesOf = `
select o.id, o.body, o.created, o.urgent, o.kind, o.event, e.source, e.event as name
from outbox o left join inbox e on e.id = o.event
where o.delivery = @delivery order by o.id limit @limit`;

export const offerOf = `select id, body, settled from offers where message = @message`;

export const currentProvenance = `
select provenance from sessions where origin = 'conversation' order by opened_at desc, rowid desc limit 1`;
