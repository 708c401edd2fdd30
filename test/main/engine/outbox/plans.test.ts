import { afterEach, beforeEach, expect, test } from "vitest";
import * as outbox from "../../../../app/main/engine/outbox/statements.ts";
import * as timers from "../../../../app/main/engine/timers/statements.ts";
import { bench } from "./support.ts";

let w: ReturnType<typeof bench>;
beforeEach(() => {
  w = bench();
});
afterEach(() => w.close());

const statements = Object.entries({ ...outbox, ...timers }).filter(([, sql]) => !/^\s*insert/.test(sql));

test.each(statements)("%s costs the same with a million old rows as with none", (_, sql) => {
  const plan = w.store
    .prepare<{ detail: string }>(`explain query plan ${sql}`)
    .all(Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, 0])) as Record<string, number>);
  // A scan is fine where its index holds only what is open, or its last row is all that is read (`lastNotice`).
  const open = /USING (COVERING )?INDEX (outbox_held|deliveries_sending|deliveries_notices|timers_open|timers_due)/;
  for (const { detail } of plan)
    if (detail.startsWith("SCAN") && !open.test(detail)) expect(detail).toBe("SCAN CONSTANT ROW");
});
