// Waits: until when a model's server asked not to be asked again. Promises: once released, it never changes. Refuses: more than its
// newest wish.

/** SQL of migration 5. Times are integer seconds since the epoch. */
export const waits = `
create table model_waits (
  server text primary key,
  until integer not null
) strict;
`;
