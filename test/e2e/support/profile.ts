// A profile folder for one test: its configuration, its rules, and a look into its database while the app runs.
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";

export interface Profile {
  folder: string;
  write(files: { config?: string; rules?: string }): Promise<void>;
  /** Rows of the app's database, read as any other SQLite tool would. */
  rows<R>(sql: string, ...bound: (string | number)[]): R[];
  remove(): Promise<void>;
}

export async function createProfile(files: { config?: string; rules?: string } = {}): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), "nightjar-profile-"));
  await chmod(folder, 0o700);
  const profile: Profile = {
    folder,
    write: async ({ config, rules }) => {
      if (config !== undefined) await writeFile(join(folder, "config.yaml"), config, { mode: 0o600 });
      if (rules !== undefined) await writeFile(join(folder, "rules.yaml"), rules, { mode: 0o600 });
    },
    rows: (sql, ...bound) => {
      const db = new Database(join(folder, "nightjar.db"), { readonly: true });
      try {
        return db.prepare(sql).all(...bound) as never;
      } finally {
        db.close();
      }
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
  await profile.write(files);
  return profile;
}

/** Configuration with a GitHub source whose secret is in the environment, and one place calls may go to. */
export const githubConfig = (destination: string, more = "") => `
sources:
  - { name: github, kind: github, secret: "env:GITHUB_WEBHOOK_SECRET" }
destinations: ["${destination}"]
${more}`;

/** The design's own example rules, with calls going to a server of the test. */
export const mergeRules = (destination: string, method = "PUT", window = "") => `
- name: New issues
  on: github
  event: issues
  if: action = 'opened'
  tell: "{{ repository.full_name }}#{{ issue.number }}: {{ issue.title }}"
- name: Merge dependency bumps
  on: github
  event: pull_request
  if: action = 'opened' and pull_request.user.login = 'dependabot[bot]'
  ask:
    title: "Merge {{ pull_request.title }}?"
    call: http.request
    with: { method: ${method}, url: "${destination}/repos/{{ repository.full_name }}/pulls/{{ pull_request.number }}/merge" }
    ${window}
- name: The rest of GitHub
  on: github
  nothing: true
`;
