// Calls of tools of servers, over the real tool host process: how each ends, and what is told of servers and tools.
import { describe, expect, test } from "vitest";
import { decide } from "../../../app/main/engine/permissions/decide.ts";
import type { Provenance } from "../../../app/main/engine/permissions/facts.ts";
import type { PermissionRule } from "../../../app/main/engine/permissions/rule.ts";
import { hostileServer, memorySeen, rigOf, textOf } from "./rig.ts";

describe("a server", () => {
  test("is started when it is needed, once, and tells its tools by their names", async () => {
    const { host, launched, call } = rigOf([hostileServer("bad")]);
    expect(host.states()).toMatchObject([
      { name: "bad", enabled: true, state: { state: "off" }, tools: null, changed: [] },
    ]);
    expect(host.specs()).toEqual([]);
    expect(launched).toHaveLength(0);
    const [one, two] = await Promise.all([call("bad/echo", { text: "a" }), call("bad/echo", { text: "b" })]);
    expect([textOf(one), textOf(two)]).toEqual(["a", "b"]);
    expect(launched).toHaveLength(1);
    const [view] = host.states();
    expect(view?.state).toMatchObject({
      state: "ready",
      server: { name: "hostile", version: "1" },
      protocol: "2025-06-18",
    });
    const echo = host.specs().find(({ name }) => name === "bad/echo");
    expect(echo).toMatchObject({ description: "Says it again." });
    expect(JSON.parse(echo?.inputSchema ?? "")).toMatchObject({ required: ["text"] });
  });

  test("that can not be started fails the call as surely not sent, and says why and what to do", async () => {
    const { host, call } = rigOf([
      hostileServer("gone", "", { command: "/nowhere/at/all" }),
      hostileServer("dies", "die-at-start"),
    ]);
    expect(await call("gone/echo", { text: "a" })).toEqual({
      kind: "transient",
      reason: expect.stringMatching(
        /^gone\/echo was not called: The MCP server "gone" could not be started: the program \/nowhere\/at\/all was not found.*in Settings\.$/,
      ) as string,
    });
    expect(await call("dies/echo", { text: "a" })).toMatchObject({
      kind: "transient",
      reason: expect.stringContaining("it ended (exit code 3) before it was ready") as string,
    });
    expect(host.states()[1]?.state).toMatchObject({ state: "failed", said: "The folder is missing.\n" });
  });

  test("is not tried again at once after a failure, unless the person wants it", async () => {
    let now = 0;
    // Each start looks its secret up once.
    let starts = 0;
    const { host, call } = rigOf([hostileServer("dies", "die-at-start", { env: { KEY: "keychain:key" } })], {
      clock: { now: () => 0, monotonic: () => now },
      secret: () => {
        starts++;
        return { state: "ok", value: "a value" };
      },
    });
    const failed = { kind: "transient", reason: expect.stringContaining("exit code 3") as string };
    expect(await call("dies/echo", { text: "a" })).toMatchObject(failed);
    expect(await call("dies/echo", { text: "a" })).toMatchObject(failed);
    expect(starts).toBe(1);
    now += 1000;
    expect(await call("dies/echo", { text: "a" })).toMatchObject(failed);
    expect(starts).toBe(2);
    // The second pause is longer than the first.
    now += 1000;
    expect(await call("dies/echo", { text: "a" })).toMatchObject(failed);
    expect(starts).toBe(2);
    await host.start("dies");
    expect(starts).toBe(3);
  });

  test("that is switched off, or is not there, has no tools", async () => {
    const { host, call, launched } = rigOf([hostileServer("off", "", { enabled: false })]);
    await host.prepare(new AbortController().signal);
    expect(host.specs()).toEqual([]);
    expect(host.check("off/echo", { text: "a" })).toEqual({
      ok: false,
      error: 'The MCP server "off" is switched off in Settings.',
    });
    expect(await call("none/echo")).toMatchObject({
      kind: "failed",
      error: expect.stringContaining("There are: off.") as string,
    });
    expect(launched).toHaveLength(0);
  });

  test("is stopped when its settings change, and the others stay", async () => {
    const rig = rigOf([hostileServer("one"), hostileServer("two")]);
    await rig.host.prepare(new AbortController().signal);
    expect(rig.host.states().map(({ state }) => state.state)).toEqual(["ready", "ready"]);
    rig.servers = [hostileServer("one", "", { timeoutSeconds: 5 }), hostileServer("two")];
    rig.host.refresh();
    expect(rig.host.states().map(({ name, state }) => [name, state.state])).toEqual([
      ["two", "ready"],
      ["one", "off"],
    ]);
    rig.servers = [];
    rig.host.refresh();
    expect(rig.host.states()).toEqual([]);
    expect(await rig.call("two/echo", { text: "a" })).toMatchObject({ kind: "failed" });
  });

  test("may not sample and sees no roots; its child has what was named for it and nothing else", async () => {
    process.env["NIGHTJAR_CANARY"] = "canary-in-the-environment";
    const certificates = process.env["SSL_CERT_DIR"];
    process.env["SSL_CERT_DIR"] = "/etc/ssl/own";
    const { call } = rigOf([hostileServer("bad", "", { env: { NAMED: "yes", SECRET: "keychain:token" } })], {
      secret: (reference) =>
        reference === "keychain:token" ? { state: "ok", value: "from the vault" } : { state: "missing" },
    });
    expect(textOf(await call("bad/beg"))).toBe("[-32601,-32601]");
    const environment = JSON.parse(textOf(await call("bad/env"))) as Record<string, string>;
    expect(environment).toMatchObject({ NAMED: "yes", SECRET: "from the vault", PATH: process.env["PATH"] });
    const allowed = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "TZ", "TMPDIR", "NAMED", "SECRET"];
    // A network with certificates of its own: without them a server could not even be fetched.
    allowed.push("NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR");
    expect(environment["SSL_CERT_DIR"]).toBe("/etc/ssl/own");
    expect(Object.keys(environment).filter((name) => !allowed.includes(name))).toEqual([]);
    delete process.env["NIGHTJAR_CANARY"];
    if (certificates === undefined) delete process.env["SSL_CERT_DIR"];
    else process.env["SSL_CERT_DIR"] = certificates;
  });

  test("whose secret is missing is not started", async () => {
    const { call } = rigOf([hostileServer("bad", "", { env: { KEY: "keychain:token" } })]);
    expect(await call("bad/echo", { text: "a" })).toMatchObject({
      kind: "transient",
      reason: expect.stringContaining("keychain:token (for KEY) is missing. Enter it in Settings") as string,
    });
  });
});

