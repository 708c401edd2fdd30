// When a credential was last used: what was refused before it left does not count.
import { expect, test } from "vitest";
import { lastUseAt } from "../../../../app/main/desktop/views/permissions-view.ts";
import type { UseRow } from "../../../../app/main/engine/views/audit.ts";

const use = (id: number, outcome: UseRow["outcome"]): UseRow => ({
  ...{ id, at: id * 10, outcome, grant_id: null, credential: "gh", method: "GET", destination: "https://a.test" },
  ...{ path: "/", tool_call: null, title: null, event: null, answer: null, status: null, reason: null, sent_bytes: 0 },
  ...{ received_bytes: 0, ended_at: null },
});
const last = (...uses: UseRow[]) =>
  lastUseAt((before, limit) => uses.filter(({ id }) => before === null || id < before).slice(0, limit));

test.each(["answered", "unknown", "sending"] as const)("%s is a use; refused and not sent are none", (outcome) => {
  expect(last(use(3, "refused"), use(2, "not_sent"), use(1, outcome))).toBe(10);
  expect(last(use(3, "refused"), use(2, "not_sent"))).toBeNull();
});

test("it is found behind any number of refusals", () => {
  const refused = Array.from({ length: 250 }, (_, at) => use(300 - at, "refused"));
  expect(last(...refused, use(7, "answered"))).toBe(70);
  expect(last(...refused.slice(0, 200))).toBeNull();
});
