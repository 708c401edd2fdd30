// The one list of IPC channels between the window and main: names and input schemas. Main refuses whatever does not fit.
// The page imports types from here, never zod at run time.
import { z } from "zod";
import type { Channel } from "./names.ts";
import type { AnswerRow, PermissionsView, RulePreview, UseRow } from "./permissions.ts";
import type { MemoryDone, MemoryEntry, MemorySearch, MemoryView } from "./memory.ts";
import { conversationInputs, type ConversationOutputs } from "./stream.ts";
import { memoryInputs } from "./memory-inputs.ts";
import { reminderInputs, type ReminderOutputs } from "./reminders.ts";
import { thinkingInputs } from "./thinking-inputs.ts";
import type { ThinkingOutputs } from "./thinking-settings.ts";
import type { LongText, RunSteps, RunView, SpentView } from "./runs.ts";
import type { AnswerResult, ApprovalDetails, EditResult } from "./approvals.ts";
import type {
  ActivityDetail,
  ActivityRow,
  DeadEvent,
  Done,
  SettingsView,
  StatusView,
  TimerRow,
  TodayView,
} from "./views.ts";

const nothing = z.undefined();
const inboxId = z.strictObject({ id: z.number().int().positive() });
const runId = z.strictObject({ id: z.number().int().positive() });
const entryId = z.number().int().min(0);
const timerId = z.strictObject({ id: z.string().min(1).max(300) });
const seconds = z.number().int().min(1).max(31_536_000);
const name = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/);
/** `env:NAME` or `keychain:NAME`. */
const reference = z.string().regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|keychain:[a-zA-Z0-9._-]{1,100})$/);
const approvalId = z.string().min(1).max(100);
const callHash = z.string().min(1).max(100);
const limitRows = z.number().int().min(1).max(200);

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const sourceInput = z.strictObject({
  name,
  kind: z.enum(["github", "standard-webhooks", "token"]),
  secret: reference,
  identicalBodies: z.enum(["twin", "run"]),
  /** What becomes of its events while a run is on; left as it is where nothing is said. */
  duringRun: z.enum(["next", "fold", "restart"]).optional(),
  /** Names of its events that do not wait; left as they are where nothing is said. */
  urgent: z
    .array(z.string().regex(/^[^\p{C}\s,]([^\p{C},]{0,98}[^\p{C}\s,])?$/u))
    .max(50)
    .optional(),
  /** The day its secret stops working, or none; left as it is where nothing is said. */
  expiresOn: day.nullable().optional(),
});

export const settingsPatch = z.strictObject({
  port: z.number().int().min(0).max(65_535).optional(),
  gapSeconds: seconds.optional(),
  quietHours: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/)
    .nullable()
    .optional(),
  windowSeconds: seconds.optional(),
  /** All tools that have a window of their own, by exact name. */
  windowsSeconds: z
    .record(z.string().min(1).max(200), seconds)
    .refine((windows) => Object.keys(windows).length <= 100)
    .optional(),
  pauseInQuietHours: z.boolean().optional(),
  destinations: z.array(z.string().max(2000)).max(200).optional(),
});

const restriction = z.string().min(1).max(8000).nullable();

/** A permission rule; the settings check what it means together. */
const rule = z.strictObject({
  tool: z.string().min(1).max(200),
  methods: z
    .array(z.string().regex(/^[A-Z]{1,20}$/))
    .min(1)
    .max(20)
    .nullable(),
  host: restriction,
  path: restriction,
  folder: restriction,
  recipient: restriction,
  amountMax: z.number().nullable(),
  credential: name.nullable(),
  exact: z.boolean(),
  decide: z.enum(["allow", "ask", "deny"]),
  trusted: z.boolean(),
  windowSeconds: seconds.nullable(),
});
const ruleIndex = z.number().int().min(0).max(100_000);

const credential = z.strictObject({
  name,
  secret: reference,
  /** As in `Authorization: Bearer {secret}`; never the secret itself. */
  header: z.string().min(1).max(1200),
  destinations: z.array(z.string().min(1).max(2000)).min(1).max(100),
  expiresOn: day.nullable(),
});

