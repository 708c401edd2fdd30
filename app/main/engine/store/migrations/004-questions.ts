// Questions: what a card asks beyond yes and no, and its answer; who set a timer, and whether its text is to be trusted; how a run
// was ended before its end; what a request was for, and which entry came from it; requests by which the person tried a model.
// Promises: once released, it never changes. Refuses: what was said in them.

/** SQL of migration 4. Times are integer seconds since the epoch; `asks` and `reply` are JSON texts; money is millionths of a dollar. */
export const questions = `
alter table approvals rename to approvals_before;
create table approvals (
  id text primary key,
  tool_call text not null references tool_calls (id),
  session text not null,
  event integer not null references inbox (id),
  kind text not null check (kind in ('call', 'unknown', 'question', 'form')),
  title text not null,
  call_hash text not null,
  window integer not null,
  asked_at integer not null,
  due integer,
  answer text check (answer in ('yes', 'no', 'expired', 'did', 'again', 'leave', 'withdrawn')),
  answered_at integer,
  answered_from text,
  asked_again_of text,
  starts integer not null default 0,
  notice integer,
  last_call integer,
  own_window integer,
  words text,
  replaced_by text,
  always text,
  asks text,
  reply text
) strict;
insert into approvals (rowid, id, tool_call, session, event, kind, title, call_hash, "window", asked_at, due, answer, answered_at,
  answered_from, asked_again_of, starts, notice, last_call, own_window, words, replaced_by, always)
select rowid, id, tool_call, session, event, kind, title, call_hash, "window", asked_at, due, answer, answered_at,
  answered_from, asked_again_of, starts, notice, last_call, own_window, words, replaced_by, always from approvals_before;
drop table approvals_before;
create index approvals_waiting on approvals (due) where answer is null;
create index approvals_of on approvals (tool_call);
create index approvals_asked on approvals (asked_at);
create index approvals_in on approvals (session);
create index approvals_replaced on approvals (replaced_by) where replaced_by is not null;
create index approvals_answered on approvals (answered_at) where answer is not null;

alter table timers add column trust text not null default 'trusted' check (trust in ('trusted', 'untrusted'));
alter table timers add column set_for integer;
update timers set trust = 'untrusted' where origin = 'agent';

alter table transcript add column request integer references model_requests (id);
alter table runs add column halted text check (halted in ('stopped', 'restarted'));
create index runs_of on runs (session, id);
alter table model_requests add column purpose text not null default 'thought' check (purpose in ('thought', 'opinion'));

create table model_tries (
  id integer primary key autoincrement,
  provider text not null,
  model text not null,
  started_at integer not null,
  ended_at integer,
  status integer,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cache_read_tokens integer not null default 0,
  cache_write_tokens integer not null default 0,
  cost_micros integer,
  error text
) strict;
create index model_tries_at on model_tries (started_at);
`;
