// Makes rendered text fit to be shown: no control characters, no reversed writing, a bounded length with a marked cut.
// Refuses: to change what a call's arguments say; only messages, titles and reasons pass here.

const cutMark = " … (cut)";
// oxlint-disable-next-line no-control-regex -- naming control characters is the point.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g;
// With these a stranger's text could make a title read as something else than it says.
const turns = /[\u202a-\u202e\u2066-\u2069]/g;
const loneSurrogate = /\p{Surrogate}/gu;

/** `text` as it may be shown, at most `lengthMax` UTF-16 units, never cut inside a character. */
export function showable(text: string, lengthMax: number): string {
  // Cleaning costs as much as the text is long: what is far beyond the limit goes first.
  const head = text.length > lengthMax * 4 ? text.slice(0, lengthMax * 4) : text;
  const clean = head
    .replaceAll("\r\n", "\n")
    .replace(controls, " ")
    .replace(turns, "")
    .replace(loneSurrogate, "\ufffd")
    .trim();
  if (clean.length <= lengthMax && head.length === text.length) return clean;
  return `${clean.slice(0, lengthMax - cutMark.length).replace(/[\ud800-\udbff]$/, "")}${cutMark}`;
}
