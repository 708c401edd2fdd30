// The form of config.yaml: every key with what may stand there, said in words a person can act on.
// Refuses: unknown keys; to look at what the values mean together.
import { z } from "zod";

import { isDay } from "./days.ts";
import { parseQuietHours } from "./quiet-hours.ts";
import { list, map, reference, referenceError, seconds, text, whole, yesNo } from "./schema-parts.ts";
import { foldersSchema, limitsSchema, modelSchema, serversSchema } from "./thinking-schema.ts";

const name = text.regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
  error: ({ input }) =>
    /^[a-z0-9][a-z0-9_-]{0,63}$/i.test(String(input))
      ? "must be in lower case, since it is part of the address deliveries come to"
      : "must be 1 to 64 of a-z (lower case), 0-9, - and _, and begin with a letter or digit",
});

const secretsError = `${referenceError}; or a list of two of them while one takes the other's place`;
const secretReference = reference(referenceError);
const urgentError = 'must be a list of at most 50 names of events, such as ["incident"]';
const eventName = text.regex(/^[^\p{C}\s,]([^\p{C},]{0,98}[^\p{C}\s,])?$/u, {
  error: "must be a name of 1 to 100 characters on one line, without a comma",
});
const day = text.refine(isDay, { error: "must be a day of the calendar, such as 2027-03-01" });

const credential = z.strictObject(
  {
    name: text.regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
      error: "must be 1 to 64 of a-z (lower case), 0-9, - and _, and begin with a letter or digit",
    }),
    secret: secretReference,
    header: text,
    destinations: z.array(text, list).min(1, { error: "must name at least one place it may go to" }),
    expires: day.nullish(),
  },
  map,
);

const methods = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "POST", "PATCH"] as const;
const methodError = `must be one of ${methods.join(", ")}, or a list of them; left out, it means any`;
const method = z
  .string({ error: methodError })
  .transform((written) => written.toUpperCase())
  .pipe(z.enum(methods, { error: methodError }));

/** A restriction with nothing behind its colon would restrict nothing, so it is a mistake, not left out. */
const restriction = (error: string, most = 2000) =>
  z
    .string({ error })
    .min(1, { error })
    .max(most, { error: `must not be longer than ${most} characters` });
const amountError = "must be a number: the most it may cost or move";

const permission = z.strictObject(
  {
    tool: restriction("must be a tool such as http.request, the beginning of some such as files/*, or *", 200),
    method: z.union([method, z.array(method).min(1, { error: methodError })], { error: methodError }).optional(),
    host: restriction("must be a host such as api.github.com, or *.example.com for those below it").optional(),
    path: restriction("must be a path such as /repos/octo, or /user$ for that one alone", 8000).optional(),
    folder: restriction("must be a whole folder, such as /home/me/notes", 8000).optional(),
    recipient: restriction("must be a text: whom it goes to").optional(),
    amount: z.number({ error: amountError }).optional(),
    credential: restriction("must be the name of a credential").optional(),
    decide: z.enum(["allow", "ask", "deny"], { error: "must be one of allow, ask, deny" }),
    trusted: yesNo.optional(),
    window: seconds.optional(),
    exact: yesNo.optional(),
  },
  { error: "must be a map with tool and decide" },
);

export const configSchema = z
  .strictObject(
    {
      hooks: z
        .strictObject(
          {
            port: whole(0, 65_535).nullish(),
            max_body_bytes: whole(1, 104_857_600).nullish(),
            hosts: z
              .array(
                text.regex(/^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i, {
                  error: 'must be a host as it stands in a Host header, such as "hooks.example.com" or "box.lan:8080"',
                }),
                list,
              )
              .nullish(),
          },
          map,
        )
        .nullish(),
      outbox: z
        .strictObject(
          {
            gap: seconds.nullish(),
            quiet_hours: text
              .refine((hours) => parseQuietHours(hours) !== null, {
                error: 'must be two different times of the day, such as "22:00-07:00"',
              })
              .nullish(),
          },
          map,
        )
        .nullish(),
      approvals: z
        .strictObject(
          {
            window: seconds.nullish(),
            windows: z.record(z.string(), seconds, { error: "must be a map of tools and seconds" }).nullish(),
            pause_in_quiet_hours: yesNo.nullish(),
          },
          map,
        )
        .nullish(),
      auto_mode: yesNo.nullish(),
      sources: z
        .array(
          z.strictObject(
            {
              name,
              kind: z.enum(["github", "standard-webhooks", "token"], {
                error: "must be one of github, standard-webhooks, token",
              }),
              secret: z.union(
                [
                  secretReference,
                  z.array(secretReference).min(1, { error: secretsError }).max(2, { error: secretsError }),
                ],
                { error: secretsError },
              ),
              expires: day.nullish(),
              identical_bodies: z.enum(["twin", "run"], { error: "must be twin or run" }).nullish(),
              during_run: z
                .enum(["next", "fold", "restart"], { error: "must be one of next, fold, restart" })
                .nullish(),
              urgent: z.array(eventName, { error: urgentError }).max(50, { error: urgentError }).nullish(),
            },
            map,
          ),
          list,
        )
        .nullish(),
      schedules: z
        .array(
          z.strictObject(
            {
              name: text.regex(/^[^\p{C}\s]([^\p{C}]{0,98}[^\p{C}\s])?$/u, {
                error: "must be a text of 1 to 100 characters on one line",
              }),
              cron: text.nullish(),
              zone: text.nullish(),
              every: z.number({ error: "must be a whole number of seconds" }).nullish(),
              catch_up: z.enum(["latest", "each", "skip"], { error: "must be one of latest, each, skip" }).nullish(),
              cap: z.number({ error: "must be a whole number" }).nullish(),
            },
            map,
          ),
          list,
        )
        .nullish(),
      destinations: z.array(text, list).nullish(),
      credentials: z.array(credential, list).max(200, { error: "must not have more than 200 entries" }).nullish(),
      model: modelSchema.nullish(),
      limits: limitsSchema.nullish(),
      mcp_servers: serversSchema.nullish(),
      folders: foldersSchema.nullish(),
      permissions: z.array(permission, list).max(500, { error: "must not have more than 500 entries" }).nullish(),
    },
    map,
  )
  .nullish();

export type RawConfig = NonNullable<z.infer<typeof configSchema>>;
export type RawCredential = z.infer<typeof credential>;
export type RawPermission = z.infer<typeof permission>;
