-- Made from the migrations; see test/main/engine/store/schema.test.ts.

CREATE VIEW written as select id, json_extract(payload, '$.text') as body from inbox where source = 'chat';

CREATE TRIGGER memory_entry_in after insert on memory_entries begin
  insert into memory_text (rowid, title, body) values (new.id, new.title, new.body);
end;

CREATE TRIGGER memory_entry_out after delete on memory_entries begin
  insert into memory_text (memory_text, rowid, title, body) values ('delete', old.id, old.title, old.body);
end;

CREATE TRIGGER said_changed after update of body on outbox begin
  insert into said_text (said_text, rowid, body) values ('delete', old.id, old.body);
  insert into said_text (rowid, body) values (new.id, new.body);
end;

CREATE TRIGGER said_in after insert on outbox begin
  insert into said_text (rowid, body) values (new.id, new.body);
end;

CREATE TRIGGER said_out after delete on outbox begin
  insert into said_text (said_text, rowid, body) values ('delete', old.id, old.body);
end;

CREATE TRIGGER written_changed after update of payload on inbox when old.source = 'chat' begin
  insert into written_text (written_text, rowid, body) values ('delete', old.id, json_extract(old.payload, '$.text'));
  insert into written_text (rowid, body) values (new.id, json_extract(new.payload, '$.text'));
end;

CREATE TRIGGER written_in after insert on inbox when new.source = 'chat' begin
  insert into written_text (rowid, body) values (new.id, json_extract(new.payload, '$.text'));
end;

CREATE TRIGGER written_out before delete on inbox when old.source = 'chat' begin
  insert into written_text (written_text, rowid, body) values ('delete', old.id, json_extract(old.payload, '$.text'));
end;

