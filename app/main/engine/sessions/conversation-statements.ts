// Every statement of the conversation and of what was offered in it.

export const newestConversation = `
select id from sessions where origin = 'conversation' order by opened_at desc, rowid desc limit 1`;

export const isConversation = `select 1 as one from sessions where id = @id and origin = 'conversation'`;

/** What was open before is no more the latest word. */
export const replaceOffers = `
update offers set settled = 'replaced', settled_at = @now where session = @session and settled is null`;

export const insertOffer = `insert into offers (message, session, body) values (@message, @session, @body)`;

export const selectOffer = `select id, message, session, body, settled from offers where id = @id`;

export const openOffer = `
select id, message, session, body, settled from offers where session = @session and settled is null order by id desc limit 1`;

export const settleOffer = `update offers set settled = @settled, settled_at = @now where id = @id and settled is null`;
