// What a busy server asks for, in each of its spellings; nonsense asks for nothing.
import { expect, test } from "vitest";
import { retryAfter } from "../../../app/main/models/retry-after.ts";

test.each([
  [429, { "Retry-After": "7" }, 7],
  [529, { "retry-after": "0" }, 1],
  [503, { "retry-after-ms": "1500", "retry-after": "90" }, 2],
  [429, { "retry-after": "99999999" }, 3600],
  [429, { "retry-after": "Wed, 21 Oct 2026 07:30:00 GMT", date: "Wed, 21 Oct 2026 07:28:00 GMT" }, 120],
  [429, { "retry-after": "Wed, 21 Oct 2026 07:20:00 GMT", date: "Wed, 21 Oct 2026 07:28:00 GMT" }, 1],
  [429, { "retry-after": "Wed, 21 Oct 2026 07:30:00 GMT" }, null],
  [429, { "retry-after": "soon" }, null],
  [429, { "retry-after": "-5" }, null],
  [429, { "retry-after": "Infinity" }, null],
  [429, {}, null],
  [500, { "retry-after": "7" }, null],
  [200, { "retry-after": "7" }, null],
] as const)("%i with %j: %j s", (status, headers, seconds) => {
  expect(retryAfter(status, headers)).toBe(seconds);
});
