// Text from outside with its addresses as they truly are: each shows the host it leads to, and opens on a click alone.
// Refuses markup, and addresses that are not https: those stay text.
import { Fragment, type ReactNode } from "react";
import { useCommand } from "../api/queries.ts";
import { texts } from "../texts/links.ts";
import { doubtOf, hostAsWritten, splitLinks } from "./links.ts";

export function Linked({ text }: { text: string }): ReactNode {
  return splitLinks(text).map((piece, index) => (
    // The position is the piece's identity: the text is cut anew whenever it changes.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{piece.kind === "text" ? piece.text : <Link text={piece.text} host={piece.host} />}</Fragment>
  ));
}

function Link({ text, host }: { text: string; host: string }) {
  const open = useCommand("link.open", []);
  const refused = open.data?.ok === false ? open.data.sentence : (open.error?.message ?? null);
  const [before, written, after] = hostAsWritten(text);
  const doubt = doubtOf(written, host);
  return (
    <>
      <button
        type="button"
        title={texts.opens(host)}
        onClick={() => open.mutate({ url: text })}
        className="inline rounded-sm text-left break-all text-accent underline decoration-1 underline-offset-2 hover:decoration-2"
      >
        {before}
        <span className="font-mono text-[0.93em] font-medium">{written}</span>
        {after}
      </button>
      {/* What reads like one host and is another is said where it is read. */}
      {doubt !== null && (
        <span className={`text-warn ${doubt === "other" ? "font-mono text-[0.93em]" : ""}`}>{texts[doubt](host)}</span>
      )}
      {refused !== null && (
        <span role="status" className="text-warn">
          {" "}
          {refused}
        </span>
      )}
    </>
  );
}
