// A search among ten thousand past messages against a bare FTS5 query over the same texts in a table of its own.
// Ratios of one run on one disk; interleaved rounds, medians.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { createMemoryIndex } from "../../app/main/engine/memory/search.ts";
import { createOutbox } from "../../app/main/engine/outbox/outbox.ts";
import { openStore } from "../../app/main/engine/store/store.ts";
import { createRandom } from "../support/random.ts";
import { report } from "./report.ts";

const messages = 10_000;
const rounds = 9;
const perRound = 40;
/** What a frame of a screen takes. */
const frameMs = 16;
const shown = 30;
const random = createRandom(5);
const words = Array.from({ length: 4000 }, (_, n) => `w${n.toString(36)}`);
/** Some words are common and most are rare, as in any language. */
const word = () => words[Math.floor(words.length * random.next() ** 3)] as string;
const texts = Array.from({ length: messages }, () => Array.from({ length: 25 }, word).join(" "));
const queries = [words[0], words[5], words[900], `${words[2]} ${words[40]}`, words[3]?.slice(0, 2)] as string[];

const folder = mkdtempSync(join(tmpdir(), "nightjar-bench-"));
const bare = new Database(join(folder, "bare.db"));
bare.exec("create virtual table t using fts5 (body)");
const insert = bare.prepare("insert into t (body) values (?)");
bare.transaction(() => texts.forEach((text) => insert.run(text)))();
const select = bare.prepare(
  "select rowid, snippet(t, 0, '<', '>', '…', 24) from t where t match ? order by bm25(t) limit ?",
);

const store = openStore(join(folder, "nightjar.db"));
const outbox = createOutbox(store);
const message = { urgent: false, kind: "message", event: null, session: null, run: null, rule: null } as const;
store.tx(() => texts.forEach((body, at) => outbox.enqueue({ ...message, body }, at)));
const index = createMemoryIndex(store);

const subjects = {
  bare: (query: string) => select.all(`"${query.replace(" ", '" "')}"*`, shown).length,
  ours: (query: string) => index.said(query, false, shown).length,
};
const times: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
for (const query of queries) {
  const [a, b] = [subjects.bare(query), subjects.ours(query)];
  if (a !== b || a === 0) throw new Error(`Not the same search: ${a} and ${b} for ${query}`);
}
for (let round = 0; round < rounds; round++) {
  for (const name of ["bare", "ours"] as const) {
    const start = performance.now();
    for (let n = 0; n < perRound; n++) subjects[name](queries[n % queries.length] as string);
    times[name].push((performance.now() - start) / perRound);
  }
}
store.close();
bare.close();
rmSync(folder, { recursive: true });

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] as number;
const [bareMs, oursMs] = [median(times.bare), median(times.ours)];
report({
  bench: "memory",
  what: `search of ${messages} messages, over a bare FTS5 query`,
  measured: `${oursMs.toFixed(2)} ms over ${bareMs.toFixed(2)} ms (${(oursMs / bareMs).toFixed(2)} ×)`,
  aim: `within ${frameMs} ms of it`,
  met: oursMs - bareMs < frameMs,
});
console.log(`ours ${oursMs.toFixed(2)} ms, bare ${bareMs.toFixed(2)} ms`);
