// Looking for words in notes, tasks and everything that was ever said, as they are typed.
import { MessageSquareText, ListTodo, NotebookText, Search as SearchIcon, X } from "lucide-react";
import { useDeferredValue } from "react";
import type { Marked, MemoryHit } from "../../preload/contract/memory.ts";
import { useMainNow } from "../api/main-clock.ts";
import { useMemorySearch } from "../api/queries.ts";
import { useFormat } from "../format.ts";
import { routeHash } from "../frame/route.ts";
import { IconButton } from "../parts/button.tsx";
import { Chip } from "../parts/chip.tsx";
import { Answered, Region } from "../parts/page.tsx";
import { texts } from "../texts/memory.ts";

const words = texts.search;

export function SearchBox({ query, setQuery }: { query: string; setQuery: (query: string) => void }) {
  return (
    <div className="relative mb-[26px]">
      <SearchIcon size={16} strokeWidth={1.75} aria-hidden="true" className="absolute top-[10.5px] left-3 text-ink3" />
      <input
        type="search"
        aria-label={words.label}
        placeholder={words.placeholder}
        spellCheck={false}
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && setQuery("")}
        className="h-[37px] w-full rounded-control border border-control bg-raised pr-10 pl-9 text-ink select-text [&::-webkit-search-cancel-button]:hidden"
      />
      {query !== "" && (
        <span className="absolute top-[2.5px] right-0.5">
          <IconButton icon={X} label={words.clear} onClick={() => setQuery("")} />
        </span>
      )}
    </div>
  );
}

export function Results({ query, open }: { query: string; open: (path: string) => void }) {
  const late = useDeferredValue(query.trim());
  const found = useMemorySearch(late);
  return (
    <Region name={words.heading} heading={words.heading} count={found.data?.hits.length ?? 0}>
      <Answered query={found}>
        {({ hits, more }) => (
          <>
            <p role="status" className={hits.length === 0 ? "text-ink2" : "sr-only"}>
              {hits.length === 0 ? words.none(late) : String(hits.length)}
            </p>
            {hits.length > 0 && (
              <ul aria-label={words.list} className="rounded-card border border-line bg-raised shadow-card">
                {hits.map((hit) => (
                  <Hit key={hit.kind === "said" ? hit.id : hit.path} hit={hit} open={open} />
                ))}
              </ul>
            )}
            {more && <p className="mt-3 text-small text-ink2">{words.more}</p>}
          </>
        )}
      </Answered>
    </Region>
  );
}

function Hit({ hit, open }: { hit: MemoryHit; open: (path: string) => void }) {
  const now = useMainNow(60);
  const format = useFormat();
  const said = hit.kind === "said";
  const Icon = said ? MessageSquareText : hit.task ? ListTodo : NotebookText;
  const facts = said
    ? [hit.where, ...(hit.source === null ? [] : [words.about(hit.source)])]
    : [hit.task ? words.task : words.note];
  return (
    <li className="flex items-start gap-x-3 gap-y-0.5 border-line px-3.5 py-2.5 not-first:border-t slim:flex-wrap">
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="mt-[3px] shrink-0 text-ink2" />
      <div className="min-w-0 flex-1">
        {!said && (
          <button
            type="button"
            aria-label={words.open(hit.title)}
            onClick={() => open(hit.path)}
            className="block max-w-full rounded-sm text-left font-medium break-words hover:underline"
          >
            {hit.title}
          </button>
        )}
        <p className={`break-words select-text [overflow-wrap:anywhere] ${said ? "" : "text-head text-ink2"}`}>
          <Shown parts={hit.marked} />
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink2">
          <span>{facts.join(" · ")}</span>
          {said && hit.eventId !== null && (
            <a
              href={routeHash({ view: "activity", ref: String(hit.eventId) })}
              className="rounded-sm underline decoration-1 underline-offset-2 hover:decoration-2"
            >
              {words.show}
            </a>
          )}
          {!said && !hit.trusted && <Chip tone="warn">{texts.row.untrusted}</Chip>}
        </p>
      </div>
      {hit.at !== null && (
        <time
          dateTime={new Date(hit.at * 1000).toISOString()}
          className="shrink-0 pt-px text-small leading-[20px] text-ink3 slim:basis-full slim:pl-[27px] tabular-nums"
        >
          {format.moment(hit.at, now)}
        </time>
      )}
    </li>
  );
}

/** Parts of one text by where they begin, which no two share. */
function Shown({ parts }: { parts: readonly Marked[] }) {
  const placed = parts.map((part, at) => ({
    ...part,
    start: parts.slice(0, at).reduce((sum, { text }) => sum + text.length, 0),
  }));
  return placed.map(({ text, found, start }) =>
    found ? (
      <mark key={start} className="rounded-[2px] bg-warn-soft font-semibold text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
