// Two versions of one text, side by side, until the person has chosen.
import type { MemoryClash } from "../../preload/contract/memory.ts";
import { Button } from "../parts/button.tsx";
import { Region } from "../parts/page.tsx";
import { texts } from "../texts/memory.ts";
import { useMemoryCommand } from "./said.tsx";

const words = texts.clashes;

export function Clashes({ clashes }: { clashes: readonly MemoryClash[] }) {
  if (clashes.length === 0) return null;
  return (
    <Region name={words.heading} heading={words.heading} count={clashes.length}>
      <p className="mb-2.5 max-w-[64ch] text-ink2">{words.lead}</p>
      <div className="flex flex-col gap-3">
        {clashes.map((clash) => (
          <Clash key={clash.path} clash={clash} />
        ))}
      </div>
    </Region>
  );
}

function Clash({ clash }: { clash: MemoryClash }) {
  const resolve = useMemoryCommand("memory.resolve");
  const version = (heading: string, text: string | null, keep: "stands" | "kept", button: string) => (
    <section aria-label={heading} className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
      <h4 className="text-small font-semibold text-ink2">{heading}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard too. */}
      <pre
        tabIndex={0}
        className="max-h-64 flex-1 overflow-auto rounded-control border border-line bg-code px-2.5 py-1.5 whitespace-pre-wrap select-text [overflow-wrap:anywhere]"
      >
        {text ?? words.gone}
      </pre>
      <div>
        <Button size="small" busy={resolve.busy} onClick={() => resolve.send({ clash: clash.path, keep })}>
          {button}
        </Button>
      </div>
    </section>
  );
  return (
    <article
      aria-label={words.titled(clash.title)}
      className="rounded-card border border-warn-line bg-raised p-4 shadow-card"
    >
      <h3 className="mb-2 text-card font-semibold break-words">{clash.title}</h3>
      <div className="flex flex-wrap gap-4">
        {version(words.stands, clash.stands, "stands", words.keepStands)}
        {version(words.kept, clash.kept, "kept", words.keepKept)}
      </div>
    </article>
  );
}
