// Signed deliveries as GitHub sends them, over payloads that GitHub itself published.
import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

interface Example {
  name: string;
  examples: Record<string, unknown>[];
}

const path = createRequire(import.meta.url).resolve("@octokit/webhooks-examples/api.github.com/index.json");
const published = JSON.parse(readFileSync(path, "utf8")) as Example[];

export const githubSecret = "It's a Secret to Everybody";

/** A published example of `event` with `action`, as a fresh copy. */
export function example(event: string, action?: string): Record<string, unknown> {
  const found = published
    .find((entry) => entry.name === event)
    ?.examples.find((payload) => action === undefined || payload["action"] === action);
  if (found === undefined) throw new Error(`There is no published example of ${event} ${action ?? ""}.`);
  return structuredClone(found);
}

/** The published opened pull request, as dependabot opens one. */
export function dependabotPullRequest(title: string, number = 2): Record<string, unknown> {
  const payload = example("pull_request", "opened");
  const pull = payload["pull_request"] as Record<string, unknown>;
  pull["title"] = title;
  pull["number"] = number;
  pull["user"] = { ...(pull["user"] as object), login: "dependabot[bot]", type: "Bot" };
  return payload;
}

export interface Sent {
  status: number;
  body: unknown;
  id: string;
}

/** Posts a signed delivery to the app and gives its answer. */
export async function deliver(
  hooksUrl: string,
  event: string,
  payload: unknown,
  options: { id?: string; secret?: string; source?: string } = {},
): Promise<Sent> {
  const body = JSON.stringify(payload);
  const id = options.id ?? randomUUID();
  const signature = createHmac("sha256", options.secret ?? githubSecret)
    .update(body)
    .digest("hex");
  const response = await fetch(`${hooksUrl}/hooks/${options.source ?? "github"}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": id,
      "x-hub-signature-256": `sha256=${signature}`,
    },
    body,
  });
  return { status: response.status, body: await response.json(), id };
}
