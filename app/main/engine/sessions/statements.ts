// Every statement of sessions, their steps and runs.

export const insertSession = `
insert into sessions (id, origin, title, opened_at) values (@id, @origin, @title, @now)`;

export const setSessionStatus = `
update sessions set status = @status, closed_at = case when @status = 'closed' then @now end where id = @id`;

export const insertStep = `
insert into session_steps (session, run, event, kind, body, at) values (@session, @run, @event, @kind, @body, @now)`;

export const insertRun = `
insert into runs (session, generation, started_at) values (@session, @gen, @now)`;

export const nextRunId = `select coalesce((select seq from sqlite_sequence where name = 'runs'), 0) + 1 as id`;

export const insertRunEvent = `insert into run_events (run, event, attempt) values (@run, @event, @attempt)`;

export const endRun = `
update runs set ended_at = @now, ending = @ending, error = @error where id = @run and ended_at is null`;

export const endOldRuns = `
update runs set ended_at = @now, ending = 'failed', error = @error where ended_at is null and generation < @gen`;

export const insertSleep = `insert into sleeps (cause, started_at, ended_at) values (@cause, @from, @until)`;

export const endSleep = `update sleeps set ended_at = @now where ended_at is null`;
