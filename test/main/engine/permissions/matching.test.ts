import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import type { CallFacts } from "../../../../app/main/engine/permissions/facts.ts";
import { isNarrower, matches } from "../../../../app/main/engine/permissions/matching.ts";
import type { PermissionRule } from "../../../../app/main/engine/permissions/rule.ts";
import { anyRule, call, plainFacts, rule, ruleFor } from "./samples.ts";

type Row = [rule: Partial<PermissionRule>, facts: Partial<CallFacts>, fits: boolean];

const exactly: Partial<PermissionRule> = {
  ...{
    exact: true,
    tool: "http.request",
    methods: ["POST"],
    host: "api.github.com",
    path: "/repos/octo/hello/issues$",
  },
};

const rows: Row[] = [
  [{}, {}, true],
  [{ tool: "http.request" }, {}, true],
  [{ tool: "http.req" }, {}, false],
  [{ tool: "mcp.files.*" }, { tool: "mcp.files.read" }, true],
  [{ tool: "mcp.files.*" }, { tool: "mcp.filesystem" }, false],
  [{ methods: ["GET", "POST"] }, {}, true],
  [{ methods: ["GET"] }, {}, false],
  [{ methods: ["GET"] }, { method: null }, false],
  [{ host: "api.github.com" }, {}, true],
  // A host without a port is every port there: a denial must not sleep because a server listens at another.
  [{ host: "api.github.com" }, { host: "api.github.com:8443" }, true],
  [{ host: "127.0.0.1", decide: "deny" }, { host: "127.0.0.1:45231", scheme: "http" }, true],
  [{ host: "[::1]", decide: "deny" }, { host: "[::1]:45231", scheme: "http" }, true],
  [{ host: "[::1]:80" }, { host: "[::1]", scheme: "http" }, true],
  [{ host: "*.github.com", decide: "ask" }, { host: "api.github.com:8443" }, true],
  [{ host: "*.github.com:8443" }, { host: "api.github.com:8443" }, true],
  [{ host: "*.github.com:8443" }, {}, false],
  [{ host: "api.github.com:8443" }, { host: "api.github.com:8443" }, true],
  [{ host: "api.github.com:8443" }, { host: "api.github.com:844" }, false],
  [{ host: "api.github.com:8443" }, {}, false],
  // One with a port is that port, whichever scheme leaves it out.
  [{ host: "api.github.com:443" }, {}, true],
  [{ host: "api.github.com:443" }, { host: "api.github.com:443", scheme: "http" }, true],
  [{ host: "api.github.com:443" }, { scheme: "http" }, false],
  [{ host: "api.github.com:80" }, { scheme: "http" }, true],
  [{ host: "api.github.com:80" }, { host: "api.github.com:80" }, true],
  [{ host: "api.github.com:80" }, {}, false],
  // A denial covers a tool however it is spelt; of two that differ in their case alone only the named one is allowed.
  [{ tool: "HTTP.Request", decide: "deny" }, {}, true],
  [{ tool: "HTTP.*", decide: "ask" }, {}, true],
  [{ tool: "HTTP.Request" }, {}, false],
  [{ host: "github.com" }, {}, false],
  [{ host: "*.github.com" }, {}, true],
  [{ host: "*.github.com" }, { host: "a.b.github.com" }, true],
  [{ host: "*.github.com" }, { host: "github.com" }, false],
  [{ host: "*.github.com" }, { host: "evilgithub.com" }, false],
  [{ host: "*.github.com" }, { host: "api.github.com.evil.example" }, false],
  [{ host: "*.github.com" }, { host: ".github.com" }, false],
  [{ host: "*.github.com" }, { host: null }, false],
  [{ path: "/repos/octo" }, {}, true],
  [{ path: "/repos/octo/" }, {}, true],
  [{ path: "/repos/oct" }, {}, false],
  [{ path: "/repos/octo" }, { path: "/repos/octopus" }, false],
  [{ path: "/" }, {}, true],
  [{ path: "/repos/octo$" }, { path: "/repos/octo" }, true],
  [{ path: "/repos/octo$" }, { path: "/repos/octo/x" }, false],
  [{ path: "/repos/octo$" }, { path: "/repos/octo/" }, false],
  [{ path: "/a b" }, { path: "/a%20b/c" }, true],
  [{ path: "/café" }, { path: "/caf%C3%A9/c" }, true],
  [{ path: "/a%20b" }, { path: "/a%20b/c" }, true],
  // What allows counts only where every reading of the path agrees.
  [{ path: "/public" }, { path: "/public/..%2fadmin" }, false],
  [{ path: "/public" }, { path: "/public/%2e%2e/admin" }, false],
  [{ path: "/public" }, { path: "/public/%252e%252e/admin" }, false],
  [{ path: "/public" }, { path: "/public/..;/admin" }, false],
  [{ path: "/public" }, { path: "/public\\..\\admin" }, false],
  [{ path: "/repos/octo" }, { path: "/repos/OCTO" }, false],
  // What restricts counts in any of them.
  [{ path: "/admin", decide: "deny" }, { path: "/public/..%2fadmin" }, true],
  [{ path: "/admin", decide: "deny" }, { path: "//admin/x" }, true],
  [{ path: "/admin", decide: "deny" }, { path: "/%61dmin" }, true],
  [{ path: "/admin", decide: "deny" }, { path: "/%2561dmin" }, true],
  [{ path: "/admin", decide: "deny" }, { path: "/ADMIN" }, true],
  [{ path: "/admin", decide: "ask" }, { path: "/x/../admin" }, true],
  [{ path: "/admin", decide: "deny" }, { path: "/admin;v=2/x" }, true],
  [{ path: "/admin$", decide: "deny" }, { path: "/admin/" }, true],
  [{ path: "/admin", decide: "deny" }, { path: "/administrator" }, false],
  [{ path: "/C$$", decide: "deny" }, { path: "/c$" }, true],
  [{ folder: "/home/me" }, { folder: "/home/me" }, true],
  [{ folder: "/home/me" }, { folder: "/home/me/notes" }, true],
  [{ folder: "/home/me" }, { folder: "/home/melanie" }, false],
  [{ folder: "/home/me" }, { folder: "/home/me/../you" }, false],
  [{ folder: "/home/me" }, { folder: "/home/ME" }, false],
  [{ folder: "/home/me", decide: "deny" }, { folder: "/home/you/../ME" }, true],
  [{ folder: "C:\\Users\\me" }, { folder: "C:\\Users\\me\\notes" }, true],
  [{ folder: "C:\\Users\\me" }, { folder: "C:\\Users\\me\\..\\you" }, false],
  [{ folder: "/home/me" }, { folder: null }, false],
  [{ recipient: "a@example.com" }, { recipient: "a@example.com" }, true],
  [{ recipient: "a@example.com" }, { recipient: "A@example.com" }, true],
  [{ recipient: "a@example.com" }, { recipient: "a@example.com, b@example.com" }, false],
  [{ recipient: "a@example.com", decide: "deny" }, { recipient: "a@example.com, b@example.com" }, true],
  [{ recipient: "a@example.com", decide: "ask" }, { recipient: "b@example.com, a@example.com" }, true],
  [{ recipient: "a@example.com", exact: true }, { recipient: "a@example.com, b@example.com" }, false],
  [{ amountMax: 10 }, { amount: 10 }, true],
  [{ amountMax: 10 }, { amount: 10.01 }, false],
  [{ amountMax: 10 }, { amount: null }, false],
  [{ amountMax: 10 }, { amount: Number.NaN }, false],
  [{ credential: "github" }, { credential: "github" }, true],
  [{ credential: "github" }, {}, false],
  // Exact: what is not named must be absent, and a star is only a star.
  [{ tool: "http.request", exact: true }, {}, false],
  [{ tool: "note", exact: true }, { tool: "note", method: null, host: null, path: null }, true],
  [{ tool: "*", exact: true }, { method: null, host: null, path: null }, false],
  [exactly, {}, true],
  [exactly, { host: "api.github.com:8443" }, false],
  [exactly, { scheme: "http" }, false],
  [{ ...exactly, host: "http://api.github.com" }, { scheme: "http" }, true],
  [{ ...exactly, host: "http://api.github.com" }, {}, false],
];

