// Why a card asks: what was noticed, the sentence that decided, and the text that caused it, inert and folded.
import { KeyRound, Quote, ShieldQuestionMark, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import type { ApprovalCard, CardFinding } from "../../../preload/contract/approvals.ts";
import { useDetails } from "../../api/queries.ts";
import { routeHash } from "../../frame/route.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Linked } from "../../parts/linked.tsx";
import { texts } from "../../texts/cards.ts";

export function Findings({ findings }: { findings: readonly CardFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul
      aria-label={texts.findings}
      className="mt-3 flex flex-col gap-1 rounded-control border border-transparent bg-warn-soft px-3 py-2 contrast-more:border-warn-line"
    >
      {findings.map((finding) => (
        <li
          key={`${finding.in} ${finding.kind} ${finding.where} ${finding.what}`}
          className="flex items-start gap-2 text-head text-warn"
        >
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" className="mt-[3px] shrink-0" />
          <span className="min-w-0 break-words">
            <span className="font-medium">
              {finding.in === "call" ? texts.inCall(finding.where) : texts.inCause(finding.where)}:
            </span>{" "}
            {finding.what}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What would come of a yes, said before it is given. @param id for the button that it is about */
export function Blocked({ blocked, id }: { blocked: ApprovalCard["blocked"]; id?: string }) {
  if (blocked === null) return null;
  return (
    <p className="mt-3 flex items-start gap-2 text-head text-warn">
      <KeyRound size={14} strokeWidth={1.75} aria-hidden="true" className="mt-[3px] shrink-0" />
      <span className="min-w-0 break-words">
        <span id={id}>{blocked.sentence}</span>{" "}
        <a
          href={routeHash({ view: "permissions", ref: `credential:${blocked.credential}` })}
          className="rounded-sm font-medium text-ink underline decoration-1 underline-offset-2 hover:decoration-2"
        >
          {texts.toCredential}
        </a>
      </span>
    </p>
  );
}

export function Why({ card }: { card: ApprovalCard }) {
  if (card.reason === "") return null;
  return (
    <p className="mt-3 flex items-start gap-2 text-head text-ink2">
      <ShieldQuestionMark size={15} strokeWidth={1.75} aria-label={texts.why} className="mt-[2.5px] shrink-0" />
      <span className="min-w-0 break-words">
        {card.reason}
        {card.permission !== null && (
          <>
            {" "}
            <a
              href={routeHash({ view: "permissions", ref: card.permission })}
              className="rounded-sm font-medium text-ink underline decoration-1 underline-offset-2 hover:decoration-2"
            >
              {texts.theRule}
            </a>
          </>
        )}
      </span>
    </p>
  );
}

/** So much shows without a click; what is longer folds. */
const foldedLines = 2;
const foldedCharacters = 160;

export function Cause({ card }: { card: ApprovalCard }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { causeText } = card;
  if (causeText === null) return null;
  const { excerpt, cut } = causeText;
  const folds = cut || excerpt.length > foldedCharacters || excerpt.split("\n").length > foldedLines;
  return (
    <div role="group" aria-label={texts.cause} className="mt-2 flex items-start gap-2 text-head">
      <Quote size={15} strokeWidth={1.75} aria-hidden="true" className="mt-[2.5px] shrink-0 text-ink2" />
      <div className="min-w-0 flex-1">
        <div id={id}>
          {open && cut ? (
            <WholePayload card={card} />
          ) : (
            <p className={`break-words whitespace-pre-line ${open ? "" : "line-clamp-2"}`}>
              <Linked text={excerpt} />
            </p>
          )}
        </div>
        {folds && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="rounded-sm text-small font-medium text-ink2 underline decoration-1 underline-offset-2 hover:text-ink"
          >
            {open ? texts.fold : texts.showAll}
          </button>
        )}
      </div>
    </div>
  );
}

function WholePayload({ card }: { card: ApprovalCard }) {
  const details = useDetails(card, true);
  if (details.error !== null) return <p className="text-head text-warn">{details.error.message}</p>;
  if (details.data === undefined) return <p className="text-head text-ink2">{texts.fetching}</p>;
  if (details.data === null) return <p className="text-head text-warn">{texts.gone}</p>;
  return (
    <div className="my-1.5">
      <CodeBlock label={texts.wholePayload}>{details.data.payload}</CodeBlock>
    </div>
  );
}
