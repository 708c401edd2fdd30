// The day's deliveries, in order: payloads that GitHub published, over the kinds of events a repository sends.
// Promises: the same day each time.
import { dependabotPullRequest, example } from "../support/github.ts";

export interface Delivery {
  event: string;
  payload: Record<string, unknown>;
}

const of = (event: string, action?: string): Delivery => ({ event, payload: example(event, action) });

export const questions: Delivery[] = [
  { event: "pull_request", payload: dependabotPullRequest("Bump undici from 7.30.1 to 7.30.2", 41) },
  of("deployment_review", "requested"),
];

export const wikiPage = of("gollum");

export const morning: Delivery[] = [
  of("ping"),
  of("push"),
  of("create"),
  of("issues", "opened"),
  of("issues", "labeled"),
  of("star", "created"),
  of("check_run", "created"),
  of("check_suite", "requested"),
  of("pull_request_review", "submitted"),
  of("fork"),
  of("label", "created"),
  of("watch", "started"),
];

export const noon: Delivery[] = [
  of("pull_request", "review_requested"),
  of("release", "published"),
  of("status"),
  of("workflow_job", "completed"),
  of("member", "added"),
  of("deployment", "created"),
  of("deployment_status", "created"),
  of("commit_comment", "created"),
  of("milestone", "closed"),
  of("discussion", "created"),
  of("issue_comment", "created"),
  of("issues", "reopened"),
  of("page_build"),
];

export const urgent = of("public");

/** Posted all at once, right before the plug is pulled. */
export const burst: Delivery[] = [
  of("code_scanning_alert", "created"),
  of("repository_vulnerability_alert", "create"),
  of("check_run", "completed"),
  of("check_suite", "completed"),
  of("delete"),
  of("deploy_key", "created"),
  of("issues", "locked"),
  of("package", "published"),
  of("pull_request", "synchronize"),
  of("pull_request_review_comment", "created"),
  of("team_add"),
  of("workflow_run", "requested"),
];

export const evening: Delivery[] = [
  of("sponsorship", "created"),
  of("pull_request", "closed"),
  of("push"),
  of("star", "deleted"),
];
