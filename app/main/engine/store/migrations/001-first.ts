// The first schema: everything of the article's script under its own names, and what later parts need from the first day.
// Promises: once released, this text never changes; a later need is a later file.
// Refuses: rows without a key, statuses the design does not know.

/** SQL of migration 1. Times are integer seconds since the epoch. */
export const first = `
create table inbox (
  id integer primary key,
  source text not null,
  source_id text not null,
  payload text,
  status text not null default 'pending' check (status in ('pending', 'running', 'done', 'dead')),
  attempts integer not null default 0,
  claim_gen integer,
  error text,
  kind text not null default '',
  event text,
  session text,
  run integer,
  priority integer not null default 0,
  not_before integer not null default 0,
  alone integer not null default 0 check (alone in (0, 1)),
  waits integer not null default 0,
  waiting_since integer,
  trust text not null default 'untrusted' check (trust in ('trusted', 'untrusted')),
  body_hash text,
  twin_of integer,
  outcome text check (outcome in ('message', 'nothing', 'deferred', 'twin', 'discarded', 'dead')),
  reason text,
  received_at integer not null default 0,
  finished_at integer,
  revived integer not null default 0,
  redelivered integer not null default 0,
  redelivered_at integer,
  unique (source, source_id)
) strict;
create index inbox_fresh on inbox (priority desc, id) where status = 'pending' and alone = 0;
create index inbox_retry on inbox (attempts, not_before, id) where status = 'pending' and alone = 1;
create index inbox_running on inbox (claim_gen) where status = 'running';
create index inbox_dead on inbox (id) where status = 'dead';
create index inbox_twins on inbox (source, body_hash) where body_hash is not null;
create index inbox_received on inbox (received_at) where status in ('done', 'dead');
create index inbox_source on inbox (source, id) where status in ('done', 'dead');

create table lease (
  one integer primary key check (one = 1),
  holder text not null,
  gen integer not null,
  until integer not null
) strict;

create table sleeps (
  id integer primary key autoincrement,
  cause text not null check (cause in ('suspend', 'jump', 'quit', 'stopped')),
  started_at integer not null,
  ended_at integer
) strict;
create index sleeps_ended on sleeps (ended_at);

create table sessions (
  id text primary key,
  origin text not null,
  title text not null default '',
  agent text not null default 'rules',
  status text not null default 'open' check (status in ('open', 'waiting', 'closed')),
  version integer not null default 1,
  opened_at integer not null,
  closed_at integer
) strict;
create table session_steps (
  id integer primary key autoincrement,
  session text not null references sessions (id),
  run integer,
  event integer,
  kind text not null check (kind in ('event', 'decision', 'tool_call', 'tool_result', 'message', 'note')),
  body text not null,
  at integer not null
) strict;
create index session_steps_of on session_steps (session, id);

create table runs (
  id integer primary key autoincrement,
  session text not null,
  generation integer not null,
  started_at integer not null,
  ended_at integer,
  ending text check (ending in ('message', 'nothing', 'deferred', 'failed', 'handed_back')),
  error text
) strict;
create index runs_open on runs (id) where ended_at is null;
create index runs_started on runs (started_at);
create table run_events (
  run integer not null references runs (id),
  event integer not null references inbox (id),
  attempt integer not null,
  primary key (run, event)
) strict, without rowid;
create index run_events_of on run_events (event);

create table tool_calls (
  id text primary key,
  session text not null,
  run integer,
  event integer not null references inbox (id),
  step integer not null,
  call_index integer not null,
  tool text not null,
  arguments text not null,
  call_hash text not null,
  title text not null,
  effect_key text not null unique,
  repeatable integer not null check (repeatable in (0, 1)),
  decision text not null check (decision in ('allow', 'ask', 'deny')),
  decision_reason text not null,
  status text not null check (status in ('waiting', 'ready', 'started', 'done', 'failed', 'unknown', 'refused')),
  starts integer not null default 0,
  generation integer,
  written_at integer not null,
  started_at integer,
  ended_at integer,
  result text,
  error text,
  unique (session, step, call_index, call_hash)
) strict;
create index tool_calls_open on tool_calls (status) where status in ('started', 'unknown');
create index tool_calls_of on tool_calls (event);

create table approvals (
  id text primary key,
  tool_call text not null references tool_calls (id),
  session text not null,
  event integer not null references inbox (id),
  kind text not null check (kind in ('call', 'unknown')),
  title text not null,
  call_hash text not null,
  window integer not null,
  asked_at integer not null,
  due integer,
  answer text check (answer in ('yes', 'no', 'expired', 'did', 'again', 'leave')),
  answered_at integer,
  answered_from text,
  asked_again_of text,
  starts integer not null default 0,
  notice integer,
  last_call integer
) strict;
create index approvals_waiting on approvals (due) where answer is null;
create index approvals_asked on approvals (asked_at);
create index approvals_of on approvals (tool_call);
create index approvals_in on approvals (session) where answer is null;

create table timers (
  id text primary key,
  due integer not null,
  every integer,
  payload text,
  ev_source text,
  ev_id text,
  done integer not null default 0,
  kind text not null default 'follow_up' check (kind in ('schedule', 'follow_up')),
  name text not null default '',
  origin text not null default 'engine' check (origin in ('engine', 'config', 'person', 'agent')),
  cron text,
  zone text,
  catch_up text not null default 'latest' check (catch_up in ('latest', 'each', 'skip')),
  cap integer not null default 24,
  revision integer not null default 1,
  paused integer not null default 0 check (paused in (0, 1)),
  session text,
  created_at integer not null default 0,
  last_due integer,
  last_fired_at integer
) strict;
create index timers_due on timers (due) where done = 0 and paused = 0;
create index timers_open on timers (name, id) where done = 0;
create table timer_revisions (
  id text primary key,
  revision integer not null
) strict, without rowid;
create table timer_misses (
  id integer primary key autoincrement,
  timer text not null,
  first_due integer not null,
  last_due integer not null,
  missed integer not null,
  made integer not null,
  late_by integer not null,
  cut integer not null default 0,
  why text not null,
  noticed_at integer not null
) strict;
create index timer_misses_of on timer_misses (timer, id);

create table deliveries (
  id integer primary key autoincrement,
  kind text not null check (kind in ('digest', 'urgent', 'approval', 'last_call', 'reply')),
  channel text not null default 'desktop',
  title text not null,
  body text not null,
  status text not null check (status in ('sending', 'sent', 'failed')),
  started_at integer not null,
  sent_at integer,
  repeated integer not null default 0,
  interruptions integer not null default 0,
  error text
) strict;
create index deliveries_started on deliveries (started_at);
create index deliveries_sending on deliveries (id) where status = 'sending';
create index deliveries_paced on deliveries (kind, sent_at) where status = 'sent';

create table outbox (
  id integer primary key autoincrement,
  body text not null,
  created integer not null,
  sent_at integer,
  kind text not null default 'message' check (kind in ('message', 'dead', 'reply')),
  urgent integer not null default 0 check (urgent in (0, 1)),
  dead integer not null default 0,
  event integer,
  session text,
  run integer,
  rule text,
  delivery integer references deliveries (id),
  maybe_sent integer not null default 0 check (maybe_sent in (0, 1))
) strict;
create index outbox_held on outbox (urgent desc, id) where delivery is null and sent_at is null;
create index outbox_created on outbox (created);
create index outbox_of on outbox (event);
create index outbox_delivery on outbox (delivery) where delivery is not null;
`;
