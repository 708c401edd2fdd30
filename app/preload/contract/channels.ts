// The one list of IPC channels between the window and main: names and input schemas. Main refuses whatever does not fit.
// The page imports types from here, never zod at run time.
import { z } from "zod";
import type { Channel } from "./names.ts";
import type {
  ActivityDetail,
  ActivityRow,
  AnswerResult,
  DeadEvent,
  Done,
  SettingsView,
  StatusView,
  TimerRow,
  TodayView,
} from "./views.ts";

const nothing = z.undefined();
const inboxId = z.strictObject({ id: z.number().int().positive() });
const timerId = z.strictObject({ id: z.string().min(1).max(300) });
const seconds = z.number().int().min(1).max(31_536_000);
const name = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/);

export const sourceInput = z.strictObject({
  name,
  kind: z.enum(["github", "standard-webhooks", "token"]),
  /** `env:NAME` or `keychain:NAME`. */
  secret: z.string().regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|keychain:[a-zA-Z0-9._-]{1,100})$/),
  identicalBodies: z.enum(["twin", "run"]),
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
  destinations: z.array(z.string().max(2000)).max(200).optional(),
});

export const inputs = {
  "status.get": nothing,
  "today.get": nothing,
  "approvals.answer": z.strictObject({
    id: z.string().min(1).max(100),
    callHash: z.string().min(1).max(100),
    answer: z.enum(["yes", "no", "did", "again", "leave"]),
  }),
  /** How it stands now with a question that was answered; `yours` as the answer said. */
  "approvals.get": z.strictObject({ id: z.string().min(1).max(100), yours: z.boolean() }),
  "outbox.sendNow": nothing,
  "dead.list": nothing,
  "dead.retry": inboxId,
  "dead.discard": inboxId,
  "timers.list": nothing,
  "timers.runNow": timerId,
  "timers.pause": z.strictObject({ id: z.string().min(1).max(300), paused: z.boolean() }),
  "activity.list": z.strictObject({
    before: z.number().int().positive().nullable(),
    limit: z.number().int().min(1).max(500),
    source: z.string().max(100).nullable(),
  }),
  "activity.get": inboxId,
  "activity.runAnyway": inboxId,
  "settings.get": nothing,
  "settings.save": settingsPatch,
  "settings.saveSource": sourceInput,
  "settings.removeSource": z.strictObject({ name }),
  "settings.setSecret": z.strictObject({
    name: z.string().regex(/^[a-zA-Z0-9._-]{1,100}$/),
    value: z.string().min(1).max(10_000),
    untilQuit: z.boolean(),
  }),
  "settings.forgetSecret": z.strictObject({ name: z.string().regex(/^[a-zA-Z0-9._-]{1,100}$/) }),
  "settings.testDelivery": z.strictObject({ source: name }),
  "settings.openFile": z.strictObject({ file: z.enum(["config.yaml", "rules.yaml", "folder"]) }),
  "listener.retry": nothing,
  "link.open": z.strictObject({ url: z.string().max(4000) }),
} as const satisfies Record<Channel, z.ZodType>;

export interface Outputs {
  "status.get": StatusView;
  "today.get": TodayView;
  "approvals.answer": AnswerResult;
  "approvals.get": AnswerResult | null;
  "outbox.sendNow": Done;
  "dead.list": DeadEvent[];
  "dead.retry": Done;
  "dead.discard": Done;
  "timers.list": TimerRow[];
  "timers.runNow": Done;
  "timers.pause": Done;
  "activity.list": ActivityRow[];
  "activity.get": ActivityDetail | null;
  "activity.runAnyway": Done;
  "settings.get": SettingsView;
  "settings.save": Done;
  "settings.saveSource": Done;
  "settings.removeSource": Done;
  "settings.setSecret": Done;
  "settings.forgetSecret": Done;
  "settings.testDelivery": Done;
  "settings.openFile": Done;
  "listener.retry": Done;
  "link.open": Done;
}

export type { Channel } from "./names.ts";
export type Input<C extends Channel> = z.infer<(typeof inputs)[C]>;
