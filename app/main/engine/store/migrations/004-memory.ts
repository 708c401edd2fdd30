// Memory's index: what is searched of notes, tasks and of what was said. Promises: a message is found from the commit on that queued it.
// Refuses: to be the truth; the files of memory and the outbox are, and the index can be made anew from them.

/** SQL of migration 4, its part for memory. Times are integer seconds since the epoch. */
export const memory = `
create table memory_entries (
  id integer primary key,
  path text not null unique,
  hash text not null,
  folder text not null check (folder in ('notes', 'tasks')),
  title text not null,
  body text not null,
  trusted integer not null check (trusted in (0, 1)),
  written_at integer
) strict;
create virtual table memory_text using fts5 (
  title, body, content = 'memory_entries', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 2"
);
create trigger memory_entry_in after insert on memory_entries begin
  insert into memory_text (rowid, title, body) values (new.id, new.title, new.body);
end;
create trigger memory_entry_out after delete on memory_entries begin
  insert into memory_text (memory_text, rowid, title, body) values ('delete', old.id, old.title, old.body);
end;

create virtual table said_text using fts5 (
  body, content = 'outbox', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 2"
);
insert into said_text (said_text) values ('rebuild');
create trigger said_in after insert on outbox begin
  insert into said_text (rowid, body) values (new.id, new.body);
end;
create trigger said_out after delete on outbox begin
  insert into said_text (said_text, rowid, body) values ('delete', old.id, old.body);
end;
create trigger said_changed after update of body on outbox begin
  insert into said_text (said_text, rowid, body) values ('delete', old.id, old.body);
  insert into said_text (rowid, body) values (new.id, new.body);
end;
`;
