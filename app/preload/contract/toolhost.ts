// What main and the tool host process say to each other. Each connection to a server is a session with a number of its own; what
// comes late is told by its number. Main parses every message with these schemas; one that does not fit ends the process.
// Refuses: keys of servers that are asked over HTTP (main's proxy puts them in), functions, rich content of results.
import { z } from "zod";

/** Bounds on what a server may say; what is longer is cut or left out, and that is told. */
export const toolBounds = {
  tools: 200,
  pages: 50,
  nameCharacters: 128,
  descriptionCharacters: 4000,
  schemaCharacters: 20_000,
  /** All of a result's texts and structured content together. */
  resultCharacters: 262_144,
  resultParts: 200,
  resultDepth: 40,
  /** What it wrote to its standard error, the end of it. */
  saidCharacters: 4000,
  reasonCharacters: 2000,
  questionCharacters: 4000,
} as const;

/** How a server is reached. */
export type Launch =
  /** `env` is the child's whole environment. */
  | { kind: "command"; command: string; args: string[]; env: Record<string, string>; cwd: string }
  /** An address of the credential proxy on this computer, and the grant that is good there. `signsIn`: it has no key. */
  | { kind: "url"; url: string; token: string; signsIn: boolean };

export type ElicitationAnswer =
  | { action: "accept"; content: Record<string, string | number | boolean | string[]> | null }
  | { action: "decline" }
  | { action: "cancel" };

export type ToToolHost =
  | { type: "start"; session: number; launch: Launch }
  | { type: "stop"; session: number }
  /** `tool` is the server's own name for it. */
  | { type: "call"; session: number; call: number; tool: string; arguments: Record<string, unknown>; effectKey: string }
  | { type: "cancel"; call: number; reason: string }
  | { type: "elicited"; elicitation: number; answer: ElicitationAnswer }
  /** Stops every server and ends. */
  | { type: "quit" };

const count = z.number().int().min(0);
const reason = z.string().max(toolBounds.reasonCharacters);
/** A server that is asked over HTTP refused a request: it wants a sign-in, or wants more allowed. */
const challenge = z.strictObject({
  status: z.union([z.literal(401), z.literal(403)]),
  /** Its `WWW-Authenticate`. */
  header: z.string().max(4000).nullable(),
});
export type Challenge = z.infer<typeof challenge>;
const title = z.string().max(500).nullable();

const toolSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_./-]{1,128}$/),
  title,
  description: z.string().max(toolBounds.descriptionCharacters),
  /** JSON Schema of its arguments, as JSON text. */
  inputSchema: z.string().max(toolBounds.schemaCharacters),
  /** A stranger's hints: shown, never believed. */
  hints: z.strictObject({
    readOnly: z.boolean().nullable(),
    destructive: z.boolean().nullable(),
    idempotent: z.boolean().nullable(),
    openWorld: z.boolean().nullable(),
  }),
});
export type ServerTool = z.infer<typeof toolSchema>;

const tools = z.array(toolSchema).max(toolBounds.tools);
/** What was left out of the list, and why, in sentences. */
const leftOut = z.array(z.string().max(300)).max(20);
const result = z.record(z.string(), z.json());

const outcomeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("done"), result }),
  /** The server says that it failed. */
  z.strictObject({ kind: z.literal("failed"), reason, result: result.nullable() }),
  /** Surely nothing was sent. `over`: and the session can not be used any more. */
  z.strictObject({ kind: z.literal("not_sent"), reason, over: z.boolean() }),
  z.strictObject({ kind: z.literal("unknown"), reason }),
]);
export type HostOutcome = z.infer<typeof outcomeSchema>;

const elicitationSchema = z.discriminatedUnion("mode", [
  z.strictObject({
    mode: z.literal("form"),
    message: z.string().max(toolBounds.questionCharacters),
    /** JSON Schema of the answer, as JSON text: a flat object of texts, numbers, switches and choices. */
    schema: z.string().max(toolBounds.schemaCharacters),
  }),
  z.strictObject({
    mode: z.literal("url"),
    message: z.string().max(toolBounds.questionCharacters),
    url: z.string().max(2000),
  }),
]);
/** What a server wants to know of the person in the middle of a call. */
export type Elicitation = z.infer<typeof elicitationSchema>;

export const fromToolHostSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready") }),
  /** A process that a session started (its group has the same number), or that is gone. */
  z.strictObject({ type: z.literal("child"), session: count, pid: z.number().int().min(2), alive: z.boolean() }),
  /** It is connected, and these are its tools. */
  z.strictObject({
    type: z.literal("started"),
    session: count,
    server: z.strictObject({ name: z.string().max(200), version: z.string().max(100), title }),
    protocol: z.string().max(40),
    tools,
    leftOut,
  }),
  z.strictObject({ type: z.literal("tools"), session: count, tools, leftOut }),
  /** It could not be reached, or the connection is over. `said`: the end of what it wrote to its standard error. */
  z.strictObject({
    type: z.literal("ended"),
    session: count,
    reason,
    said: z.string().max(toolBounds.saidCharacters),
  }),
  /** Told before whatever comes of it. */
  z.strictObject({ type: z.literal("challenged"), session: count, challenge }),
  z.strictObject({ type: z.literal("progress"), call: count, message: z.string().max(300).nullable() }),
  z.strictObject({ type: z.literal("result"), call: count, outcome: outcomeSchema }),
  z.strictObject({
    type: z.literal("elicit"),
    elicitation: count,
    session: count,
    /** The call it belongs to; null when several are under way. */
    call: count.nullable(),
    request: elicitationSchema,
  }),
  /** The server no longer waits for the answer. */
  z.strictObject({ type: z.literal("unasked"), elicitation: count }),
]);
export type FromToolHost = z.infer<typeof fromToolHostSchema>;
