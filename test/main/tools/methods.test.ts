// A request that asks for another method than it is sent with: rules see every method that it can be read as.
import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { decide } from "../../../app/main/engine/permissions/decide.ts";
import type { PermissionRule } from "../../../app/main/engine/permissions/rule.ts";
import { factsOf } from "../../../app/main/tools/facts.ts";
import { httpMethods, otherMethods } from "../../../app/main/tools/methods.ts";
import { alwaysHelps } from "../../../app/main/engine/permissions/always.ts";

const at = (search: string) => new URL(`https://a.test/x${search}`);
const json = (body: unknown) => (body === undefined ? null : JSON.stringify(body));

test.each([
  ["POST", "?_method=DELETE", undefined, ["DELETE"]],
  ["POST", "?a=1;_HTTPMethod=put&_method=patch", undefined, ["PATCH", "PUT"]],
  ["POST", "?%5F%6dethod=%44%45LETE", undefined, ["DELETE"]],
  ["POST", "?%255fmethod=DELETE", undefined, ["DELETE"]],
  ["POST", "?data[_method]=DELETE", undefined, ["DELETE"]],
  ["POST", "", { _method: "delete", name: "x" }, ["DELETE"]],
  ["PUT", "", { "X-HTTP-Method-Override": " DELETE " }, ["DELETE"]],
  ["POST", "", "a=1&_method=DELETE", ["DELETE"]],
  ["POST", "", { "a&_method=DELETE&b": 1 }, ["DELETE"]],
  ["DELETE", "?_method=DELETE", undefined, []],
  ["POST", "?_method=GET", undefined, ["GET"]],
  ["POST", "?payment_method=card&methods=delete&method=users.delete", { method: "card", methods: ["DELETE"] }, []],
  ["POST", "?q=_method", { note: { _method: "DELETE" }, list: ["_method=DELETE"] }, []],
  ["PUT", "", { merge_method: "squash" }, []],
])("%s %s with the body %j also asks for %j", (method, search, body, others) => {
  expect(otherMethods(method, at(search), json(body))).toEqual(others);
});

test("a megabyte of fields is read in little time", () => {
  for (const unit of ["&", "a=b&", "_method=x&", "%=%&", "%255f=%2544&"]) {
    const text = unit.repeat(1_000_000 / unit.length);
    expect(otherMethods("POST", at(""), json(text))).toEqual([]);
  }
});

const rule = (more: Partial<PermissionRule>): PermissionRule => ({
  ...{ tool: "http.request", methods: null, host: null, path: null, folder: null, recipient: null, amountMax: null },
  ...{ credential: null, decide: "allow", trusted: false, windowSeconds: null, line: 1 },
  ...more,
});
const factsOfCall = (method: string, search: string, body: string | null) =>
  factsOf(
    { home: () => ({ ports: [], folders: [] }), secretValues: () => [] },
    "http.request",
    { method, url: at(search), headers: {}, body, credential: null },
    [],
  );

const method = fc.constantFrom(...httpMethods);
const name = fc.constantFrom(
  "_method",
  "_METHOD",
  "_httpmethod",
  "http_method",
  "X-HTTP-Method-Override",
  "data[_method]",
);
/** Any of its characters escaped, as in an address. */
const escaped = (text: string, which: readonly boolean[]) =>
  [...text]
    .map((one, index) => (which[index % which.length] ? `%${one.charCodeAt(0).toString(16).padStart(2, "0")}` : one))
    .join("");
const place = fc.oneof(
  fc
    .tuple(fc.array(fc.boolean(), { minLength: 1 }), fc.constantFrom("", "a=1&", "b;", "_method=&"))
    .map(([which, before]) => (key: string, verb: string) => ({
      search: `?${before}${escaped(key, which)}=${escaped(verb, which.toReversed())}`,
      body: null,
    })),
  fc.constant((key: string, verb: string) => ({
    search: "",
    body: JSON.stringify({ a: 1, [key]: verb.toLowerCase() }),
  })),
  fc.constant((key: string, verb: string) => ({ search: "", body: JSON.stringify(`x=1&${key}=${verb}`) })),
);

property.prop([method, method, name, place])(
  "a rule that restricts a method covers each way to ask for it; one that allows covers only what it names in every reading",
  (sent, wanted, key, put) => {
    const { search, body } = put(key, wanted);
    const facts = factsOfCall(sent, search, body);
    const decided = (...rules: PermissionRule[]) => decide(facts, "clean", rules, false).decide;
    const all = rule({ methods: [...httpMethods] });
    expect(decided(all, rule({ methods: [wanted], decide: "deny", line: 2 }))).toBe("deny");
    expect(decided(all, rule({ methods: [wanted], decide: "ask", line: 2 }))).toBe("ask");
    expect(decided(all, rule({ methods: [sent], decide: "deny", line: 2 }))).toBe("deny");
    expect(decided(all)).toBe("allow");
    // Without the other method being named too, nothing is allowed that could be read as it.
    const effect = body !== null || !["GET", "HEAD", "OPTIONS"].includes(sent) || !facts.reads;
    if (sent !== wanted && effect) {
      expect(decided(rule({ methods: [sent] }))).toBe("ask");
      expect(decided(rule({ methods: [wanted] }))).toBe("ask");
      expect(alwaysHelps(facts, "clean", [])).toBe(false);
    }
    expect(decided(rule({ methods: [sent, wanted] }))).toBe("allow");
  },
);
