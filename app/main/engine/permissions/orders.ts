// Text that speaks to an agent and gives it orders, in a text or JSON value. Promises: the same for the same text, linear in its size,
// few findings. Refuses: to call the rest safe, and to decide anything: who writes otherwise is not found.
import type { Finding } from "./facts.ts";
import { createFindings, type Report } from "./findings.ts";
import type { OrderKind, OrderWords } from "./order-shape.ts";
import { orderPhrases } from "./order-words-abroad.ts";
import { orderWords } from "./order-words.ts";
import { fold, shape, type Words, wordsOf } from "./order-reading.ts";
import { eachText } from "./texts-in.ts";
import { unwrap } from "./wrapped.ts";

const sentences: Record<OrderKind | "marks" | "call" | "several", string> = {
  override: "It tells an agent to forget what it was told before.",
  role: "It speaks to an agent, not to a person, and tells it what to be.",
  secrecy: "It asks an agent to keep something from you.",
  reveal: "It asks an agent for keys, passwords or its own instructions.",
  money: "It presses for money to be sent at once.",
  unasked: "It asks an agent to act without asking you.",
  tool: "It tells an agent to use a tool.",
  task: "It gives an agent another task.",
  marks: "It holds marks that set a model's own messages apart, as if it were one of them.",
  call: "It holds what looks like an agent's call of a tool.",
  several: "Several of its phrases are those of orders to an agent.",
};

interface Group {
  whole: ReadonlySet<string>;
  beginnings: readonly string[];
}
interface Rule extends Pick<OrderWords, "kind" | "sure"> {
  groups: Group[];
  before: number;
  after: number;
}

const split = (text: string): string[] => text.split(" ").filter((word) => word !== "");

/** Shape to the word of ours that has it. */
const shapes = new Map<string, string>();
const ours = (word: string): string => {
  const of = shape(word);
  if (of !== null && !shapes.has(of)) shapes.set(of, word);
  return word;
};
/** What a word means here: itself, or the word of ours whose letters it mixes up. */
function meant(word: string): string {
  const of = shape(word);
  return of === null ? word : (shapes.get(of) ?? word);
}

function groupOf(text: string): Group {
  const words = split(text);
  return {
    whole: new Set(words.filter((word) => !word.endsWith("*")).map((word) => ours(fold(word)))),
    beginnings: words.filter((word) => word.endsWith("*")).map((word) => fold(word.slice(0, -1))),
  };
}

/** By the folded first word. */
const rules = new Map<string, Rule[]>();
for (const { kind, sure, first, near, reach: [before, after] = [3, 8] } of orderWords) {
  const groups = near.split("|").map(groupOf);
  const rule: Rule = {
    kind,
    sure,
    before,
    after,
    groups: groups.filter(({ whole, beginnings }) => whole.size + beginnings.length > 0),
  };
  for (const word of split(first).map((one) => ours(fold(one)))) rules.set(word, [...(rules.get(word) ?? []), rule]);
}

const isIn = ({ whole, beginnings }: Group, word: string): boolean =>
  whole.has(word) || beginnings.some((beginning) => word.startsWith(beginning));

function fits({ groups, before, after }: Rule, words: readonly string[], at: number): boolean {
  const around = [...words.slice(Math.max(0, at - before), at), ...words.slice(at + 1, at + 1 + after)];
  return groups.every((group) => around.some((word) => isIn(group, word)));
}

/** Orders that were written without any space between their words. */
const together = ["ignore", "disregard", "forget", "override", "ignoriere", "vergiss", "oublie"].map(fold);
const togetherAbout = [
  "previousinstructions",
  "priorinstructions",
  "allinstructions",
  "systemprompt",
  "aboveinstructions",
  "yourinstructions",
  "previousprompt",
  "anweisungen",
  "instructionsprecedentes",
].map(fold);

function isTogether(word: string): boolean {
  if (word.length < 16) return false;
  return together.some((one) => word.includes(one)) && togetherAbout.some((one) => word.includes(one));
}

/** "Do not tell the user": an order only where nobody is named who does not tell. */
const [not, never, doWord] = [fold("not"), fold("never"), fold("do")];
const dont = new Set(["don", "dont"].map(fold));
const telling = groupOf("tell inform mention notify alert warn disclose say");
const people = groupOf("user owner human operator person");
const joining = groupOf("and then but please also important just so always now instead");

