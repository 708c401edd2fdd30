// A server's tools: what each is said to do, as a stranger's text; what changed; what becomes of a call.
import { useState } from "react";
import type { ServerRow, ServerToolRow } from "../../../preload/contract/thinking-settings.ts";
import { routeHash } from "../../frame/route.ts";
import { Chip } from "../../parts/chip.tsx";
import { Disclosure } from "../../parts/disclosure.tsx";
import { texts as words } from "../../texts/servers.ts";

/** Longer texts are shown whole only when asked for, unless they are what is to be looked at. */
const shownCharacters = 220;
/** So many fit into the box for sure. */
const scrollsFrom = 3;

export function ServerTools({ server }: { server: ServerRow }) {
  const { tools, leftOut, name } = server;
  if (tools === null) return null;
  return (
    <div className="flex flex-col gap-1">
      {/* Changed ones are to be seen before they are accepted. */}
      <Disclosure label={words.tools(tools.length)} open={tools.some(({ changed }) => changed.length > 0)}>
        {() => (
          <>
            {tools.length === 0 ? (
              <p className="text-head text-ink2">{words.noTools}</p>
            ) : (
              // The focus is for the keyboard: a box that scrolls must be scrollable without a pointer.
              <ul
                aria-label={words.toolsOf(name)}
                tabIndex={tools.length > scrollsFrom ? 0 : undefined}
                className="max-h-[440px] overflow-y-auto rounded-control border border-line"
              >
                {inOrder(tools).map((tool) => (
                  <Tool key={tool.name} tool={tool} />
                ))}
              </ul>
            )}
            <p className="mt-1.5 text-small text-ink2">
              <a
                href={routeHash({ view: "permissions", ref: null })}
                className="rounded-sm underline decoration-1 underline-offset-2 hover:text-ink hover:decoration-2"
              >
                {words.permissions}
              </a>
            </p>
          </>
        )}
      </Disclosure>
      {leftOut.length > 0 && (
        <Disclosure label={words.leftOut(leftOut.length)}>
          {() => (
            <ul className="text-small text-ink2">
              {leftOut.map((why) => (
                <li key={why} className="break-words">
                  {why}
                </li>
              ))}
            </ul>
          )}
        </Disclosure>
      )}
    </div>
  );
}

/** What changed first; otherwise as the server has them. */
const inOrder = (tools: readonly ServerToolRow[]): ServerToolRow[] =>
  tools.toSorted((a, b) => Number(b.changed.length > 0) - Number(a.changed.length > 0));

function Tool({ tool }: { tool: ServerToolRow }) {
  const { name, title, description, changed, decision, permission } = tool;
  const tone = decision === "deny" ? "text-bad" : decision === "allow" ? "text-good" : "text-ink2";
  return (
    <li className="border-line px-3 py-2 not-first:border-t">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <code className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</code>
        {changed.map((what) => (
          <Chip key={what} tone="warn">
            {words.changes[what]}
          </Chip>
        ))}
        <span className={`ml-auto text-small ${tone}`}>
          {permission === null ? (
            words.decisions[decision]
          ) : (
            <a
              href={routeHash({ view: "permissions", ref: permission })}
              aria-label={words.decided(name, words.decisions[decision])}
              className="rounded-sm underline decoration-1 underline-offset-2 hover:decoration-2"
            >
              {words.decisions[decision]}
            </a>
          )}
        </span>
      </p>
      {title !== null && title !== name && <p className="text-small break-words text-ink2">{title}</p>}
      {description !== "" && <Description text={description} whole={changed.length > 0} />}
    </li>
  );
}

function Description({ text, whole }: { text: string; whole: boolean }) {
  const [open, setOpen] = useState(false);
  const long = !whole && (text.length > shownCharacters || text.includes("\n"));
  const beginning = text.split("\n", 1)[0]?.slice(0, shownCharacters) ?? "";
  return (
    <p className="text-small break-words whitespace-pre-line text-ink2">
      {long && !open ? `${beginning.trimEnd()}… ` : `${text} `}
      {long && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="rounded-sm text-ink underline decoration-1 underline-offset-2 hover:decoration-2"
        >
          {open ? words.less : words.whole}
        </button>
      )}
    </p>
  );
}
