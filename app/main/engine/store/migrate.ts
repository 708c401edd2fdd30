// Brings a database to the current schema, step by step, each in one transaction. Promises: a copy of the file as it was
// before any step on an existing one. Refuses: files from a newer Nightjar and files that are not Nightjar's.
import type { Database } from "better-sqlite3";
import { first } from "./migrations/001-first.ts";
import { permissions } from "./migrations/002-permissions.ts";
import { models } from "./migrations/003-models.ts";
import { memory } from "./migrations/004-memory.ts";
import { questions } from "./migrations/004-questions.ts";
import { waits } from "./migrations/005-waits.ts";
import { conversation } from "./migrations/007-conversation.ts";

/** Numbered from 1 by position; a released step never changes. */
export const migrations: readonly string[] = [first, permissions, models, `${questions}${memory}`, waits, conversation];

/**
 * @param path where the database lies, for the copy `<path>.before-<version>` and for messages.
 * @throws when the file's version is above ours.
 */
export function migrate(db: Database, path: string): void {
  const version = Number(db.pragma("user_version", { simple: true }));
  if (version > migrations.length) {
    throw new Error(
      `Could not open ${path}: its schema is version ${version}, this Nightjar knows up to ${migrations.length}. ` +
        "It was written by a newer Nightjar. Start that one, or move the file away to begin anew.",
    );
  }
  if (version > 0 && version < migrations.length)
    db.exec(`vacuum into '${`${path}.before-${version}`.replaceAll("'", "''")}'`);
  for (let step = version; step < migrations.length; step++) {
    db.transaction(() => {
      db.exec(migrations[step] as string);
      db.pragma(`user_version = ${step + 1}`);
    }).immediate();
  }
}
