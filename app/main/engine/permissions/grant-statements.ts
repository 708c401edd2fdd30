// Every statement of grants.

const columns = `
id, credential, destination, methods, path_prefix, uses_left, made_at, expires_at, purpose, run, tool_call, revoked_at,
revoked_why`;

export const insertGrant = `
insert into grants (id, token_hash, credential, destination, methods, path_prefix, uses_left, made_at, expires_at, purpose,
  run, tool_call)
values (@id, @token_hash, @credential, @destination, @methods, @path_prefix, @uses, @now, @expires_at, @purpose, @run,
  (select id from tool_calls where effect_key = @effect_key))`;

export const selectByToken = `select ${columns} from grants where token_hash = @token_hash`;

/** The count is taken where it is checked: of any number that ask at once, as many get a use as there were uses. */
export const takeUse = `
update grants set uses_left = uses_left - 1
where id = @id and revoked_at is null and uses_left > 0 and expires_at > @now`;

export const revokeOne = `
update grants set revoked_at = @now, revoked_why = @why where id = @id and revoked_at is null returning id`;

export const revokeOfRun = `
update grants set revoked_at = @now, revoked_why = @why where run = @run and revoked_at is null returning id`;

export const revokeLive = `
update grants set revoked_at = @now, revoked_why = @why where revoked_at is null returning id`;
