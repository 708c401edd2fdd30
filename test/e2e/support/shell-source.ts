// Promises a profile with one source a test can post to as a shell script would, and rules that tell, shout and ask.
// Refuses: secrets on disk; the token lives in the environment.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const token = "a-token-of-the-tests";
export const shellEnvironment = { NIGHTJAR_TOKEN: token };

const rules = `
- name: Urgent words
  on: shell
  event: urgent
  tell: "{{ text }}"
  urgent: true
- name: Questions
  on: shell
  event: ask
  ask:
    title: "{{ text }}"
    call: http.request
    with: { method: POST, url: "{{ url }}" }
- name: Words
  on: shell
  tell: "{{ text }}"
`;

/** @param destinations origins that questions may call */
export async function writeShellProfile(profile: string, destinations: readonly string[] = []): Promise<void> {
  const config = `sources:\n  - { name: shell, kind: token, secret: "env:NIGHTJAR_TOKEN" }\ndestinations: ${JSON.stringify(destinations)}\n`;
  await writeFile(join(profile, "config.yaml"), config, { mode: 0o600 });
  await writeFile(join(profile, "rules.yaml"), rules, { mode: 0o600 });
}

/** Posts one event. @param event what rules see as `$event`; null for none */
export async function postToShell(hooksUrl: string, event: string | null, payload: object): Promise<void> {
  const response = await fetch(`${hooksUrl}/hooks/shell`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(event === null ? {} : { "x-event": event }),
    },
    body: JSON.stringify(payload),
  });
  if (response.status !== 202)
    throw new Error(`the delivery was answered ${response.status}: ${await response.text()}`);
}
