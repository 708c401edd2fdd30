// What the demo's Nightjar is set to: the default rules, two that ask, and one with a mistake in it that is mended later.
// Promises: calls go to the demo's own server alone. Refuses: secrets in files.
import { defaultRules } from "../../../app/main/settings/default-rules.ts";
import { githubSecret } from "../support/github.ts";

/** What the proxy puts into the demo's calls; it opens nothing but the demo's own server. */
export const demoToken = "a-token-of-the-demo-alone";

/** Short, so that merging can be seen within the demo. */
export const gapSeconds = 15;
export const environment = { NIGHTJAR_DEMO_SECRET: githubSecret, NIGHTJAR_DEMO_TOKEN: demoToken };

const brokenRule = `
- name: Wiki pages
  on: github
  event: gollum
  ask:
    title: "Announce the wiki page?"
    call: http.request
    with: { method: POST, url: "ORIGIN/announce", body: { page: "{{ page.title }}" } }
`;
const mendedRule = `
- name: Wiki pages, mended
  on: github
  event: gollum
  tell: "{{ sender.login }} {{ pages[0].action }} the wiki page {{ pages[0].title }}"
`;
export const mendedName = "Wiki pages, mended";

const askingRules = `
- name: Merge dependency bumps
  on: github
  event: pull_request
  if: action = 'opened' and pull_request.user.login = 'dependabot[bot]'
  ask:
    title: "Merge {{ pull_request.title }}?"
    call: http.request
    with: { method: PUT, url: "ORIGIN/repos/{{ repository.full_name }}/pulls/{{ pull_request.number }}/merge", credential: porch }
- name: Deployments
  on: github
  event: deployment_review
  if: action = 'requested'
  ask:
    title: "Let “{{ workflow_run.name }}” go to {{ environment }}?"
    call: http.request
    window: 1800
    with:
      method: POST
      url: "ORIGIN/repos/{{ repository.full_name }}/actions/runs/{{ workflow_run.id }}/pending_deployments"
      body: { environment: "{{ environment }}", state: approved, comment: "Approved in Nightjar" }
`;

/** @param origin the demo's server */
export function rulesText(origin: string, wiki: "broken" | "mended"): string {
  return `${(wiki === "broken" ? brokenRule : mendedRule) + askingRules}\n`.replaceAll("ORIGIN", origin) + defaultRules;
}

/** Most is the model's: only what asks is left. @param origin the demo's server */
export const thinkingRules = (origin: string): string => `${askingRules}\n`.replaceAll("ORIGIN", origin);

/** A model without a key, whose price is made up. @param server where it answers */
export const modelText = (name: string, server: string): string =>
  `model: { provider: anthropic, name: ${name}, base_url: "${server}", price: { input: 2, output: 10, cache_read: 0.2, cache_write: 2.5 } }\n`;

/** @param hours of the ordinary kind: an hour's gap, questions that wait half an hour, nothing every few seconds */
export function configText(origin: string, hours: "ordinary" | "short"): string {
  const short = hours === "short";
  return `# The demo's settings.
${short ? `outbox: { gap: ${gapSeconds} }   # an hour by default` : "approvals: { window: 1800 }"}
sources:
  - { name: github, kind: github, secret: "env:NIGHTJAR_DEMO_SECRET" }
schedules:${short ? "\n  - { name: Stretch, every: 25 }" : ""}
  - { name: Look at the day, cron: "0 9 * * 1-5", zone: Europe/Lisbon }
  - { name: Weekly review, cron: "0 16 * * 5", zone: America/New_York, catch_up: skip }
destinations: ["${origin}"]
credentials:
  - name: porch
    secret: "env:NIGHTJAR_DEMO_TOKEN"
    header: "Authorization: Bearer {secret}"
    destinations: ["${origin}"]
permissions:
  - { tool: http.request, method: GET, host: api.github.com, decide: allow }
  - { tool: http.request, method: DELETE, decide: deny }
  - { tool: http.request, host: ntfy.sh, decide: allow, trusted: false }
`;
}
