// Where a sign-in may ask: a table of addresses.
import { expect, test } from "vitest";
import { refusal } from "../../../app/main/signin/where.ts";

const far = "https://mcp.example.com/mcp";
const here = "http://127.0.0.1:9000/mcp";

test.each([
  ["https://auth.example.org/authorize", far],
  ["https://mcp.example.com:8443/x", far],
  ["http://127.0.0.1:9100/authorize", here],
  ["http://localhost:9100/authorize", here],
  ["https://10.0.0.7/authorize", "https://10.0.0.7/mcp"],
])("%s may be asked for %s", (url, server) => {
  expect(refusal(new URL(url), new URL(server))).toBeNull();
});

test.each([
  ["http://auth.example.org/authorize", far, /not encrypted/],
  ["http://127.0.0.1:9100/authorize", far, /this computer/],
  ["https://localhost/authorize", far, /this computer/],
  ["https://[::1]/authorize", far, /this computer/],
  ["https://foo.localhost/authorize", far, /this computer/],
  ["https://192.168.0.1/authorize", far, /without a name/],
  ["https://2130706433/authorize", far, /this computer/],
  ["https://[fd00::1]/authorize", far, /without a name/],
  ["https://10.0.0.8/authorize", "https://10.0.0.7/mcp", /without a name/],
  ["https://a:b@auth.example.org/", far, /password/],
  ["http://10.0.0.7/authorize", here, /without a name/],
  ["javascript:alert(1)", here, /not encrypted/],
  ["file:///etc/passwd", far, /not encrypted/],
])("%s may not be asked for %s", (url, server, why) => {
  expect(refusal(new URL(url), new URL(server))).toMatch(why);
});