function keepsSecret({ words, places }: Words, at: number, text: string): boolean {
  const word = words[at] ?? "";
  const from = word === not && words[at - 1] === doWord ? at - 1 : word === never || dont.has(word) ? at : -1;
  if (from === -1) return false;
  const next = word !== never && dont.has(word) && words[at + 1] === "t" ? at + 2 : at + 1;
  const verb = [next, next + 1].find((one) => isIn(telling, words[one] ?? ""));
  if (verb === undefined || !words.slice(verb + 1, verb + 6).some((one) => isIn(people, one))) return false;
  if (from === 0 || isIn(joining, words[from - 1] ?? "")) return true;
  const between = text.slice(places[from - 1] ?? 0, places[from]);
  return /[.!?:;,\n([{"'*>—–-]/.test(between.slice(-4));
}

/** How far apart, in characters, phrases of two kinds still belong together. */
const together600 = 600;

interface Hit {
  kind: keyof typeof sentences;
  at: number;
}

function inWords(text: string): Hit | null {
  const read = wordsOf(text);
  const { places } = read;
  const words = read.words.map(meant);
  const lastOf = new Map<OrderKind, number>();
  for (const [at, word] of words.entries()) {
    const place = places[at] ?? 0;
    if (isTogether(word)) return { kind: "override", at: place };
    if (keepsSecret(read, at, text)) return { kind: "secrecy", at: place };
    for (const rule of rules.get(word) ?? []) {
      if (!fits(rule, words, at)) continue;
      if (rule.sure) return { kind: rule.kind, at: place };
      for (const [kind, before] of lastOf) {
        if (kind !== rule.kind && place - before <= together600) return { kind: "several", at: before };
      }
      lastOf.set(rule.kind, place);
    }
  }
  return null;
}

const marks =
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|tool_call|begin_of_text)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system-reminder|system_prompt|function_calls|tool_calls?|tool_use|tool_result|start_of_turn|end_of_turn)>|<(?:start|end)_of_turn>|<(?:invoke|function) name=|^#{1,4} ?(?:System|Instruction|Assistant|Response) ?:|\n\n(?:Human|Assistant|System): |\[(?:SYSTEM|system)\](?:\(#\w+\))?|--- ?(?:BEGIN|END|START) (?:OF )?(?:SYSTEM|INSTRUCTIONS|PROMPT|USER INPUT)/m;
/** The last ones before anything else counts: a quotation mark may be escaped, as JSON in JSON is. */
const toolNamed =
  /\\{0,8}["'](?:tool|tool_name|toolName|function_call|recipient_name|tool_calls)\\{0,8}["']\s{0,9}:\s{0,9}[[{\\"']/g;
const withArguments =
  /\\{0,8}["'](?:arguments|args|parameters|params|input|tool_input)\\{0,8}["']\s{0,9}:\s{0,9}[{\\"']/;
const callLength = 600;
const callsMax = 200;

function inMarks(text: string): Hit | null {
  const mark = marks.exec(text);
  if (mark !== null) return { kind: "marks", at: mark.index };
  let looked = 0;
  for (const { index } of text.matchAll(toolNamed)) {
    if (++looked > callsMax) break;
    if (withArguments.test(text.slice(Math.max(0, index - callLength), index + callLength)))
      return { kind: "call", at: index };
  }
  return null;
}

function inPhrases(text: string): Hit | null {
  if (!/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(text)) return null;
  const plain = text.replaceAll(/[\p{Default_Ignorable_Code_Point}\s]/gu, (one) => (one === "\n" ? one : ""));
  for (const { kind, pattern } of orderPhrases) if (pattern.test(plain)) return { kind, at: 0 };
  return null;
}

const inText = (text: string): Hit | null => inMarks(text) ?? inWords(text) ?? inPhrases(text);

function lookAt(text: string, report: Report): void {
  if (report.isFull("order")) return;
  const hit = inText(text);
  if (hit !== null) return report.add("order", sentences[hit.kind], text, hit.at);
  for (const inside of unwrap(text)) {
    const found = inText(inside.text);
    if (found !== null)
      return report.add("order", `Encoded in it (${inside.how}): ${sentences[found.kind]}`, inside.text, found.at);
  }
}

/**
 * @param value a text, or JSON whose texts and keys are looked at, each named by its path.
 * @returns at most one for each place, and few in all
 */
export function findOrders(value: unknown): Finding[] {
  const found = createFindings();
  eachText(value, (text, where) => lookAt(text, found.at(where)));
  return found.all();
}
