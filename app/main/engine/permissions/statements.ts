// Every statement of approvals.

const columns = `
id, tool_call, session, event, kind, title, call_hash, "window", asked_at, due, answer, answered_at, answered_from,
asked_again_of, starts, notice, last_call, own_window, words, replaced_by, always, asks, reply`;

export const insertApproval = `
insert into approvals (id, tool_call, session, event, kind, title, call_hash, "window", own_window, asked_at, due,
  asked_again_of, starts, notice, asks)
values (@id, @tool_call, @session, @event, @kind, @title, @call_hash, @window, @own_window, @now, @due,
  @asked_again_of, @starts, @notice, @asks)`;

export const selectApproval = `select ${columns} from approvals where id = @id`;

export const selectOf = `select ${columns} from approvals where tool_call = @tool_call`;

export const selectWaitingFor = `
select ${columns} from approvals where tool_call = @tool_call and kind = @kind and answer is null limit 1`;

export const answerApproval = `
update approvals set answer = @answer, answered_at = @now, answered_from = @from, words = @words, always = @always,
  replaced_by = @replaced_by, reply = @reply
where id = @id and answer is null`;

export const selectExpired = `
select ${columns} from approvals where answer is null and due is not null and due <= @now order by due, asked_at, id`;

/** Questions that wait for longer than any window allows, or longer from now on than their own. */
export const selectParked = `
select ${columns} from approvals
where answer is null and due is not null and ("window" not between 1 and @longest or due > @now + "window")`;

export const moveDeadline = `
update approvals set "window" = @window, asked_at = min(asked_at, @now), due = @due where id = @id and answer is null`;

export const selectUnannounced = `
select id, title, due from approvals where answer is null and notice is null order by asked_at, rowid`;

export const selectLastCalls = `
select id, title, due from approvals
where answer is null and notice is not null and last_call is null and due is not null
  and "window" >= @shortest and due - min("window" / 5, @lead) <= @now
order by due, rowid`;

export const nextLastCall = `
select min(due - min("window" / 5, @lead)) as at from approvals
where answer is null and last_call is null and due is not null and "window" >= @shortest`;

export const markNotice = `update approvals set notice = @delivery where id = @id and notice is null`;

export const markLastCall = `update approvals set last_call = @delivery where id = @id and last_call is null`;

/** Few are live at a time, but answered ones are kept for ever: the delivery is recent, and so is whatever it announced. */
export const countStanding = `
select count(*) as announced, count(case when answer is null and (due is null or due > @now) then 1 end) as waiting
from approvals where notice = @delivery or last_call = @delivery`;

/** Answered ones are left alone: nobody announces them again. */
export const unmarkNotice = `update approvals set notice = null where answer is null and notice = @delivery`;

export const unmarkLastCall = `update approvals set last_call = null where answer is null and last_call = @delivery`;

export const selectSwitch = `select off_since from switches where name = 'outgoing'`;

export const writeSwitch = `
insert into switches (name, off_since, changed_at, changed_from) values ('outgoing', @off_since, @now, @from)
on conflict (name) do update set off_since = excluded.off_since, changed_at = excluded.changed_at,
  changed_from = excluded.changed_from`;

export const countWaiting = `select count(*) as n from approvals where answer is null`;

export const countWaitingIn = `select count(*) as n from approvals where session = @session and answer is null`;

export const selectOpenForms = `select ${columns} from approvals where answer is null and kind = 'form' order by asked_at, id`;

/** Answers about a call that ended with a message. */
export const countTold = `
select count(*) as n from approvals a join inbox i on i.source = 'approval' and i.source_id = a.id
where a.tool_call = @tool_call and i.outcome = 'message'`;
