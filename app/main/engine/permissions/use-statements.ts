// Every statement of the uses of grants: the audit.

export const insertUse = `
insert into uses (at, grant_id, credential, method, destination, path, tool_call, outcome, reason, ended_at)
values (@now, @grant_id, @credential, @method, @destination, @path, @tool_call, @outcome, @reason, @ended_at)`;

export const endUse = `
update uses set outcome = @outcome, status = @status, reason = @reason, sent_bytes = @sent_bytes,
  received_bytes = @received_bytes, ended_at = @now
where id = @id and outcome = 'sending'`;

/** What a crash left open: whether it arrived is not known. */
export const endOpen = `
update uses set outcome = 'unknown', reason = @reason, ended_at = @now where outcome = 'sending'`;
