// Calls, rules and generators that the tests of decisions share. Small alphabets, so that random rules meet random calls.
import fc from "fast-check";
import type { CallFacts, Finding } from "../../../../app/main/engine/permissions/facts.ts";
import type { PermissionRule } from "../../../../app/main/engine/permissions/rule.ts";

export function call(more: Partial<CallFacts> = {}): CallFacts {
  return {
    tool: "http.request",
    known: true,
    reads: false,
    outward: true,
    brings: "untrusted",
    method: "POST",
    host: "api.github.com",
    path: "/repos/octo/hello/issues",
    folder: null,
    recipient: null,
    amount: null,
    credential: null,
    findings: [],
    ...more,
  };
}

export const reading = (more: Partial<CallFacts> = {}) => call({ method: "GET", reads: true, ...more });

export function rule(more: Partial<PermissionRule> = {}): PermissionRule {
  return {
    tool: "*",
    methods: null,
    host: null,
    path: null,
    folder: null,
    recipient: null,
    amountMax: null,
    credential: null,
    decide: "allow",
    trusted: true,
    windowSeconds: null,
    line: 1,
    ...more,
  };
}

export const finding = (kind: Finding["kind"]): Finding => ({ kind, where: "body", what: `It has ${kind}.` });

const absent = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null, freq: 2 });
const findingKinds = ["bidi", "invisible", "look_alike", "hidden", "smuggled", "secret", "profile"] as const;
const paths = ["/", "/a", "/a/b", "/a/b/", "/a/bc", "/A/b", "/a/%62", "/a//b", "/a/x/../b", "/b$", "/a/b;v=1"];

export const anyFacts: fc.Arbitrary<CallFacts> = fc.record({
  tool: fc.constantFrom("http.request", "mcp.files.read", "mcp.files.*", "mcp.mail.send"),
  known: fc.boolean(),
  reads: fc.boolean(),
  outward: fc.boolean(),
  brings: fc.constantFrom("clean" as const, "untrusted" as const),
  method: absent(fc.constantFrom("GET", "POST", "DELETE")),
  host: absent(
    fc.constantFrom("example.com", "a.example.com", "b.a.example.com", "a.example.com:8443", "*.example.com"),
  ),
  scheme: fc.constantFrom("http" as const, "https" as const),
  path: absent(fc.constantFrom(...paths)),
  folder: absent(fc.constantFrom("/home", "/home/me", "/home/me/notes", "/home/ME", "/home/me/../you")),
  recipient: absent(fc.constantFrom("a@example.com", "b@example.com")),
  amount: absent(fc.constantFrom(-1, 0, 5, 10, 10.5)),
  credential: absent(fc.constantFrom("github", "stripe")),
  findings: fc.array(fc.constantFrom(...findingKinds).map(finding), { maxLength: 2 }),
});

export const plainFacts = anyFacts.map((facts) => ({ ...facts, findings: [] }));

export const anyRule: fc.Arbitrary<PermissionRule> = fc.record({
  tool: fc.constantFrom("*", "*", "http.request", "mcp.*", "mcp.files.*", "mcp.files.read", "MCP.Files.Read"),
  methods: absent(fc.subarray(["GET", "POST", "DELETE"], { minLength: 1 })),
  host: absent(
    fc.constantFrom(
      ...["example.com", "*.example.com", "*.a.example.com", "a.example.com"],
      ...["a.example.com:8443", "*.example.com:8443", "example.com:443"],
    ),
  ),
  path: absent(fc.constantFrom(...paths, "/a$", "/a/b$", "/a/%62$")),
  folder: absent(fc.constantFrom("/home", "/home/me", "/home/me/notes", "/home/ME")),
  recipient: fc.option(fc.constantFrom("a@example.com", "b@example.com"), { nil: null, freq: 1 }),
  amountMax: fc.option(fc.constantFrom(0, 5, 10), { nil: null, freq: 1 }),
  credential: fc.option(fc.constantFrom("github", "stripe"), { nil: null, freq: 1 }),
  exact: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  decide: fc.constantFrom("allow", "ask", "deny"),
  trusted: fc.boolean(),
  windowSeconds: absent(fc.constantFrom(60, 3600)),
  line: absent(fc.integer({ min: 1, max: 40 })),
});

/** A rule that is likely to fit these facts: each field is dropped, kept or widened. */
export const ruleFor = (facts: CallFacts): fc.Arbitrary<PermissionRule> =>
  fc.record({ base: anyRule, keep: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }) }).map(({ base, keep }) => ({
    ...base,
    tool: keep[0] ? facts.tool : "*",
    methods: keep[1] && facts.method !== null ? [facts.method] : null,
    host: keep[2] ? facts.host : null,
    path: keep[3] ? facts.path : null,
    folder: keep[4] ? facts.folder : null,
    recipient: keep[5] ? facts.recipient : null,
    amountMax: keep[6] ? facts.amount : null,
    credential: keep[7] ? facts.credential : null,
    exact: false,
  }));

/** Facts, and rules of which many fit. */
export const scene = anyFacts.chain((facts) =>
  fc.record({
    facts: fc.constant(facts),
    provenance: fc.constantFrom("clean" as const, "untrusted" as const),
    rules: fc.array(fc.oneof(anyRule, ruleFor(facts)), { maxLength: 6 }),
    asked: fc.boolean(),
  }),
);