const longText = z.string().max(10_000);
const reply = z.union([
  z.strictObject({ text: z.string().trim().min(1).max(2000) }),
  z.strictObject({ choice: z.number().int().min(0).max(100) }),
  z.strictObject({
    values: z
      .record(z.string().min(1).max(200), z.union([longText, z.number(), z.boolean(), z.array(longText).max(200)]))
      .refine((values) => Object.keys(values).length <= 100),
  }),
  z.strictObject({ opened: z.literal(true) }),
]);

export const inputs = {
  "status.get": nothing,
  "today.get": nothing,
  "approvals.answer": z
    .strictObject({
      id: approvalId,
      callHash,
      answer: z.enum(["yes", "no", "did", "again", "leave"]),
      /** Why not, for whoever wanted the call. */
      words: z.string().trim().min(1).max(2000).optional(),
      /** The line of the rule that was previewed: it is written, to the letter, before this yes. */
      always: z.string().min(1).max(40_000).optional(),
      /** What is said to a question or filled into a form; main compares it with what was asked. */
      reply: reply.optional(),
    })
    .refine(({ answer, words }) => words === undefined || answer === "no", { path: ["words"] })
    .refine(({ answer, always }) => always === undefined || answer === "yes", { path: ["always"] })
    .refine((given) => given.reply === undefined || given.answer === "yes", { path: ["reply"] }),
  /** Each is bound to its own call and has its own result, in the same order. */
  "approvals.answerMany": z.strictObject({
    cards: z
      .array(z.strictObject({ id: approvalId, callHash }))
      .min(1)
      .max(100),
    answer: z.enum(["yes", "no"]),
  }),
  /** Another call in the place of this one, as JSON text; it is shown again. */
  "approvals.edit": z.strictObject({ id: approvalId, callHash, arguments: z.string().min(2).max(4_000_000) }),
  "approvals.details": z.strictObject({ id: approvalId, callHash }),
  /** How it stands now with a question that was answered; `yours` as the answer said. */
  "approvals.get": z.strictObject({ id: approvalId, yours: z.boolean() }),
  /** Answered ones, newest first; `before` is the moment and number of the last one seen. */
  "approvals.history": z.strictObject({
    before: z.strictObject({ at: z.number().int(), row: z.number().int() }).nullable(),
    limit: limitRows,
  }),
  "outbox.sendNow": nothing,
  "dead.list": nothing,
  "dead.retry": inboxId,
  "dead.discard": inboxId,
  "timers.list": nothing,
  "timers.runNow": timerId,
  /** One that an agent has set. */
  "timers.cancel": timerId,
  "timers.pause": z.strictObject({ id: z.string().min(1).max(300), paused: z.boolean() }),
  ...reminderInputs,
  ...conversationInputs,
  "activity.list": z.strictObject({
    before: z.number().int().positive().nullable(),
    limit: z.number().int().min(1).max(500),
    source: z.string().max(100).nullable(),
  }),
  "activity.get": inboxId,
  "activity.runAnyway": inboxId,
  "activity.run": runId,
  /** Steps of the run's session, after or before an entry of its transcript. */
  "activity.steps": z.strictObject({
    id: runId.shape.id,
    mark: z.union([z.strictObject({ after: entryId }), z.strictObject({ before: entryId })]),
  }),
  /** The rest of a long text of the run's session, from a character on. */
  "activity.text": z.strictObject({
    id: runId.shape.id,
    place: z.union([
      z.strictObject({ entry: entryId, part: z.number().int().min(0).max(100_000) }),
      z.strictObject({ call: z.string().min(1).max(100), of: z.enum(["arguments", "result", "error"]) }),
    ]),
    from: z.number().int().min(0).max(100_000_000),
  }),
  "activity.spent": nothing,
  "activity.stopRun": runId,
  "settings.get": nothing,
  "settings.save": settingsPatch,
  "settings.saveSource": sourceInput,
  "settings.removeSource": z.strictObject({ name }),
  /** From then on both secrets prove a delivery of the source. */
  "settings.exchangeSecret": z.strictObject({ name, next: reference }),
  /** One of the two stays; the other is forgotten when nothing else names it. */
  "settings.finishExchange": z.strictObject({ name, keep: z.enum(["next", "present"]) }),
  "settings.setSecret": z.strictObject({
    name: z.string().regex(/^[a-zA-Z0-9._-]{1,100}$/),
    value: z.string().min(1).max(10_000),
    untilQuit: z.boolean(),
  }),
  "settings.forgetSecret": z.strictObject({ name: z.string().regex(/^[a-zA-Z0-9._-]{1,100}$/) }),
  "settings.testDelivery": z.strictObject({ source: name }),
  "settings.openFile": z.strictObject({ file: z.enum(["config.yaml", "rules.yaml", "folder"]) }),
  ...thinkingInputs,
  ...memoryInputs,
  "permissions.get": nothing,
  /** What adding it (null), or changing the one at that place, would write; nothing is written. */
  "permissions.previewRule": z.strictObject({ index: ruleIndex.nullable(), rule }),
  "permissions.addRule": z.strictObject({ rule }),
  /** `seen` is the rule as it stood there when the person decided. */
  "permissions.changeRule": z.strictObject({ index: ruleIndex, seen: rule, rule }),
  "permissions.removeRule": z.strictObject({ index: ruleIndex, seen: rule }),
  "permissions.setAutoMode": z.strictObject({ on: z.boolean() }),
  "credentials.save": credential,
  /** The rules that name it go with it when that is said. */
  "credentials.remove": z.strictObject({ name, withRules: z.boolean() }),
  /** Null: all that are live. */
  "grants.revoke": z.strictObject({ id: z.string().min(1).max(100).nullable() }),
  "uses.list": z.strictObject({ before: z.number().int().positive().nullable(), limit: limitRows }),
  "outgoing.set": z.strictObject({ off: z.boolean() }),
  "listener.retry": nothing,
  "link.open": z.strictObject({ url: z.string().max(4000) }),
} as const satisfies Record<Channel, z.ZodType>;

