// Opens the profile's database and hands out transactions. Promises: WAL, FULL, immediate transactions that always end.
// Refuses: an await inside a transaction (rule 13), a file from a newer Nightjar.
import Database from "better-sqlite3";
import { migrate } from "./migrate.ts";
import { openingTrouble } from "./trouble.ts";

type Bound = string | number | bigint | Uint8Array | null;

/** A prepared statement; `R` is the row's shape as the SQL names its columns. */
export interface Statement<R> {
  run(...parameters: (Bound | Record<string, Bound>)[]): { changes: number; lastInsertRowid: number | bigint };
  get(...parameters: (Bound | Record<string, Bound>)[]): R | undefined;
  all(...parameters: (Bound | Record<string, Bound>)[]): R[];
}

export interface Store {
  readonly path: string;
  /** Runs `work` in one immediate transaction: committed when it returns, rolled back when it throws. Inside another it joins that one. */
  tx<T>(work: () => T): T;
  /** Runs `work` so that its failure alone is undone, inside the transaction that is open (rule 11: one fails alone). */
  savepoint<T>(work: () => T): T;
  prepare<R = unknown>(sql: string): Statement<R>;
  /** `ok`, or what SQLite found wrong. */
  integrity(): string;
  /** Moves the WAL into the file; for quitting. */
  checkpoint(): void;
  close(): void;
}

function opened<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw openingTrouble(error, path) ?? error;
  }
}

/**
 * Opens (or makes) the database at `path` and migrates it.
 * @throws when the file is no database, is from a newer Nightjar, or the disk refuses; the message says which.
 */
export function openStore(path: string): Store {
  const db = opened(path, () => new Database(path));
  try {
    db.pragma("journal_mode = wal");
    // better-sqlite3 13 defaults to NORMAL in WAL mode, which can lose an acknowledged delivery with the power (rule 11).
    db.pragma("synchronous = full");
    db.pragma("fullfsync = on");
    db.pragma("checkpoint_fullfsync = on");
    db.pragma("foreign_keys = on");
    db.pragma("busy_timeout = 5000");
    db.pragma("trusted_schema = off");
    migrate(db, path);
  } catch (error) {
    db.close();
    throw openingTrouble(error, path) ?? error;
  }
  const begin = db.prepare("begin immediate");
  const commit = db.prepare("commit");
  const rollback = db.prepare("rollback");
  // Made once: better-sqlite3 builds a handful of functions for each it is asked for, which shows in a commit of many.
  const joined = db.transaction((work: () => unknown) => work());

  function tx<T>(work: () => T): T {
    if (db.inTransaction) return work();
    begin.run();
    try {
      const result = work();
      if (result instanceof Promise)
        throw new Error("A transaction must not wait: its work returned a promise (rule 13).");
      commit.run();
      return result;
    } catch (error) {
      if (db.inTransaction) rollback.run();
      throw error;
    }
  }

  function savepoint<T>(work: () => T): T {
    if (!db.inTransaction) throw new Error("A savepoint needs an open transaction.");
    return joined(work) as T;
  }

  return {
    path,
    tx,
    savepoint,
    prepare: <R>(sql: string) => db.prepare(sql) as unknown as Statement<R>,
    integrity: () => String(db.pragma("integrity_check", { simple: true })),
    checkpoint: () => void db.pragma("wal_checkpoint(truncate)"),
    close: () => db.close(),
  };
}
