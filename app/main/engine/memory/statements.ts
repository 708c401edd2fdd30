// Every statement of memory's index, and of who asked for a call. Refuses: text put together at run time.

export const selectIndexed = `select path, hash from memory_entries`;

export const removeEntry = `delete from memory_entries where path = @path`;

export const insertEntry = `
insert into memory_entries (path, hash, folder, title, body, trusted, written_at)
values (@path, @hash, @folder, @title, @body, @trusted, @writtenAt)`;

/** A title weighs more than a text. Rank is negative: the best is the least. */
export const searchEntries = `
select e.path, e.folder, e.title, e.trusted, e.written_at as at, bm25(memory_text, 5.0, 1.0) as rank,
  snippet(memory_text, 1, char(2), char(3), '…', 24) as snippet
from memory_text join memory_entries e on e.id = memory_text.rowid
where memory_text match @query and e.trusted >= @trusted
order by rank limit @limit`;

/**
 * What was said, by how well it fits. Only what a run said that had read nothing from outside is trusted; what Nightjar says by
 * itself of dead events names the strangers' words in them, and is not.
 */
export const searchSaid = `
select o.id, o.created as at, o.sent_at, o.kind, o.event, o.session, i.source, f.rank as rank,
  coalesce(s.provenance = 'clean' and o.kind <> 'dead', 0) as trusted, f.snippet as snippet
from (select rowid, bm25(said_text) as rank, snippet(said_text, 0, char(2), char(3), '…', 24) as snippet
  from said_text where said_text match @query order by rank limit @most) f
join outbox o on o.id = f.rowid
left join sessions s on s.id = o.session
left join inbox i on i.id = o.event
where coalesce(s.provenance = 'clean' and o.kind <> 'dead', 0) >= @trusted
order by f.rank limit @limit`;

export const searchWrote = `
select i.id, i.received_at as at, f.rank as rank, f.snippet as snippet
from (select rowid, bm25(written_text) as rank, snippet(written_text, 0, char(2), char(3), '…', 24) as snippet
  from written_text where written_text match @query order by rank limit @limit) f
join inbox i on i.id = f.rowid
where i.trust = 'trusted' order by f.rank`;

export const selectWrote = `
select json_extract(payload, '$.text') as body, received_at as at from inbox
where id = @id and source = 'chat' and trust = 'trusted' and payload is not null`;

export const selectSaid = `
select o.id, o.body, o.created as at, o.sent_at, o.event,
  coalesce(s.provenance = 'clean' and o.kind <> 'dead', 0) as trusted
from outbox o left join sessions s on s.id = o.session where o.id = @id`;

/** Who asked for a call, what their session has read by now, and whether the person said yes to it. */
export const selectAsker = `
select c.session, c.run, c.event, i.source, coalesce(s.provenance, 'untrusted') as provenance,
  exists (select 1 from approvals a where a.tool_call = c.id and a.kind = 'call' and a.answer = 'yes') as approved
from tool_calls c
left join sessions s on s.id = c.session
left join inbox i on i.id = c.event
where c.effect_key = @key`;
