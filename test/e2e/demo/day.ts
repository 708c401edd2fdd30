// The day's deliveries, in order: payloads that GitHub published, over the kinds of events a repository sends.
// Promises: the same day each time.
import { dependabotPullRequest, example } from "../support/github.ts";

export interface Delivery {
  event: string;
  payload: Record<string, unknown>;
}

/** A moment of the hours before the window opens; `at` and `closed` are parts of them, from 0 to 1. */
export type EarlierMoment = ({ kind: "delivery"; at: number } & Delivery) | { kind: "lid"; at: number; closed: number };

const of = (event: string, action?: string): Delivery => ({ event, payload: example(event, action) });

export const questions: Delivery[] = [
  { event: "pull_request", payload: dependabotPullRequest("Bump undici from 7.30.1 to 7.30.2", 41) },
  of("deployment_review", "requested"),
];

const issue = example("issues", "opened");
/** For the model: no rule is about it then. Another issue than the morning's, lest it be its twin. */
export const newIssue: Delivery = {
  event: "issues",
  payload: { ...issue, issue: { ...(issue["issue"] as object), number: 2, title: "Spelling error on the first page" } },
};

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

const titled = (event: string, action: string, title: string, number: number): Delivery => {
  const payload = example(event, action);
  const subject = payload[event === "issues" ? "issue" : event] as Record<string, unknown>;
  Object.assign(subject, { title, number });
  return { event, payload };
};

/** The same kinds of events come often in a day; each has a body of its own, or it would be a twin. */
const at = (moment: number, { event, payload }: Delivery): EarlierMoment => ({
  kind: "delivery",
  at: moment,
  event,
  payload: { ...payload, moment },
});

export const earlierHours: EarlierMoment[] = [
  { kind: "lid", at: 0.03, closed: 0.4 },
  at(0.47, of("push")),
  at(0.475, titled("issues", "opened", "Porch light stays on after sunrise", 210)),
  at(0.48, of("check_run", "created")),
  at(0.52, of("star", "created")),
  at(0.525, of("issue_comment", "created")),
  at(0.55, of("push")),
  at(0.56, of("workflow_job", "completed")),
  at(0.57, titled("pull_request", "opened", "Count moths only once", 211)),
  at(0.61, of("check_suite", "completed")),
  at(0.64, of("fork")),
  at(0.66, titled("issues", "opened", "Document the dusk sensor", 212)),
  at(0.67, of("label", "created")),
  at(0.7, { event: "pull_request", payload: dependabotPullRequest("Bump pino from 10.3.0 to 10.4.0", 40) }),
  at(0.73, of("status")),
  at(0.74, of("deployment_status", "created")),
  at(0.76, titled("discussion", "created", "Which lamps attract fewer insects?", 213)),
  at(0.79, of("watch", "started")),
  at(0.8, of("push")),
  at(0.83, of("code_scanning_alert", "created")),
  at(0.86, of("page_build")),
  at(0.88, of("milestone", "created")),
  at(0.9, of("create")),
  at(0.93, titled("issues", "reopened", "The timer forgets daylight saving", 187)),
  at(0.95, of("push")),
];
