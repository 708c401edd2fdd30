// The audit as a screen: every request that was sent or refused, by the credential's name, never by its value.
import type { UseRow } from "../../preload/contract/permissions.ts";
import { useUses } from "../api/queries.ts";
import { useFormat } from "../format.ts";
import { Answered, Region } from "../parts/page.tsx";
import { texts } from "../texts/permissions.ts";
import { EventLink } from "./event-link.tsx";
import { Older, useFetched } from "./older.tsx";
import type { Shown } from "../parts/shown.ts";
import { partId, useShown } from "./part-id.ts";
import { PartLink } from "../parts/part-link.tsx";

const words = texts.uses;

export function Uses({ at, now }: { at: Shown; now: number }) {
  const query = useUses();
  const rows = query.data?.pages.flat();
  const ref = at.ref?.startsWith("use:") ? Number(at.ref.slice("use:".length)) : null;
  // The newest come first, so what is newer than the last line and not there does not exist.
  useFetched(query, rows?.length ?? 0, ref !== null && (rows?.at(-1)?.id ?? 0) > ref);
  useShown(at, rows?.length);
  return (
    <Region name={words.heading} heading={words.heading}>
      <Answered query={{ data: rows, error: query.error, refetch: query.refetch }}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-ink2">{words.none}</p>
          ) : (
            <>
              <ul aria-label={words.list} className="rounded-card border border-line bg-raised shadow-card">
                {all.map((row) => (
                  <Line key={row.id} row={row} now={now} />
                ))}
              </ul>
              <Older query={query} />
            </>
          )
        }
      </Answered>
    </Region>
  );
}

const good = (row: UseRow) => row.outcome === "answered" && row.status !== null && row.status < 400;

function Line({ row, now }: { row: UseRow; now: number }) {
  const format = useFormat();
  const outcome = [words.outcomes[row.outcome], row.status === null ? "" : words.status(row.status)].filter(Boolean);
  return (
    <li id={partId(`use:${row.id}`)} tabIndex={-1} className="border-line px-4 py-2.5 not-first:border-t">
      <div className="flex items-baseline gap-3">
        <code className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="font-bold">{row.method}</span> {row.destination}
          {row.path}
        </code>
        <time dateTime={new Date(row.at * 1000).toISOString()} className="shrink-0 text-small text-ink3 tabular-nums">
          {format.moment(row.at, now)}
        </time>
      </div>
      <p className="text-small break-words text-ink2">
        <span className={good(row) ? "" : row.outcome === "sending" ? "text-accent" : "text-warn"}>
          {outcome.join(" ")}
        </span>
        {row.reason !== null && `: ${row.reason}`} ·{" "}
        {row.credential === null ? (
          words.noCredential
        ) : (
          <PartLink part={`credential:${row.credential}`}>{texts.rules.credential(row.credential)}</PartLink>
        )}
        {row.title !== null && ` · ${row.title}`}
        {row.answer !== null && (
          <>
            {" · "}
            <PartLink part={`answer:${row.answer}`}>{words.answer}</PartLink>
          </>
        )}
        <EventLink id={row.eventId} />
      </p>
    </li>
  );
}
