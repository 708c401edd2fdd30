// One teller for each kind of row: what is new since it last looked, in a line. Promises: words of the rows themselves.
// Refuses: to tell the same row twice.
import { short, type Voice } from "./terminal.ts";

/** Rows of the database as it stands. */
export type Rows = <R>(sql: string, ...bound: (string | number)[]) => R[];
type Teller = (rows: Rows, voice: Voice) => () => void;

/** Calls `say` for each row that was not seen in this state before. */
function changes<R>(key: (row: R) => string | number, state: (row: R) => string, say: (row: R, before?: R) => void) {
  const seen = new Map<string | number, R>();
  return (rows: R[]) => {
    for (const row of rows) {
      const before = seen.get(key(row));
      if (before !== undefined && state(before) === state(row)) continue;
      seen.set(key(row), row);
      say(row, before);
    }
  };
}

export const tellLease: Teller = (rows, { tell }) => {
  let known = 0;
  return () => {
    const gen = rows<{ gen: number }>("select gen from lease")[0]?.gen ?? 0;
    if (known !== 0 && gen > known) tell("lease", `taken over: generation ${known} is over, ${gen} begins`);
    known = gen;
  };
};

interface EventRow {
  id: number;
  name: string;
  status: string;
  attempts: number;
  error: string | null;
  outcome: string | null;
  wait: number;
  revived: number;
  redelivered: number;
}

export const tellTimers: Teller = (rows, { tell }) => {
  const due = changes<{ id: number; name: string; late_by: number }>(
    (row) => row.id,
    () => "",
    ({ id, name, late_by: late }) =>
      tell("timer", `“${name}” was due${late > 2 ? `, ${late} s late` : ""}: event #${id}`),
  );
  return () =>
    due(
      rows(
        "select id, event name, json_extract(payload, '$.late_by') late_by from inbox where source = 'timer' order by id",
      ),
    );
};

export const tellEvents: Teller = (rows, { tell, tellMore }) => {
  const news = changes<EventRow>(
    (row) => row.id,
    (row) => [row.status, row.attempts, row.revived, row.redelivered].join(),
    (row, before) => {
      const name = `#${row.id} ${row.name}`;
      if (row.outcome === "twin" && before === undefined)
        tell("twin", `${name}: same body, new id; stored as done, not run`);
      if ((before?.revived ?? 0) < row.revived) tell("revived", `${name}: back from dead, with fresh attempts`);
      if ((before?.redelivered ?? 0) < row.redelivered) tell("counted", `${name} was delivered again: not run again`);
      if (row.status === "dead" && before?.status !== "dead") {
        tell("dead", `${name} after ${row.attempts} attempts`);
        tellMore(row.error ?? "");
      } else if (
        row.status === "pending" &&
        row.error !== null &&
        row.attempts > (before?.status === "pending" ? before.attempts : -1) &&
        row.wait > 0
      ) {
        tell("failed", `${name}, attempt ${row.attempts}; the next in ${row.wait} s`);
        tellMore(row.error);
      }
    },
  );
  return () =>
    news(
      rows(`select id, coalesce(event, kind) name, status, attempts, error, outcome, revived, redelivered,
        not_before - unixepoch() wait
        from inbox order by id`),
    );
};

export const tellRuns: Teller = (rows, { tell, tellMore }) => {
  /** What became of its events: "message: #5 issues", "nothing: #2 ping, #3 push". */
  const became = (run: number, otherwise: string) => {
    const groups = new Map<string, string[]>();
    for (const { id, name, outcome } of rows<{ id: number; name: string; outcome: string | null }>(
      "select e.id, coalesce(e.event, e.kind) name, e.outcome from run_events x join inbox e on e.id = x.event where x.run = ? order by e.id",
      run,
    )) {
      const group = outcome ?? otherwise;
      groups.set(group, [...(groups.get(group) ?? []), `#${id} ${name}`]);
    }
    return [...groups].map(([outcome, names]) => `${outcome}: ${names.join(", ")}`);
  };
  const news = changes<{ id: number; ending: string; error: string | null }>(
    (row) => row.id,
    (row) => row.ending,
    ({ id, ending, error }) => {
      const groups = became(id, ending.replace("_", " "));
      tell("run", groups.length === 1 ? `${id}: ${groups[0] ?? ""}` : `${id}:`);
      if (groups.length > 1) for (const line of groups) tellMore(line);
      if (error !== null) tellMore(error);
    },
  );
  return () => news(rows("select id, ending, error from runs where ended_at is not null order by id"));
};

export const tellAnswersAndCalls: Teller = (rows, { tell }) => {
  const asked = changes<{ id: string; title: string; answer: string | null; remaining: number | null }>(
    (row) => row.id,
    (row) => String(row.answer),
    (row) => {
      if (row.answer === null)
        tell(
          "asked",
          `${row.title}${row.remaining === null ? "" : ` (${Math.round(row.remaining / 60)} min to answer)`}`,
        );
      else tell("answered", `${row.title} ${row.answer}`);
    },
  );
  const called = changes<{
    id: string;
    status: string;
    starts: number;
    call: string;
    result: string | null;
    error: string | null;
  }>(
    (row) => row.id,
    (row) => row.status,
    (row) => {
      if (row.status === "started") tell("call", `starts: ${row.call}`);
      if (row.status === "done")
        tell("call", `done, started ${row.starts === 1 ? "once" : `${row.starts} times`}: ${row.call}`);
      if (row.status === "refused") tell("call", `never made: ${row.call}`);
      if (row.status === "failed") tell("call", `failed: ${row.call}: ${row.error ?? ""}`);
    },
  );
  return () => {
    asked(rows("select id, title, answer, due - unixepoch() remaining from approvals order by rowid"));
    called(
      rows(`select id, status, starts, result, error,
        json_extract(arguments, '$.method') || ' ' || json_extract(arguments, '$.url') call from tool_calls order by written_at, id`),
    );
  };
};

export const tellOutbox: Teller = (rows, { tell, tellMore }) => {
  let lastError: string | null = null;
  const queued = changes<{ id: number; body: string; urgent: number; held: number }>(
    (row) => row.id,
    () => "",
    ({ body, urgent }) => tell(urgent === 1 ? "urgent" : "to say", short(body, 110)),
  );
  const said = changes<{
    id: number;
    kind: string;
    title: string;
    body: string;
    status: string;
    error: string | null;
    messages: number;
  }>(
    (row) => row.id,
    (row) => row.status,
    (row) => {
      if (row.status === "failed") {
        tell("unsaid", `${row.title}: kept, and tried again`);
        if (row.error !== lastError) tellMore(row.error ?? "");
        lastError = row.error;
      }
      if (row.status !== "sent") return;
      const merged = row.messages > 1 ? `, ${row.messages} messages merged into one` : "";
      tell("said", `one notification (${row.kind.replace("_", " ")}${merged}): ${row.title}`);
      for (const line of row.body.split(/\n+/)) tellMore(`| ${short(line, 120)}`);
    },
  );
  return () => {
    queued(rows("select id, body, urgent, delivery is null held from outbox order by id"));
    said(
      rows(`select d.id, d.kind, d.title, d.body, d.status, d.error, (select count(*) from outbox o where o.delivery = d.id) messages
        from deliveries d order by d.id`),
    );
  };
};
