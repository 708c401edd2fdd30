// A run's thinking: say what is new, ask the model, write down its message, have its calls made, write down their results, again.
// Promises: every step is committed before the next begins, and any prefix leads on. Refuses: to make a call itself, or to speak.
import type { AgentCallAnswer } from "../../preload/contract/agent.ts";
import { roomFor } from "../../preload/contract/room.ts";
import type { ThinkBrief, ThoughtEvent } from "../../preload/contract/thinking.ts";
import { entryLengthMax } from "../../preload/contract/thinking.ts";
import { checkCalls, titleOf } from "./calls.ts";
import { type Client, createClient, type Message, type ModelRequest } from "./client.ts";
import { canCompact, compact, savingNote, withLastWhole } from "./compact.ts";
import type { Dialogue } from "./dialogue.ts";
import { charactersPerToken } from "./estimate.ts";
import type { OpenCall } from "./meta.ts";
import {
  alwaysCut,
  alwaysWrong,
  answerTooLong,
  broken,
  failedFinish,
  type ModelFailure,
  refusedByModel,
} from "./model-failure.ts";
import { fixedPart } from "./prompt.ts";
import { toolParts } from "./results.ts";
import { forProvider, lengthOf, shortened } from "./sending.ts";
import { type Outcome, tell } from "./telling.ts";
import { lastWords } from "./last-words.ts";
import { advance, readTranscript, type Session } from "./transcript.ts";

/** `text`: the last words; empty where it waits for the person. */
export type ThoughtEnd = { kind: "ended"; text: string } | { kind: "failed"; failure: ModelFailure };

const waits: ThoughtEnd = { kind: "ended", text: "" };
const failed = (failure: ModelFailure): ThoughtEnd => ({ kind: "failed", failure });

/** So many messages in a row with nothing in them that can be done, and it is given up. */
const uselessMax = 3;
const cutsMax = 2;
/** What events and outcomes may take of the model's room, and when a session is shortened and summed up. */
const newsPart = 0.35;
const shortenPart = 0.7;
const compactPart = 0.85;
/** How much of the room a request about the session itself takes: the estimates may be off. */
const spareRoom = 0.9;

const wasCut =
  "Your last message was cut at its longest before it did anything. Go on in shorter steps, or end if nothing is to do.";

