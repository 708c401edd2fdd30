// What was answered: when, from where, with which words or rule, and what then happened to the call.
import { Fragment } from "react";
import type { AnswerRow } from "../../preload/contract/permissions.ts";
import type { StandingAnswer } from "../../preload/contract/approvals.ts";
import { useHistory } from "../api/queries.ts";
import { useFormat } from "../format.ts";
import { routeHash } from "../frame/route.ts";
import { Breakable } from "../parts/breakable.tsx";
import { Decided } from "../parts/decided.tsx";
import { Linked } from "../parts/linked.tsx";
import { Answered, Region } from "../parts/page.tsx";
import { PartLink } from "../parts/part-link.tsx";
import { texts as decided } from "../texts/decided.ts";
import { texts } from "../texts/permissions.ts";
import { Older, useFetched } from "./older.tsx";
import type { Shown } from "../parts/shown.ts";
import { partId, useShown } from "./part-id.ts";

const words = texts.history;

const tones: Partial<Record<StandingAnswer, string>> = { yes: "text-good", again: "text-good", expired: "text-warn" };

export function History({ at, now }: { at: Shown; now: number }) {
  const query = useHistory();
  const rows = query.data?.pages.flat();
  const ref = at.ref?.startsWith("answer:") ? at.ref.slice("answer:".length) : null;
  useFetched(query, rows?.length ?? 0, ref !== null && rows?.some(({ id }) => id === ref) === false);
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

function Line({ row, now }: { row: AnswerRow; now: number }) {
  const format = useFormat();
  return (
    <li id={partId(`answer:${row.id}`)} tabIndex={-1} className="border-line px-4 py-2.5 not-first:border-t">
      <div className="flex items-baseline gap-3">
        <a
          href={routeHash({ view: "activity", ref: String(row.eventId) })}
          title={texts.event}
          className="min-w-0 flex-1 rounded-sm font-medium break-words hover:underline"
        >
          {row.title}
        </a>
        <time
          dateTime={new Date(row.answeredAt * 1000).toISOString()}
          className="shrink-0 text-small text-ink3 tabular-nums"
        >
          {format.moment(row.answeredAt, now)}
        </time>
      </div>
      <code className="block text-small text-ink2 [overflow-wrap:anywhere]">
        {row.verb} <Breakable text={row.target} />
      </code>
      <p className="text-small break-words text-ink2">
        <span className={`font-medium ${tones[row.answer] ?? ""}`}>{words.answers[row.answer]}</span>
        {row.answer !== "expired" && ` ${decided.from(row.from)}`} · {row.afterwards}
        {row.uses.map((use, index) => (
          <Fragment key={use}>
            {" "}
            <PartLink part={`use:${use}`}>{words.use(index)}</PartLink>
          </Fragment>
        ))}
      </p>
      <p className="text-small break-words text-ink2">
        <Decided what={row.decided} />
      </p>
      {row.words !== null && (
        <p className="mt-0.5 text-head break-words whitespace-pre-line">
          <Linked text={words.words(row.words)} />
        </p>
      )}
      {row.always !== null && (
        <p className="mt-0.5 text-small text-ink2">
          {words.always} <code className="text-small [overflow-wrap:anywhere]">{row.always}</code>
          {row.alwaysAt !== null && (
            <>
              {" "}
              <PartLink part={row.alwaysAt}>{decided.rule}</PartLink>
            </>
          )}
        </p>
      )}
      {row.replacedBy !== null && (
        <p className="mt-0.5 text-small">
          <a
            href={routeHash({ view: "today", ref: row.replacedBy })}
            className="rounded-sm underline decoration-1 underline-offset-2 hover:decoration-2"
          >
            {words.replaced}
          </a>
        </p>
      )}
    </li>
  );
}
