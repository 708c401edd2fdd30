import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrations } from "../../../../app/main/engine/store/migrate.ts";
import { openStore } from "../../../../app/main/engine/store/store.ts";
import { openingTrouble } from "../../../../app/main/engine/store/trouble.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-store-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("every connection commits with synchronous FULL in WAL mode (rule 11)", () => {
  const store = openStore(join(folder, "a.db"));
  expect(store.prepare("pragma synchronous").get()).toEqual({ synchronous: 2 });
  expect(store.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
  store.close();
});

test("a made and a migrated file are synced to the platter on macOS too (rule 11)", () => {
  const path = join(folder, "a.db");
  for (const time of ["made", "opened again"]) {
    const store = openStore(path);
    // Set on every platform and heeded where the system knows it, so that no platform can be forgotten.
    expect(store.prepare("pragma fullfsync").get(), time).toEqual({ fullfsync: 1 });
    expect(store.prepare("pragma checkpoint_fullfsync").get(), time).toEqual({ checkpoint_fullfsync: 1 });
    expect(store.prepare("pragma synchronous").get(), time).toEqual({ synchronous: 2 });
    expect(store.prepare("pragma user_version").get(), time).toEqual({ user_version: migrations.length });
    store.close();
  }
});

test("a database that can't be opened is named, with the reason and what to do", () => {
  expect(() => openStore(folder)).toThrow(
    new RegExp(
      `^Could not open the database ${folder}: .*\\(SQLITE_CANTOPEN.*\\).*Nothing that was acknowledged is lost\\. Make room`,
    ),
  );
  const full = Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_SHMSIZE" });
  expect(openingTrouble(full, "a.db")?.message).toContain(
    "the disk is full, or takes nothing more (SQLITE_IOERR_SHMSIZE)",
  );
  expect(openingTrouble(new Error("file is not a database"), "a.db")).toBeNull();
});

test("a failed transaction leaves nothing, a failed savepoint leaves its neighbours", () => {
  const store = openStore(join(folder, "a.db"));
  const insert = store.prepare("insert into inbox (source, source_id) values ('s', ?)");
  const count = store.prepare<{ n: number }>("select count(*) n from inbox");
  expect(() =>
    store.tx(() => {
      insert.run("1");
      throw new Error("stop");
    }),
  ).toThrow("stop");
  expect(count.get()?.n).toBe(0);
  store.tx(() => {
    insert.run("1");
    expect(() =>
      store.savepoint(() => {
        insert.run("2");
        insert.run("1");
      }),
    ).toThrow(/UNIQUE/);
    insert.run("3");
  });
  expect(count.get()?.n).toBe(2);
  store.close();
});

test("a transaction whose work waits is refused and rolled back (rule 13)", () => {
  const store = openStore(join(folder, "a.db"));
  expect(() =>
    store.tx(async () => store.prepare("insert into inbox (source, source_id) values ('s', '1')").run()),
  ).toThrow(/promise/);
  expect(store.prepare<{ n: number }>("select count(*) n from inbox").get()?.n).toBe(0);
  store.close();
});

test("a file from a newer Nightjar is refused with what to do", () => {
  const path = join(folder, "a.db");
  const store = openStore(path);
  store.prepare("pragma user_version = 99").run();
  store.close();
  expect(() => openStore(path)).toThrow(/version 99.*newer Nightjar/);
});