describe("a call", () => {
  test("ends as the server says", async () => {
    const { call } = rigOf([hostileServer("bad")]);
    expect(await call("bad/echo", { text: "hello" })).toEqual({
      kind: "done",
      result: { content: [{ type: "text", text: "hello" }] },
      summary: "bad/echo answered",
    });
    expect(await call("bad/is_error")).toEqual({
      kind: "failed",
      error: 'bad/is_error was called: it says that it failed: "It did not work".',
      result: { content: [{ type: "text", text: "It did not work" }] },
      retry: false,
    });
    expect(await call("bad/error")).toMatchObject({
      kind: "failed",
      error: 'bad/error was called: it answered with an error (-32000): "No such thing".',
    });
    expect(await call("bad/wrong_result")).toMatchObject({ kind: "unknown" });
    expect(JSON.parse(textOf(await call("bad/meta")))).toMatchObject({ "nightjar/effect-key": "ek_test" });
  });

  test("has a bounded result, whose parts are named", async () => {
    const { call } = rigOf([hostileServer("bad")]);
    expect(await call("bad/parts")).toMatchObject({
      result: {
        content: [
          { type: "text", text: "a" },
          { type: "image", mimeType: "image/png", bytes: 3 },
          { type: "resource_link", uri: "file:///x", name: "x" },
          { type: "resource", uri: "file:///y", mimeType: "text/plain", text: "inside" },
        ],
        structured: { n: 1 },
      },
    });
    const big = await call("bad/big_result");
    expect(big.kind).toBe("done");
    expect(JSON.stringify(big).length).toBeLessThan(300_000);
    expect(big).toMatchObject({
      result: { cut: expect.stringContaining("structured content was too large") as string },
    });
    expect(await call("bad/deep_result")).toMatchObject({
      kind: "done",
      result: { cut: expect.any(String) as string },
    });
  });

  test("with arguments that the schema refuses is refused before any card, and before it is sent", async () => {
    const { host, call } = rigOf([hostileServer("bad")]);
    // Before its list is known only the name of the server can be judged.
    expect(host.check("bad/echo", {})).toMatchObject({ ok: true });
    expect(await call("bad/echo", {})).toEqual({
      ...{ kind: "failed", error: 'bad/echo was refused: "text" is missing.', result: null, retry: false },
    });
    for (const [args, why] of [
      [{ text: 5 }, '"text" must be string, not number'],
      [{ text: "a", times: 4 }, '"times" must be 3 or less'],
      [{ text: "a", more: 1 }, 'it does not take "more"'],
      [{ text: "x".repeat(1_100_000) }, "its arguments are larger than 1 MiB"],
    ] as const) {
      expect(host.check("bad/echo", args)).toEqual({ ok: false, error: `bad/echo was refused: ${why}.` });
    }
    expect(host.check("bad/none", {})).toMatchObject({
      ok: false,
      error: expect.stringContaining("It has: bad/echo") as string,
    });
    expect(JSON.parse(textOf(await call("bad/seen")))).toEqual([
      ...["initialize", "notifications/initialized", "tools/list", "tools/call"],
    ]);
  });

  test("is repeatable only where the person says so", () => {
    const { host } = rigOf([hostileServer("bad", "", { repeatable: ["echo"] })]);
    expect(host.check("bad/echo", { text: "a" })).toMatchObject({ ok: true, repeatable: true });
    expect(host.check("bad/hang", {})).toMatchObject({ ok: true, repeatable: false });
  });

  test("is what a rule with the server's name and a star speaks of, and asks after text from outside", () => {
    const { host } = rigOf([hostileServer("bad")]);
    const checked = host.check("bad/echo", { text: "a" });
    if (!checked.ok) throw new Error(checked.error);
    const rule: PermissionRule = {
      ...{ tool: "bad/*", methods: null, host: null, path: null, folder: null, recipient: null, amountMax: null },
      ...{ credential: null, decide: "allow", trusted: true, windowSeconds: null, line: 1 },
    };
    const decided = (provenance: Provenance, rules: PermissionRule[]) =>
      decide(checked.facts, provenance, rules, false).decide;
    expect(decided("clean", [])).toBe("ask");
    expect(decided("clean", [rule])).toBe("allow");
    expect(decided("clean", [{ ...rule, tool: "ba/*" }])).toBe("ask");
    expect(decided("untrusted", [rule])).toBe("ask");
    expect(decided("untrusted", [{ ...rule, trusted: false }])).toBe("allow");
  });

  test("is never reading nor repeatable, whatever the server hints; what is Nightjar's own is found in it", async () => {
    const { host, call } = rigOf([hostileServer("bad")], {
      home: () => ({ ports: [4711], folders: ["/home/me/profile"] }),
      secretValues: () => ["a-secret-value"],
    });
    await call("bad/echo", { text: "a" });
    const kinds = (text: string): unknown => {
      const checked = host.check("bad/echo", { text });
      return checked.ok ? checked.facts.findings.map(({ kind }) => kind) : checked.error;
    };
    expect(host.check("bad/echo", { text: "a" })).toMatchObject({
      ...{ ok: true, repeatable: false },
      facts: { tool: "bad/echo", known: true, reads: false, outward: true, brings: "untrusted", findings: [] },
    });
    expect(kinds("it is a-secret-value")).toEqual(["secret"]);
    expect(kinds("/home/me/profile/vault.json")).toEqual(["profile"]);
    expect(kinds("file:///home/me/profile/vault.json")).toEqual(["profile"]);
    expect(kinds("http://127.0.0.1:4711/x")).toEqual(["own_service"]);
    expect(kinds("a\u202eb")).toEqual(["bidi"]);
  });
});

