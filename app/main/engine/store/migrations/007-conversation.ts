// The conversation: what was offered beside a reply, which entry of a transcript a reply repeats, and the person's own messages in the
// search. Promises: once released, it never changes. Refuses: a second home for what was written; the inbox has it.

/** SQL of the conversation. Times are integer seconds since the epoch; an offer's `body` is JSON text. */
export const conversation = `
alter table outbox add column entry integer references transcript (id);
create index outbox_entry on outbox (entry) where entry is not null;
create index sessions_conversation on sessions (opened_at) where origin = 'conversation';
create index inbox_written on inbox (received_at, id) where source = 'chat';

create table offers (
  id integer primary key autoincrement,
  message integer not null unique references outbox (id),
  session text not null references sessions (id),
  body text not null,
  settled text check (settled in ('yes', 'no', 'replaced')),
  settled_at integer
) strict;
create index offers_open on offers (session, id) where settled is null;

create view written as select id, json_extract(payload, '$.text') as body from inbox where source = 'chat';
create virtual table written_text using fts5 (
  body, content = 'written', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 2"
);
insert into written_text (rowid, body) select id, body from written;
create trigger written_in after insert on inbox when new.source = 'chat' begin
  insert into written_text (rowid, body) values (new.id, json_extract(new.payload, '$.text'));
end;
create trigger written_out before delete on inbox when old.source = 'chat' begin
  insert into written_text (written_text, rowid, body) values ('delete', old.id, json_extract(old.payload, '$.text'));
end;
create trigger written_changed after update of payload on inbox when old.source = 'chat' begin
  insert into written_text (written_text, rowid, body) values ('delete', old.id, json_extract(old.payload, '$.text'));
  insert into written_text (rowid, body) values (new.id, json_extract(new.payload, '$.text'));
end;
`;