export interface Outputs extends ReminderOutputs, ThinkingOutputs, ConversationOutputs {
  "status.get": StatusView;
  "today.get": TodayView;
  "approvals.answer": AnswerResult;
  "approvals.answerMany": AnswerResult[];
  "approvals.edit": EditResult;
  "approvals.details": ApprovalDetails | null;
  "approvals.get": AnswerResult | null;
  "approvals.history": AnswerRow[];
  "outbox.sendNow": Done;
  "dead.list": DeadEvent[];
  "dead.retry": Done;
  "dead.discard": Done;
  "timers.list": TimerRow[];
  "timers.runNow": Done;
  "timers.pause": Done;
  "timers.cancel": Done;
  "activity.list": ActivityRow[];
  "activity.get": ActivityDetail | null;
  "activity.runAnyway": Done;
  "activity.run": RunView | null;
  "activity.steps": RunSteps | null;
  "activity.text": LongText | null;
  "activity.spent": SpentView;
  "activity.stopRun": Done;
  "settings.get": SettingsView;
  "settings.save": Done;
  "settings.saveSource": Done;
  "settings.removeSource": Done;
  "settings.exchangeSecret": Done;
  "settings.finishExchange": Done;
  "settings.setSecret": Done;
  "settings.forgetSecret": Done;
  "settings.testDelivery": Done;
  "settings.openFile": Done;
  "memory.get": MemoryView;
  "memory.read": MemoryEntry | null;
  "memory.search": MemorySearch;
  "memory.saveInstructions": MemoryDone;
  "memory.save": MemoryDone;
  "memory.remove": MemoryDone;
  "memory.trust": MemoryDone;
  "memory.resolve": MemoryDone;
  "memory.undo": MemoryDone;
  "permissions.get": PermissionsView;
  "permissions.previewRule": RulePreview;
  "permissions.addRule": Done;
  "permissions.changeRule": Done;
  "permissions.removeRule": Done;
  "permissions.setAutoMode": Done;
  "credentials.save": Done;
  "credentials.remove": Done;
  "grants.revoke": Done;
  "uses.list": UseRow[];
  "outgoing.set": Done;
  "listener.retry": Done;
  "link.open": Done;
}

export type { Channel } from "./names.ts";
export type Input<C extends Channel> = z.infer<(typeof inputs)[C]>;
