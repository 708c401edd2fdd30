// Models: the transcript of a session, entry by entry, and what each request to a model's server has used.
// Promises: once released, it never changes. Refuses: keys; what was sent stands in the transcript alone.

/** SQL of migration 3. Times are integer seconds since the epoch; money is millionths of a US dollar. */
export const models = `
create table transcript (
  id integer primary key autoincrement,
  session text not null references sessions (id),
  run integer not null,
  role text not null check (role in ('user', 'assistant', 'tool', 'summary')),
  body text not null,
  meta text not null,
  calls integer not null default 0,
  at integer not null
) strict;
create index transcript_of on transcript (session, id);
create index transcript_summaries on transcript (session, id) where role = 'summary';

create table model_requests (
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
) strict;
create index model_requests_at on model_requests (started_at);
create index model_requests_of on model_requests (run);
`;