CREATE TABLE approvals (
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

CREATE TABLE deliveries (
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

CREATE TABLE grants (
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

CREATE TABLE inbox (
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
  redelivered_at integer, held integer not null default 0 check (held in (0, 1)),
  unique (source, source_id)
) strict;

CREATE TABLE lease (
  one integer primary key check (one = 1),
  holder text not null,
  gen integer not null,
  until integer not null
) strict;

CREATE TABLE memory_entries (
  id integer primary key,
  path text not null unique,
  hash text not null,
  folder text not null check (folder in ('notes', 'tasks')),
  title text not null,
  body text not null,
  trusted integer not null check (trusted in (0, 1)),
  written_at integer
) strict;

CREATE VIRTUAL TABLE memory_text using fts5 (
  title, body, content = 'memory_entries', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 2"
);

CREATE TABLE 'memory_text_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'memory_text_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'memory_text_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

CREATE TABLE 'memory_text_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE model_requests (
  id integer primary key autoincrement,
  session text not null references sessions (id),
  run integer not null,
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
, purpose text not null default 'thought' check (purpose in ('thought', 'opinion'))) strict;

CREATE TABLE model_tries (
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

CREATE TABLE model_waits (
  server text primary key,
  until integer not null
) strict;

CREATE TABLE offers (
  id integer primary key autoincrement,
  message integer not null unique references outbox (id),
  session text not null references sessions (id),
  body text not null,
  settled text check (settled in ('yes', 'no', 'replaced')),
  settled_at integer
) strict;

CREATE TABLE outbox (
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
, entry integer references transcript (id)) strict;

CREATE TABLE run_events (
  run integer not null references runs (id),
  event integer not null references inbox (id),
  attempt integer not null,
  primary key (run, event)
) strict, without rowid;

CREATE TABLE runs (
  id integer primary key autoincrement,
  session text not null,
  generation integer not null,
  started_at integer not null,
  ended_at integer,
  ending text check (ending in ('message', 'nothing', 'deferred', 'failed', 'handed_back')),
  error text
, halted text check (halted in ('stopped', 'restarted'))) strict;

CREATE VIRTUAL TABLE said_text using fts5 (
  body, content = 'outbox', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 2"
);

CREATE TABLE 'said_text_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'said_text_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'said_text_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

CREATE TABLE 'said_text_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE session_steps (
  id integer primary key autoincrement,
  session text not null references sessions (id),
  run integer,
  event integer,
  kind text not null check (kind in ('event', 'decision', 'tool_call', 'tool_result', 'message', 'note')),
  body text not null,
  at integer not null
) strict;

CREATE TABLE sessions (
  id text primary key,
  origin text not null,
  title text not null default '',
  agent text not null default 'rules',
  status text not null default 'open' check (status in ('open', 'waiting', 'closed')),
  version integer not null default 1,
  opened_at integer not null,
  closed_at integer
, provenance text not null default 'untrusted' check (provenance in ('clean', 'untrusted'))) strict;

CREATE TABLE sleeps (
  id integer primary key autoincrement,
  cause text not null check (cause in ('suspend', 'jump', 'quit', 'stopped')),
  started_at integer not null,
  ended_at integer
) strict;

CREATE TABLE switches (
  name text primary key check (name in ('outgoing')),
  off_since integer,
  changed_at integer not null,
  changed_from text not null
) strict, without rowid;

CREATE TABLE timer_misses (
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

CREATE TABLE timer_revisions (
  id text primary key,
  revision integer not null
) strict, without rowid;

CREATE TABLE timers (
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
, trust text not null default 'trusted' check (trust in ('trusted', 'untrusted')), set_for integer) strict;

CREATE TABLE tool_calls (
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
  error text, provenance text not null default 'untrusted' check (provenance in ('clean', 'untrusted')), decided_by text not null default 'default', permission text, facts text not null default '{}', findings text not null default '[]', credential text,
  unique (session, step, call_index, call_hash)
) strict;

CREATE TABLE transcript (
  id integer primary key autoincrement,
  session text not null references sessions (id),
  run integer not null,
  role text not null check (role in ('user', 'assistant', 'tool', 'summary')),
  body text not null,
  meta text not null,
  calls integer not null default 0,
  at integer not null
, request integer references model_requests (id)) strict;

CREATE TABLE uses (
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

CREATE VIRTUAL TABLE written_text using fts5 (
  body, content = 'written', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 2"
);

CREATE TABLE 'written_text_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'written_text_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'written_text_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

CREATE TABLE 'written_text_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE INDEX approvals_answered on approvals (answered_at) where answer is not null;

CREATE INDEX approvals_asked on approvals (asked_at);

CREATE INDEX approvals_in on approvals (session);

CREATE INDEX approvals_of on approvals (tool_call);

CREATE INDEX approvals_replaced on approvals (replaced_by) where replaced_by is not null;

CREATE INDEX approvals_waiting on approvals (due) where answer is null;

CREATE INDEX deliveries_notices on deliveries (id) where kind in ('approval', 'last_call');

CREATE INDEX deliveries_paced on deliveries (kind, sent_at) where status = 'sent';

CREATE INDEX deliveries_sending on deliveries (id) where status = 'sending';

CREATE INDEX deliveries_started on deliveries (started_at);

CREATE INDEX grants_live on grants (expires_at) where revoked_at is null and uses_left > 0;

CREATE INDEX grants_made on grants (made_at);

CREATE INDEX inbox_dead on inbox (id) where status = 'dead';

CREATE INDEX inbox_fresh on inbox (priority desc, id) where status = 'pending' and alone = 0;

CREATE INDEX inbox_received on inbox (received_at) where status in ('done', 'dead');

CREATE INDEX inbox_retry on inbox (attempts, not_before, id) where status = 'pending' and alone = 1;

CREATE INDEX inbox_running on inbox (claim_gen) where status = 'running';

CREATE INDEX inbox_session on inbox (session) where status in ('pending', 'running') and session is not null;

CREATE INDEX inbox_source on inbox (source, id) where status in ('done', 'dead');

CREATE INDEX inbox_twins on inbox (source, body_hash) where body_hash is not null;

CREATE INDEX inbox_written on inbox (received_at, id) where source = 'chat';

CREATE INDEX model_requests_at on model_requests (started_at);

CREATE INDEX model_requests_of on model_requests (run);

CREATE INDEX model_tries_at on model_tries (started_at);

CREATE INDEX offers_open on offers (session, id) where settled is null;

CREATE INDEX outbox_created on outbox (created);

CREATE INDEX outbox_delivery on outbox (delivery) where delivery is not null;

CREATE INDEX outbox_entry on outbox (entry) where entry is not null;

CREATE INDEX outbox_held on outbox (urgent desc, id) where delivery is null and sent_at is null;

CREATE INDEX outbox_of on outbox (event);

CREATE INDEX run_events_of on run_events (event);

CREATE INDEX runs_of on runs (session, id);

CREATE INDEX runs_open on runs (id) where ended_at is null;

CREATE INDEX runs_started on runs (started_at);

CREATE INDEX session_steps_of on session_steps (session, id);

CREATE INDEX sessions_conversation on sessions (opened_at) where origin = 'conversation';

CREATE INDEX sleeps_ended on sleeps (ended_at);

CREATE INDEX timer_misses_of on timer_misses (timer, id);

CREATE INDEX timers_due on timers (due) where done = 0 and paused = 0;

CREATE INDEX timers_open on timers (name, id) where done = 0;

CREATE INDEX tool_calls_of on tool_calls (event);

CREATE INDEX tool_calls_open on tool_calls (status) where status in ('started', 'unknown');

CREATE INDEX transcript_of on transcript (session, id);

CREATE INDEX transcript_summaries on transcript (session, id) where role = 'summary';

CREATE INDEX uses_at on uses (at);

CREATE INDEX uses_call on uses (tool_call) where tool_call is not null;

CREATE INDEX uses_of on uses (credential, id) where credential is not null;

CREATE INDEX uses_open on uses (id) where outcome = 'sending';
