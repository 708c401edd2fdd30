// The commands that connect a source, ready to paste into a shell. Pure. They name secrets, never hold them.
import { texts } from "../../texts/settings.ts";

/** What the default rules say something about and a repository's webhook can send; the same list as in docs/connect-github.md. */
const events = [
  "issues",
  "issue_comment",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "discussion",
  "discussion_comment",
  "workflow_run",
  "release",
  "member",
  "deploy_key",
  "public",
  "dependabot_alert",
  "secret_scanning_alert",
  "code_scanning_alert",
];

/** `"$NAME"` for `env:NAME`; otherwise a word to be replaced by the person. */
function secretWord(reference: string): string {
  return reference.startsWith("env:") ? `"$${reference.slice(4)}"` : texts.connect.secretPlaceholder;
}

export function forwardCommand(address: string, secret: string): string {
  return `gh webhook forward --repo=OWNER/NAME --events=${events.join(",")} --url=${address} --secret=${secretWord(secret)}`;
}

export function postCommand(address: string, secret: string): string {
  const token = secretWord(secret).replaceAll('"', "");
  return [
    `curl -X POST ${address}`,
    `-H "Authorization: Bearer ${token}"`,
    `-H "Content-Type: application/json"`,
    `-d '{"message":"The backup is done"}'`,
  ].join(" \\\n  ");
}
