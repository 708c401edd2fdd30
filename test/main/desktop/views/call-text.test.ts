import { expect, test } from "vitest";
import { callOrigin, callText } from "../../../../app/main/desktop/views/call-text.ts";

test("an http request shows its method, whole address, every header and the whole body", () => {
  const url = `https://api.github.com/repos/octo/porch/pulls/214/merge?${"q=1&".repeat(500)}`;
  const args = {
    method: "PUT",
    url,
    headers: { accept: "application/json", "x-a": "b" },
    body: { merge: ["squash", 1] },
  };
  expect(callText("http.request", JSON.stringify(args))).toEqual({
    verb: "PUT",
    target: url,
    detail: 'accept: application/json\nx-a: b\n\n{\n  "merge": [\n    "squash",\n    1\n  ]\n}',
  });
});

test("a request without headers and body has no detail; one with a null body shows null", () => {
  const args = { method: "GET", url: "https://a.example/" };
  expect(callText("http.request", JSON.stringify(args)).detail).toBe("");
  expect(callText("http.request", JSON.stringify({ ...args, body: null })).detail).toBe("null");
  expect(callText("http.request", JSON.stringify({ ...args, body: "" })).detail).toBe('""');
});

test("an argument the card does not know is shown, not dropped", () => {
  const args = { method: "GET", url: "https://a.example/", follow: true };
  expect(callText("http.request", JSON.stringify(args)).detail).toBe('{\n  "follow": true\n}');
});

test("a credential is named in words, apart from the body; one of an unexpected shape is shown as it is", () => {
  const args = { method: "PUT", url: "https://a.example/", body: { a: 1 }, credential: "gh" };
  const detail = (more: object) => callText("http.request", JSON.stringify({ ...args, ...more })).detail;
  expect(detail({})).toBe('with credential gh\n\n{\n  "a": 1\n}');
  expect(detail({ body: undefined, headers: { accept: "*/*" } })).toBe("accept: */*\nwith credential gh");
  expect(detail({ body: undefined, credential: ["gh"] })).toBe('credential [\n  "gh"\n]');
  expect(detail({ body: undefined, credential: "g\u202eh" })).toBe("with credential g⟨U+202E⟩h");
});

test("arguments of an unexpected shape, and other tools, are shown whole", () => {
  expect(callText("http.request", '{"method":["PUT"],"url":"x"}')).toMatchObject({ verb: "http.request", target: "" });
  expect(callText("mail.send", '{"to":"a@b.example"}')).toEqual({
    verb: "mail.send",
    target: "",
    detail: '{\n  "to": "a@b.example"\n}',
  });
  expect(callText("clock.read", "{}").detail).toBe("");
});

test("nothing in a call can hide: header line breaks, overrides in the address, in the body", () => {
  const args = { method: "PUT", url: "https://a.example/\u202e", headers: { a: "1\r\nb: 2" }, body: "\u202e" };
  const text = callText("http.request", JSON.stringify(args));
  expect(text.target).toBe("https://a.example/⟨U+202E⟩");
  expect(text.detail).toBe('a: 1␍␊b: 2\n\n"\\u202e"');
});

test("the origin a call goes to", () => {
  expect(callOrigin("http.request", '{"method":"GET","url":"https://a.example:8443/x"}')).toBe(
    "https://a.example:8443",
  );
  expect(callOrigin("http.request", '{"method":"GET","url":"not one"}')).toBeNull();
  expect(callOrigin("mail.send", '{"url":"https://a.example"}')).toBeNull();
});

test("a file that is written shows its place and every line, none of which can pose as another part", () => {
  const args = { path: "/home/me/notes/a\u202e.md", expect: "0f", text: "one\n- two\r\n" };
  expect(callText("files.write", JSON.stringify(args))).toEqual({
    verb: "files.write",
    target: "/home/me/notes/a⟨U+202E⟩.md",
    detail: '{\n  "expect": "0f"\n}\n\n+ one\n+ - two␍\n+ ',
  });
  const passage = { path: "/n/a", old: "b\n+ c", new: "" };
  expect(callText("files.write", JSON.stringify(passage)).detail).toBe("- b\n- + c\n+ ");
  expect(callText("files.read", '{"path":"/n/a"}')).toEqual({ verb: "files.read", target: "/n/a", detail: "" });
  expect(callText("files.write", '{"path":"/n/a","text":["x"]}').detail).toContain('"text": [');
});