test.each(rows)("%j, %j: %s", (limits, facts, fits) => {
  expect(matches(rule(limits), call(facts))).toBe(fits);
});

const narrower: [Partial<PermissionRule>, Partial<PermissionRule>][] = [
  [{ tool: "http.request" }, { tool: "http.*" }],
  [{ tool: "http.*" }, { tool: "*" }],
  [{ tool: "mcp.files.*" }, { tool: "mcp.*" }],
  [{ methods: ["GET"] }, { methods: ["GET", "POST"] }],
  [{ methods: ["GET"] }, {}],
  [{ host: "api.github.com" }, { host: "*.github.com" }],
  [{ host: "*.api.github.com" }, { host: "*.github.com" }],
  [{ host: "*.github.com" }, {}],
  [{ host: "api.github.com:443" }, { host: "api.github.com" }],
  [{ host: "api.github.com:443" }, { host: "*.github.com" }],
  [{ host: "*.github.com:443" }, { host: "*.github.com" }],
  [{ host: "api.github.com:443" }, { host: "*.github.com:443" }],
  [exactly, { host: "api.github.com:443" }],
  [{ ...exactly, host: "http://api.github.com" }, { host: "api.github.com:80" }],
  [{ path: "/repos/octo" }, { path: "/repos" }],
  [{ path: "/repos/octo$" }, { path: "/repos/octo" }],
  [{ path: "/repos/octo$" }, { path: "/repos" }],
  [{ path: "/repos" }, { path: "/" }],
  [{ path: "/" }, {}],
  [{ folder: "/home/me" }, { folder: "/home" }],
  [{ recipient: "a@example.com" }, {}],
  [{ credential: "github" }, {}],
  [{ amountMax: 5 }, { amountMax: 10 }],
  [{ amountMax: 10 }, {}],
  [{ exact: true }, {}],
  [{ host: "api.github.com", methods: ["GET"] }, { host: "api.github.com" }],
];