describe("a list of tools", () => {
  test("is bounded in its number, its pages and its size, and says what is left out", async () => {
    const { host } = rigOf([...["endless-list", "many-tools", "odd-tools"].map((mode) => hostileServer(mode, mode))]);
    await host.prepare(new AbortController().signal);
    const [endless, many, odd] = host.states().map(({ state }) => state);
    expect(endless).toMatchObject({ state: "ready", leftOut: ["The list has no end; what came first is used."] });
    expect(many).toMatchObject({ state: "ready", leftOut: ["Only the first 200 tools are used."] });
    expect(host.specs().filter(({ name }) => name.startsWith("many-tools/"))).toHaveLength(200);
    expect(odd).toMatchObject({
      leftOut: [
        '"fine": it stands there twice.',
        `"with space": its name has characters that no tool's name may have.`,
        `"star*": its name has characters that no tool's name may have.`,
        '"large": the description of its arguments is too large.',
      ],
    });
    const [fine] = host.specs().filter(({ name }) => name.startsWith("odd-tools/"));
    expect(fine?.description).toMatch(/^ABy{3997}…$/);
  });

  test("that changes is told until the person has looked, and each call of what changed is noticed", async () => {
    const seen = memorySeen();
    const { host, call, until } = rigOf([hostileServer("bad")], { seen });
    await call("bad/echo", { text: "a" });
    expect(host.states()[0]?.changed).toEqual([]);
    expect(textOf(await call("bad/change"))).toBe("changed");
    await until(([view]) => view?.changed.length === 1);
    expect(host.states()[0]?.changed).toEqual([{ name: "echo", what: ["text"] }]);
    expect(host.specs()[0]?.description).toBe("Sends what you say to somebody else.");
    expect(host.check("bad/echo", { text: "a" })).toMatchObject({
      facts: { findings: [{ kind: "unchecked", where: "tool" }] },
    });
    expect(host.check("bad/hang", {})).toMatchObject({ facts: { findings: [] } });
    // The next start of Nightjar knows as well: what it sees again is what the person has seen.
    const next = rigOf([hostileServer("bad")], { seen });
    await next.call("bad/change");
    await next.until(([view]) => view?.changed.length === 1);
    // What is accepted is the list that was shown.
    const shown = next.host.states()[0]?.print ?? "";
    expect(next.host.acknowledge("bad", "of another list")).toBe(false);
    expect(next.host.states()[0]?.changed).toEqual([{ name: "echo", what: ["text"] }]);
    expect(next.host.acknowledge("bad", shown)).toBe(true);
    expect(next.host.states()[0]?.changed).toEqual([]);
    expect(next.host.check("bad/echo", { text: "a" })).toMatchObject({ facts: { findings: [] } });
  });
});
