// The dumped schema says, in one place a person can read, what all migrations together make.
// After a new migration: UPDATE_SCHEMA=1 vitest run test/main/engine/store/schema.test.ts
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../../../app/main/engine/store/store.ts";

const dumped = join(import.meta.dirname, "../../../../app/main/engine/store/schema.sql");

test("schema.sql is what the migrations make", () => {
  const path = join(tmpdir(), `nightjar-schema-${process.pid}.db`);
  const store = openStore(path);
  const objects = store
    .prepare<{ sql: string }>(
      "select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by type desc, name",
    )
    .all();
  store.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  const text = `-- Made from the migrations; see test/main/engine/store/schema.test.ts.\n\n${objects.map(({ sql }) => `${sql};`).join("\n\n")}\n`;
  if (process.env["UPDATE_SCHEMA"] === "1") writeFileSync(dumped, text);
  expect(readFileSync(dumped, "utf8")).toBe(text);
});
