// The gates, as a table: what comes in, and which answer stands before anything else is looked at.
import { expect, test } from "vitest";
import { gate, type Knock, sourceNameOf } from "../../../app/main/webhooks/gates.ts";

const limits = { port: 4000, hosts: ["tunnel.example", "kept.example:8443"], maxBodyBytes: 100 };

function knock(change: Partial<Knock> & { with?: Record<string, string>; without?: string } = {}): Knock {
  const headers: Record<string, string> = {
    host: "127.0.0.1:4000",
    "content-type": "application/json",
    "content-length": "2",
    ...change.with,
  };
  if (change.without !== undefined) delete headers[change.without];
  return { method: "POST", target: "/hooks/github", headers, rawHeaders: Object.entries(headers).flat(), ...change };
}

const status = (request: Knock) => gate(request, limits)?.answer.status ?? "in";
const header = (name: string, value: string) => status(knock({ with: { [name]: value } }));

test("only /hooks/<name> is a path, and names are taken as they are written", () => {
  for (const target of [
    "/",
    "/hooks",
    "/hooks/",
    "/hooks/a/",
    "/hooks/a/b",
    "//hooks/a",
    "/Hooks/a",
    "/hooks/?a",
    "*",
    "",
  ]) {
    expect([target, status(knock({ target }))]).toEqual([target, 404]);
  }
  expect(status(knock({ target: "http://127.0.0.1:4000/hooks/github" }))).toBe(404);
  expect(sourceNameOf("/hooks/github?from=here")).toBe("github");
  expect(sourceNameOf("/hooks/git%68ub")).toBe("git%68ub");
  expect(sourceNameOf("/hooks/%2e%2e")).toBe("%2e%2e");
});

test("only POST", () => {
  for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"]) {
    const refusal = gate(knock({ method }), limits);
    expect(refusal?.answer).toMatchObject({ status: 405, headers: { allow: "POST" } });
  }
});

test("Host is this listener's, or listed", () => {
  for (const host of ["127.0.0.1:4000", "localhost:4000", "LOCALHOST:4000", "[::1]:4000", "tunnel.example"]) {
    expect([host, header("host", host)]).toEqual([host, "in"]);
  }
  for (const host of ["tunnel.example:443", "Tunnel.Example:8080", "kept.example:8443"]) {
    expect([host, header("host", host)]).toEqual([host, "in"]);
  }
  const foreign = [
    "",
    "127.0.0.1",
    "127.0.0.1:4001",
    "localhost",
    "localhost.:4000",
    "evil.example:4000",
    "0.0.0.0:4000",
  ];
  const trick = [
    "a@127.0.0.1:4000",
    "127.0.0.1:4000.evil.example",
    "tunnel.example.evil",
    "tunnel.example:x",
    "kept.example",
  ];
  for (const host of [...foreign, ...trick]) expect([host, header("host", host)]).toEqual([host, 403]);
  expect(status(knock({ without: "host" }))).toBe(403);
  const twice = knock();
  expect(status({ ...twice, rawHeaders: [...twice.rawHeaders, "HOST", "127.0.0.1:4000"] })).toBe(403);
  expect(gate(knock({ with: { host: "127.0.0.1" } }), { ...limits, port: 80 })).toBe(null);
});

test("any Origin at all is refused", () => {
  for (const origin of ["http://127.0.0.1:4000", "null", "", "https://evil.example"])
    expect(header("origin", origin)).toBe(403);
});

test("JSON in UTF-8 alone", () => {
  for (const type of [
    "application/json",
    "Application/JSON; charset=UTF-8",
    'application/json;charset="utf-8"',
    "application/cloudevents+json; charset=utf-8",
    "application/json; profile=x",
  ]) {
    expect([type, header("content-type", type)]).toEqual([type, "in"]);
  }
  for (const type of ["", "text/plain", "text/json", "application/jsonp", "json", "application/json; charset=latin1"]) {
    expect([type, header("content-type", type)]).toEqual([type, 415]);
  }
  expect(status(knock({ without: "content-type" }))).toBe(415);
  expect(header("content-encoding", "gzip")).toBe(415);
  expect(header("content-encoding", "identity")).toBe("in");
});

test("form data is told about GitHub's setting", () => {
  const refusal = gate(knock({ with: { "content-type": "application/x-www-form-urlencoded" } }), limits);
  expect(refusal?.answer.status).toBe(415);
  expect(refusal?.answer.body).toContain("GitHub");
  expect(refusal?.answer.body).toContain("application/json");
  expect(refusal?.note).toContain("application/json");
});

test("a body framed in another way than by length or chunks is no HTTP here", () => {
  expect(header("transfer-encoding", "Chunked")).toBe("in");
  for (const framing of ["identity", "xchunked", "gzip, chunked", "chunked, chunked", ""]) {
    expect([framing, header("transfer-encoding", framing)]).toEqual([framing, 400]);
  }
});

test("a declared length beyond the limit", () => {
  expect(header("content-length", "100")).toBe("in");
  expect(header("content-length", "101")).toBe(413);
  expect(header("content-length", "99999999999999999999999")).toBe(413);
});

test("path, method, Host, Origin, type, length: the first that fails answers", () => {
  const all = { host: "evil", origin: "x", "content-type": "text/plain", "content-length": "999" };
  expect(status(knock({ target: "/", method: "GET", with: all }))).toBe(404);
  expect(status(knock({ method: "GET", with: all }))).toBe(405);
  expect(gate(knock({ with: all }), limits)?.answer.body).toContain("Host");
  expect(gate(knock({ with: { ...all, host: "localhost:4000" } }), limits)?.answer.body).toContain("web page");
  expect(status(knock({ with: { "content-type": "text/plain", "content-length": "999" } }))).toBe(415);
});

test("what a note shows of a Host is short and plain", () => {
  const note = gate(knock({ with: { host: `\u0007<b>é${"x".repeat(500)}` } }), limits)?.note ?? "";
  expect(note).toContain('"?<b>?x');
  expect(note.length).toBeLessThan(220);
});
