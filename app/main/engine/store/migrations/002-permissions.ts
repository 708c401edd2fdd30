// Permissions: why a call was decided as it was, what an answer said beyond yes and no, grants, uses of credentials; and what
// the truth about a session's status needs.
// Promises: once released, it never changes. Refuses: values of secrets; a grant's token is kept as its hash alone.

/** SQL of migration 2. Times are integer seconds since the epoch. */
export const permissions = `
create index inbox_session on inbox (session) where status in ('pending', 'running') and session is not null;
drop index approvals_in;
create index approvals_in on approvals (session);
create index deliveries_notices on deliveries (id) where kind in ('approval', 'last_call');

alter table sessions add column provenance text not null default 'untrusted' check (provenance in ('clean', 'untrusted'));
alter table tool_calls add column provenance text not null default 'untrusted' check (provenance in ('clean', 'untrusted'));
alter table tool_calls add column decided_by text not null default 'default';
alter table tool_calls add column permission text;
alter table tool_calls add column facts text not null default '{}';
alter table tool_calls add column findings text not null default '[]';
alter table tool_calls add column credential text;
alter table inbox add column held integer not null default 0 check (held in (0, 1));
alter table approvals add column own_window integer;
alter table approvals add column words text;
alter table approvals add column replaced_by text;
alter table approvals add column always text;
create index approvals_replaced on approvals (replaced_by) where replaced_by is not null;
create index approvals_answered on approvals (answered_at) where answer is not null;

create table grants (
  id text primary key,
  token_hash text not null unique,
  credential text,
  destination text not null,
  methods text not null,
  path_prefix text not null,
  uses_left integer not null,
  made_at integer not null,
  expires_at integer not null,
  purpose text not null,
  run integer,
  tool_call text,
  revoked_at integer,
  revoked_why text
) strict;
create index grants_made on grants (made_at);
create index grants_live on grants (expires_at) where revoked_at is null and uses_left > 0;

create table uses (
  id integer primary key autoincrement,
  at integer not null,
  grant_id text,
  credential text,
  method text not null,
  destination text not null,
  path text not null,
  tool_call text,
  outcome text not null check (outcome in ('sending', 'answered', 'refused', 'not_sent', 'unknown')),
  status integer,
  reason text,
  sent_bytes integer not null default 0,
  received_bytes integer not null default 0,
  ended_at integer
) strict;
create index uses_at on uses (at);
create index uses_open on uses (id) where outcome = 'sending';
create index uses_call on uses (tool_call) where tool_call is not null;
create index uses_of on uses (credential, id) where credential is not null;

create table switches (
  name text primary key check (name in ('outgoing')),
  off_since integer,
  changed_at integer not null,
  changed_from text not null
) strict, without rowid;
`;
