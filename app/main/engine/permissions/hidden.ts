// Text in HTML or Markdown that a person would not see and an agent reads. Promises: linear, a bounded number of tags is looked
// into. Refuses: to cry out over the comments of issue templates; one counts only when it speaks to an agent.
import type { Report } from "./findings.ts";

const tagsMax = 200;
const styledMax = 5000;
const insideMax = 8000;
const commentMax = 4000;
const commentsMax = 2000;
/** Fewer letters than this are an icon or a counter. */
const lettersMin = 4;
/** What only screen readers pass over is seen; ornaments and counters are marked so everywhere. */
const ornamentMin = 12;
const ornament = "aria-hidden";
const commentMin = 12;

const styled: [RegExp, string][] = [
  [/display\s{0,9}:\s{0,9}none/i, "display: none"],
  [/visibility\s{0,9}:\s{0,9}(hidden|collapse)/i, "visibility: hidden"],
  [/font-size\s{0,9}:\s{0,9}[01]?(\.\d{1,9})?(px|pt|em|rem|%)?\s{0,9}(["';!]|$)/i, "a font size of nothing"],
  [/opacity\s{0,9}:\s{0,9}0?(\.0\d{0,9})?%?\s{0,9}(["';!]|$)/i, "an opacity of nothing"],
  [/(text-indent|left|top|margin-left)\s{0,9}:\s{0,9}-\d{3,9}/i, "a place off the page"],
  [/(max-)?(width|height)\s{0,9}:\s{0,9}0(px)?\s{0,9}(["';!]|$)/i, "a size of nothing"],
  [/clip(-path)?\s{0,9}:\s{0,9}(rect\(\s{0,9}0|inset\(\s{0,9}(50|100)%)/i, "a clip to nothing"],
];
const white = String.raw`(#fff(?:fff)?(?:ff)?|white|transparent|rgba?\(\s{0,9}255\s{0,9},\s{0,9}255\s{0,9},\s{0,9}255[^)]{0,20}\)|hsl\([^)]{0,20}100%\)|#[f]{2}[ef]{1}[^"';]{0,3})`;
const whiteText = new RegExp(String.raw`(^|[^-\w])color\s{0,9}[:=]\s{0,9}["']?\s{0,9}${white}\s{0,9}(["';!\s]|$)`, "i");
const background = /(background(-color)?|bgcolor)\s{0,9}[:=]\s{0,9}["']?\s{0,9}([^;"']{1,60})/i;
const isWhite = new RegExp(`^${white}`, "i");
const attributes: [RegExp, string][] = [
  [/\shidden(\s|=|\/|$)/i, "the attribute hidden"],
  [/\saria-hidden\s{0,9}=\s{0,9}["']?true/i, ornament],
  [/^<template[\s/]?$/i, "a template"],
];

/** What every tag that hides something has in it. */
const marked = /hidden|style|color|^<template/i;

/** Nothing stands inside these. */
const empty = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** How the tag hides what is in it; null when it does not. */
function hiding(tag: string): string | null {
  for (const [pattern, how] of attributes) if (pattern.test(tag)) return how;
  if (!/style|color/i.test(tag)) return null;
  for (const [pattern, how] of styled) if (pattern.test(tag)) return how;
  if (!whiteText.test(tag)) return null;
  const behind = background.exec(tag)?.[3];
  return behind === undefined || isWhite.test(behind) ? "white letters" : null;
}

function insideOf(text: string, from: number, name: string): string {
  const rest = text.slice(from, from + insideMax);
  const close = rest.toLowerCase().indexOf(`</${name}`);
  return (close === -1 ? rest : rest.slice(0, close))
    .replaceAll(/<[^<>]*>?/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const lettersOf = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Words with which a text turns to an agent instead of a person. */
const addresses = [
  /\b(ignore|disregard|forget|override)\b[^.]{0,60}\b(previous|prior|above|earlier|all|your|instructions?|rules?|prompts?)\b/i,
  /\b(system prompt|ai (agent|assistant|model)|language model|llm|nightjar|chat ?bot|assistant\s{0,3}:)\b/i,
  /\b(you (must|should|are|will) (now|immediately|also|secretly)|new instructions?|do not (tell|mention|show|inform|reveal)|without (telling|asking|informing|approval))\b/i,
  /\b(api[ _-]?keys?|access[ _-]?tokens?|passwords?|credentials?|private key|secrets?)\b/i,
  /\b(note|message|instructions?|hint|attention|dear|hey|hello|hi)\b[^.]{0,20}\b(readers?|agents?|assistants?|bots?|models?|ai|copilot|claude|chatgpt|gemini)\b/i,
  /\b(if|when|while|whoever|anyone|everyone)\b[^.]{0,20}\b(are reading|read|reads|summari[sz]e|summari[sz]ing|process)\b[^.]{0,30}\b(this|it)\b[^.]{0,9}[,:]/i,
  /(^|[.:!,;]\s|\b(please|now|also|just)\s)\s{0,4}(approve|merge|forward|transfer|wire|exfiltrate|grant|invite|disclose|e-?mail|reply)\s{1,4}(this|the|all|every|everything|it|my|your|them|to|with|him|her|me)\b/i,
  /\b(curl|wget|invoke-webrequest)\b|\brm -rf\b|\bbase64\b/i,
  // Each part ends where the next begins, so that no beginning is tried in more than one way.
  /https?:\/\/[^\s"'<>?]{0,200}\?[^\s"'<>={]{0,200}[={]/i,
];

function speaksToAgents(text: string): boolean {
  return text.length >= commentMin && addresses.some((pattern) => pattern.test(text));
}

function findComments(text: string, report: Report): void {
  let looked = 0;
  const tooMany = () => {
    if (++looked <= commentsMax) return false;
    report.add("unchecked", `It holds more than ${commentsMax} comments, and not all were read.`);
    return true;
  };
  for (let at = text.indexOf("<!--"); at !== -1 && !report.isFull("hidden"); ) {
    const close = text.indexOf("-->", at + 4);
    const end = close === -1 ? text.length : close;
    const inside = text.slice(at + 4, Math.min(end, at + 4 + commentMax));
    // React and others leave empty ones by the hundred.
    if (inside.length >= commentMin && tooMany()) return;
    if (speaksToAgents(inside)) report.add("hidden", `A comment that nobody sees says: "${report.shown(inside)}".`);
    if (close === -1) return;
    at = text.indexOf("<!--", close + 3);
  }
  for (const [, inside = ""] of text.matchAll(/^ {0,3}\[[^\]\n]{1,40}\]: ?(?:#|<>) ?["'(]([^\n]{1,4000})/gm)) {
    if (report.isFull("hidden") || tooMany()) return;
    if (speaksToAgents(inside)) report.add("hidden", `A comment that nobody sees says: "${report.shown(inside)}".`);
  }
}

const fieldWordsMin = 4;

/** Forms keep numbers and marks in such fields, not sentences. */
function findHiddenInput(tag: string, report: Report): void {
  if (!/\stype\s{0,3}=\s{0,3}["']?hidden\b/i.test(tag)) return;
  const value = /\svalue\s{0,3}=\s{0,3}(?:"([^"]{1,4000})|'([^']{1,4000}))/i.exec(tag);
  const inside = value?.[1] ?? value?.[2] ?? "";
  const words = inside.split(/\s+/).filter((word) => /^\p{L}{2,40}[.,:;!?]?$/u.test(word)).length;
  if (words < fieldWordsMin && !speaksToAgents(inside)) return;
  report.add("hidden", `A field that nobody sees says: "${report.shown(inside)}".`);
}

export function findHidden(text: string, report: Report): void {
  if (!text.includes("<") && !text.includes("]:")) return;
  findComments(text, report);
  if (!/hidden|style|color|<template/i.test(text)) return;
  let [looked, styles] = [0, 0];
  for (const match of text.matchAll(/<([a-z][a-z0-9]{0,20})[^<>]*/gi)) {
    if (report.isFull("hidden")) return;
    const [tag, name = ""] = match;
    if (!marked.test(tag)) continue;
    if (/^input$/i.test(name)) findHiddenInput(tag, report);
    if (empty.test(name)) continue;
    const how = ++styles > styledMax ? "" : hiding(tag);
    if (how === null) continue;
    if (++looked > tagsMax || how === "") {
      report.add("unchecked", `It hides more than ${tagsMax} parts of itself, and not all could be looked through.`);
      return;
    }
    const inside = insideOf(text, match.index + tag.length + 1, name.toLowerCase());
    if (lettersOf(inside) >= (how === ornament ? ornamentMin : lettersMin))
      report.add("hidden", `It hides text by ${how}: "${report.shown(inside)}".`);
  }
}
