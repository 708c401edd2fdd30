import { expect, test } from "vitest";
import { factsOf, findSecretsIn, portsOf } from "../../../app/main/tools/facts.ts";

const value = 'ghp_"canary"/0123456789';
const foreign = 'pässwörter"-canary';
const parts = {
  home: () => ({ ports: [47_821], folders: ["/home/me/profile"] }),
  secretValues: () => ["short", value, foreign],
};
const facts = (method: string, url: string, body: unknown = null, headers: Record<string, string> = {}) =>
  factsOf(
    parts,
    "http.request",
    { method, url: new URL(url), headers, body: body === null ? null : JSON.stringify(body), credential: "github" },
    ["https://api.github.com"],
  );
const kinds = (...call: Parameters<typeof facts>) => facts(...call).findings.map(({ kind }) => kind);

test("what is read from a call is the call as it would be sent", () => {
  expect(facts("PUT", "https://API.GitHub.com:443/repos/a%20b?x=1")).toEqual({
    ...{
      tool: "http.request",
      known: true,
      reads: false,
      outward: true,
      brings: "untrusted",
      method: "PUT",
      credential: "github",
    },
    ...{
      host: "api.github.com",
      scheme: "https",
      path: "/repos/a%20b",
      folder: null,
      recipient: null,
      amount: null,
      findings: [],
    },
  });
  expect(facts("GET", "https://api.github.com:8443/").host).toBe("api.github.com:8443");
  expect(facts("GET", "http://127.0.0.1:8080/").scheme).toBe("http");
  expect(
    ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"].map((method) => facts(method, "https://a.b/").reads),
  ).toEqual([true, true, true, false, false, false, false]);
});

test.each([
  ["in the path", `https://a.b/${encodeURIComponent(value)}`, null, {}],
  ["in the query", `https://a.b/?q=${encodeURIComponent(value)}`, null, {}],
  ["in a header", "https://a.b/", null, { "x-note": value }],
  ["in the body", "https://a.b/", { deep: [{ note: `see ${value}!` }] }, {}],
  ["behind an escape of nothing", `https://a.b/?a=%zz&q=${encodeURIComponent(value)}`, null, {}],
  ["escaped twice", `https://a.b/?q=${encodeURIComponent(encodeURIComponent(value))}`, null, {}],
  ["escaped thrice", `https://a.b/?q=${[1, 2, 3].reduce((text) => encodeURIComponent(text), value)}`, null, {}],
  ["escaped in a header", "https://a.b/", null, { "x-note": encodeURIComponent(value) }],
  ["in a header, in base64, shifted", "https://a.b/", null, { "x-note": Buffer.from(`x${value}`).toString("base64") }],
  ["in a query, in base64url, shifted", `https://a.b/?q=${Buffer.from(`xy${value}`).toString("base64url")}`, null, {}],
  ["escaped in the body", "https://a.b/", { note: encodeURIComponent(value) }, {}],
  ["escaped as in HTML", "https://a.b/", { note: value.replaceAll('"', "&quot;") }, {}],
  ["escaped as in JSON, in a header", "https://a.b/", null, { "x-note": value.replaceAll("_", String.raw`\u005f`) }],
  ["in hexadecimal", "https://a.b/", { note: Buffer.from(value).toString("hex").toUpperCase() }, {}],
  ["that is not ASCII, escaped", `https://a.b/?q=${encodeURIComponent(foreign)}`, null, {}],
  ["that is not ASCII, in the body", "https://a.b/", { [foreign]: 1 }, {}],
  ["in the body, in base64", "https://a.b/", { note: Buffer.from(value).toString("base64") }, {}],
])("the value of a secret %s is found, and not told", (_where, url, body, headers) => {
  const { findings } = facts("POST", url, body, headers);
  expect(findings.map(({ kind }) => kind)).toContain("secret");
  expect(JSON.stringify(findings.filter(({ kind }) => kind === "secret"))).not.toContain("canary");
});

test.each([
  ["OPTIONS", "https://a.b/", {}, false],
  ["GET", "https://a.b/?_method=DELETE", null, false],
  ["GET", "https://a.b/?x=1;_METHOD=put", null, false],
  ["GET", "https://a.b/?%5fmethod=%44ELETE", null, false],
  ["GET", "https://a.b/?data[_method]=patch", null, false],
  ["HEAD", "https://a.b/?X-HTTP-Method-Override=POST", null, false],
  ["GET", "https://a.b/?method=delete", null, false],
  ["GET", "https://a.b/?method=GET&_method=", null, true],
  ["GET", "https://a.b/?method=users.list&q=delete", null, true],
  ["GET", "https://a.b/?methods=delete", null, true],
])("%s %s with the body %j only reads: %s", (method, url, body, reads) => {
  expect(facts(method, url, body).reads).toBe(reads);
});

test("Nightjar's own services, disguise and smuggling are found; a plain call has nothing", () => {
  expect(kinds("GET", "http://127.0.0.1:47821/hooks/github")).toContain("own_service");
  expect(kinds("POST", "https://a.b/", { note: "ok \u202egnp.exe" })).toContain("bidi");
  expect(kinds("GET", `https://a.b/p?d=${Buffer.from("x".repeat(300)).toString("base64url")}`)).toContain("smuggled");
  expect(kinds("PUT", "https://api.github.com/repos/octo/porch/pulls/12/merge", { merge_method: "squash" })).toEqual(
    [],
  );
  expect(kinds("POST", "https://a.b/", { note: "a short text with short in it" })).toEqual([]);
});

test("a host that only a credential may go to is known too", () => {
  const call = { method: "POST", url: new URL("https://a.b/"), headers: {}, credential: null };
  const body = JSON.stringify({ note: "It moved to hooks.s1ack.com." });
  const found = (credentialOrigins: string[]) =>
    factsOf({ ...parts, credentialOrigins: () => credentialOrigins }, "http.request", { ...call, body }, []).findings;
  expect(found(["https://hooks.slack.com"]).map(({ kind }) => kind)).toEqual(["look_alike"]);
  expect(found([])).toEqual([]);
});

// Trying each form at each place took a quarter of a minute for one of these; the time limit ends it for several.
test("bodies of a megabyte are looked through for many secrets in little time", () => {
  const values = Array.from({ length: 20 }, (_, at) => Buffer.from(`canary ${at} `.repeat(4)).toString("base64url"));
  for (const unit of ["%25", "%", "&#37;", values[0]?.slice(0, -1) ?? "", "%2525%2525"]) {
    const text = unit.repeat(1_000_000 / unit.length);
    expect(findSecretsIn(values, [["body", text]])).toEqual([]);
  }
});

test("ports of what listens", () => {
  expect(portsOf(["http://127.0.0.1:47821", null, "http://127.0.0.1:5"])).toEqual([47_821, 5]);
});
