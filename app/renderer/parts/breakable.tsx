// An address that may be longer than its line: it breaks after / ? & first, and elsewhere only where a piece is too long.
// Nothing is added to what is selected, copied or read out.
import { Fragment } from "react";

export function Breakable({ text }: { text: string }) {
  // The position is the piece's identity: the text is cut anew whenever it changes.
  return pieces(text).map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}

/** "https://a.example/b?c=d" -> "https://", "a.example/", "b?", "c=d". Joined they are the text again. Pure. */
export function pieces(text: string): string[] {
  return text.match(/[^/?&]*[/?&]+|[^/?&]+$/g) ?? [];
}