test.each(narrower)("%j is narrower than %j, never the other way", (a, b) => {
  expect(isNarrower(rule(a), rule(b))).toBe(true);
  expect(isNarrower(rule(b), rule(a))).toBe(false);
});

const incomparable: [Partial<PermissionRule>, Partial<PermissionRule>][] = [
  [{}, {}],
  [{ methods: ["GET"] }, { host: "api.github.com" }],
  [{ host: "a.test:80" }, { host: "a.test:443" }],
  [{ host: "b.a.test" }, { host: "*.a.test:80" }],
  [{ ...exactly, host: "http://api.github.com" }, { host: "api.github.com:443" }],
  [{ path: "/a" }, { path: "/b" }],
  [{ path: "/a" }, { path: "/ab" }],
  [
    { host: "*.a.com", path: "/x/y" },
    { host: "b.a.com", path: "/x" },
  ],
  [{ methods: ["GET", "PUT"] }, { methods: ["GET", "POST"] }],
  [{ path: "/a" }, { path: "/a/" }],
  [{ decide: "deny" }, { decide: "allow", trusted: false, windowSeconds: 5, line: 9 }],
];

test.each(incomparable)("neither of %j and %j is narrower", (a, b) => {
  expect(isNarrower(rule(a), rule(b))).toBe(false);
  expect(isNarrower(rule(b), rule(a))).toBe(false);
});

/** A call, one rule that was made for another call beside it, and one made by dropping fields of the first. */
const nested = fc
  .tuple(plainFacts, plainFacts)
  .chain(([facts, other]) =>
    fc.tuple(
      fc.constantFrom(facts, other),
      fc.oneof(anyRule, ruleFor(facts), ruleFor(other)),
      ruleFor(facts),
      fc.boolean(),
    ),
  )
  .map(([facts, a, b, same]) => ({ facts, a, b: same ? { ...b, decide: a.decide } : { ...b, path: a.path } }));

test("a narrower rule fits nothing that the wider one does not fit", () => {
  let met = 0;
  fc.assert(
    fc.property(nested, ({ facts, a, b }) => {
      // One that restricts counts in more readings of a path than one that allows.
      if (a.decide !== "allow" && b.decide === "allow") return;
      if (!isNarrower(a, b) || !matches(a, facts)) return;
      met++;
      expect(matches(b, facts)).toBe(true);
    }),
    { numRuns: 10_000 },
  );
  // About 540, by chance some fewer or more.
  expect(met).toBeGreaterThan(300);
});

property.prop([anyRule, anyRule, anyRule], { numRuns: 3000 })(
  "narrower is an order: none to itself, transitive",
  (a, b, c) => {
    expect(isNarrower(a, a)).toBe(false);
    if (isNarrower(a, b)) expect(isNarrower(b, a)).toBe(false);
    if (isNarrower(a, b) && isNarrower(b, c)) expect(isNarrower(a, c)).toBe(true);
  },
);

test("paths of a megabyte are read in no time", () => {
  const hostile = [`/${"%25".repeat(300_000)}`, "/..".repeat(300_000), "/a".repeat(500_000), "\\;".repeat(500_000)];
  for (const path of hostile) {
    const started = performance.now();
    matches(rule({ path: "/admin", decide: "deny" }), call({ path }));
    expect(performance.now() - started).toBeLessThan(1500);
  }
});
