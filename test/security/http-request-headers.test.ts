// Headers a call may not carry: credentials, framing, ours, and those that change what the card shows.
import { expect, test } from "vitest";
import { checkHeaders } from "../../app/main/tools/headers.ts";

const refused = [
  "Authorization",
  "authorization",
  "AUTHORIZATION",
  "Proxy-Authorization",
  "Proxy-Connection",
  "proxy-anything",
  "Cookie",
  "Cookie2",
  "Set-Cookie",
  "X-Api-Key",
  "Api-Key",
  "apikey",
  "X-ApiKey",
  "X-API_KEY",
  "X-Auth-Token",
  "X-Token",
  "Private-Token",
  "X-Vault-Token",
  "X-Amz-Security-Token",
  "X-Hub-Signature",
  "X-Secret",
  "X-Access-Key",
  "DD-Private-Key",
  "X-Password",
  "WWW-Authentication",
  "X-Credentials",
  "Host",
  "Idempotency-Key",
  "User-Agent",
  "Accept-Encoding",
  "Origin",
  "Referer",
  "Via",
  "Forwarded",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "Sec-Fetch-Site",
  "Connection",
  "Keep-Alive",
  "TE",
  "Trailer",
  "Transfer-Encoding",
  "Upgrade",
  "Content-Length",
  "Expect",
  "HTTP2-Settings",
  "X-HTTP-Method-Override",
  "X-HTTP-Method",
  "X-Method-Override",
  "X-Original-URL",
  "X-Rewrite-URL",
  "X-Host",
  // An underscore is a hyphen to servers that make variables of names.
  ...["transfer_encoding", "content_length", "x_forwarded_host", "X_HTTP_METHOD_OVERRIDE", "PROXY_Authorization"],
  ...["Sudo", "X-Sudo", "X-Original-Method", "X-Remote-User", "Remote_User", "X-Authenticated-Email", "Proxy"],
  ...["X-JWT", "Bearer", "SessionId", "X-Session", "X-Pass", "X-Pwd", "X-Gitlab-Tokens", "AuthToken", "X-Auth0"],
  ...["X-Real-IP", "X-Client_IP", "CF-Connecting-IP", "X-Forwarded", "X-Method", "X-Rewrite-URI", "X-Override-URL"],
  ...["X-Goog-IAP-JWT-Assertion", "X-MS-Client-Principal-Id", "X-HTTP-Method-Overide"],
  "",
  " ",
  "a b",
  "a:b",
  "a\r\nb",
  "ä",
  "a\0",
  "(x)",
  `x${"y".repeat(100)}`,
];
test.each(refused.map((name) => [JSON.stringify(name).slice(0, 60), name]))("%s is refused", (_shown, name) => {
  const checked = checkHeaders({ [name]: "s3cret-value" });
  expect(checked.ok).toBe(false);
  expect(JSON.stringify(checked)).not.toContain("s3cret");
});

test.each(["a\r\nHost: evil.test", "a\nb", "a\rb", "a\0b", "a\u007fb", "ü", "\ud800", "x".repeat(4001)])(
  "value %j is refused",
  (value) => {
    expect(checkHeaders({ "x-note": value }).ok).toBe(false);
  },
);

test("one name in two spellings, and bodies that would not be JSON, are refused", () => {
  expect(checkHeaders({ "X-Note": "1", "x-note": "2" }).ok).toBe(false);
  expect(checkHeaders({ "X-Note": "1", x_note: "2" }).ok).toBe(false);
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
  ]) {
    expect([type, checkHeaders({ "content-type": type }).ok]).toEqual([type, false]);
  }
});

test("ordinary headers pass, lower-cased and trimmed", () => {
  const given = {
    Accept: "application/vnd.github+json",
    "X-GitHub-Api-Version": " 2022-11-28 ",
    "If-Match": '"abc"',
    "Content-Type": "application/merge-patch+json",
    Author: "me",
    "X-Authored-By": "me",
    "Accept-Language": "de",
    Prefer: "return=minimal",
    "Notion-Version": "2022-06-28",
    "Mcp-Session-Id": "1868a90c",
    Range: "bytes=0-99",
  };
  const checked = checkHeaders(given);
  if (!checked.ok) throw new Error(checked.reason);
  expect(Object.keys(checked.headers)).toEqual(Object.keys(given).map((n) => n.toLowerCase()));
  expect(checked.headers["x-github-api-version"]).toBe("2022-11-28");
});