export async function think(
  brief: ThinkBrief,
  dialogue: Dialogue,
  Response: typeof globalThis.Response,
): Promise<ThoughtEnd> {
  const read = readTranscript(brief.transcript);
  if ("unreadable" in read) return failed(broken(`its entry ${read.unreadable} is not readable`));
  const session: Session = read;
  const { model, now, zone } = brief;
  const parts = fixedPart(brief);
  const fixedLength = parts.system.length + JSON.stringify(parts.tools).length;
  const client: Client = createClient({ model, send: dialogue.model, Response, taken: () => session.ids });
  const prepare = (messages: readonly Message[]): Message[] => forProvider(messages, model.provider);
  let news: ThoughtEvent[] = brief.events.filter(({ id }) => !session.told.has(id));
  let word = brief.note;
  const askedNow = new Set<number>();

  /** Commits an entry; what arrived meanwhile is told before the model is asked again. */
  async function add(role: "user" | "assistant" | "tool" | "summary", message: Message, meta: object, calls = 0) {
    const entry = { role, body: JSON.stringify(message), meta: JSON.stringify(meta) };
    if (entry.body.length > entryLengthMax) return failed(answerTooLong);
    const { firstCall, arrived } = await dialogue.append({ ...entry, calls });
    if (!advance(session, { ...entry, firstCall }))
      throw new Error(`An entry (${role}) does not follow from the session.`);
    const known = new Set([...session.told, ...news.map(({ id }) => id)]);
    news.push(...arrived.filter(({ id }) => !known.has(id)));
    return null;
  }

  function ask({ index, tool, arguments: args }: OpenCall): Promise<AgentCallAnswer> {
    askedNow.add(index);
    return dialogue.call({ index, title: titleOf(tool, args), tool, arguments: args });
  }

  /** The calls of the last message, one after another. Null when they wait for the person and nothing new came. */
  async function settle(): Promise<ThoughtEnd | null> {
    const answers = new Map<number, AgentCallAnswer>();
    for (const { index, tool, arguments: args } of session.pending) {
      if (index !== null) answers.set(index, await ask({ index, tool, arguments: args }));
    }
    const open = [...answers].filter(([, { outcome }]) => outcome === "deferred").map(([index]) => index);
    if (open.length > 0 && news.length === 0 && session.saving === "no") return waits;
    const given = [...answers.keys()].filter((index) => !open.includes(index));
    return add("tool", { role: "tool", content: await toolParts(session.pending, answers) }, { given, open });
  }

  /** What came of calls that had to wait. */
  async function outcomes(): Promise<Outcome[]> {
    const settled: Outcome[] = [];
    for (const call of session.open.filter(({ index }) => !askedNow.has(index))) {
      const { index, tool, arguments: args } = call;
      const answer = await ask(call);
      if (answer.outcome !== "deferred") settled.push({ index, tool, title: titleOf(tool, args), answer });
    }
    return settled;
  }

  async function tellNews(settled: Outcome[], note: string | null): Promise<ThoughtEnd | null> {
    const events = news;
    news = [];
    const lengthMax = Math.min(roomFor(model) * newsPart * charactersPerToken, entryLengthMax / 4);
    const content = await tell({ events, outcomes: settled, note, now, zone }, Math.floor(lengthMax));
    return add(
      "user",
      { role: "user", content },
      { events: events.map(({ id }) => id), outcomes: settled.map(({ index }) => index) },
    );
  }

  /** The request for the session as it stands; null when it has to be summed up first. */
  function request(): { request: ModelRequest; sent: number } | null {
    if (session.saving === "asked") {
      const messages = withLastWhole(session.messages, Math.floor(messagesMax() * spareRoom));
      return { request: { ...parts, messages: prepare(messages) }, sent: fixedLength + lengthOf(messages) };
    }
    const charactersMax = roomFor(model) / session.tokensPerCharacter;
    const messages = shortened(session.messages, Math.max(charactersMax * shortenPart - fixedLength, 2000));
    const sent = fixedLength + lengthOf(messages);
    if (sent > charactersMax * compactPart && canCompact(session)) return null;
    return { request: { ...parts, messages: prepare(messages) }, sent };
  }

  /** Characters that the messages may have at most. */
  const messagesMax = () => Math.max(roomFor(model) / session.tokensPerCharacter - fixedLength, 4000);

  /** The session has outgrown its room: what must last is asked for once, where there is a tool for it, then it is summed up. */
  async function makeRoom(): Promise<ThoughtEnd | null> {
    const content = session.saving === "no" ? savingNote(parts.known) : null;
    if (content === null) return sumUp();
    return add("user", { role: "user", content }, { events: [], outcomes: [], saving: true });
  }

  async function sumUp(): Promise<ThoughtEnd | null> {
    const lengthMax = Math.floor(messagesMax() * spareRoom);
    const summary = await compact(session, parts, lengthMax, client, prepare, word);
    if ("sentence" in summary) return failed(summary);
    word = null;
    return add("summary", summary.message, summary.meta);
  }

  /** One message of the model, written down. */
  async function step(): Promise<ThoughtEnd | null> {
    const prepared = request();
    if (prepared === null) return makeRoom();
    const saving = session.saving === "asked";
    const reply = await client(prepared.request);
    if (reply.kind === "failed") {
      return reply.failure.tooLong && canCompact(session) ? makeRoom() : failed(reply.failure);
    }
    const { finish, usage } = reply;
    // Nothing that goes wrong with the asking alone is worth the run.
    if (saving && (finish === "content-filter" || finish === "error")) return sumUp();
    if (finish === "content-filter") return failed(refusedByModel);
    if (finish === "error") return failed(failedFinish);
    const { content, calls, refused } = checkCalls(reply.content, reply.calls, parts.known, finish === "length");
    const cut = finish === "length";
    const written = await add(
      "assistant",
      { role: "assistant", content },
      { calls, refused, cut, usage, sent: prepared.sent },
      calls.length,
    );
    if (written !== null || saving) return written;
    if (session.useless >= uselessMax) return failed(alwaysWrong(session.useless));
    if (session.cuts >= cutsMax) return failed(alwaysCut(model.maxOutputTokens));
    return null;
  }

  for (;;) {
    if (session.pending.length > 0) {
      const end = await settle();
      if (end !== null) return end;
      continue;
    }
    // What is new waits: it is told after the summary, lest it be lost in it.
    if (session.saving !== "no") {
      const end = session.saving === "asked" ? await step() : await sumUp();
      if (end !== null) return end;
      continue;
    }
    const settled = await outcomes();
    const cut = session.last === "assistant" && session.cuts > 0 ? wasCut : null;
    // What became of the last run asks nothing of the model by itself.
    const said = settled.length > 0 || news.length > 0 || cut !== null || (word !== null && session.awaitsModel);
    if (!said && !session.awaitsModel) return { kind: "ended", text: lastWords(session) };
    const note = [word, cut].filter((one) => one !== null).join("\n\n") || null;
    if (said) word = null;
    const end = said ? await tellNews(settled, note) : await step();
    if (end !== null) return end;
  }
}
