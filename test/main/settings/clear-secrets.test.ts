// What counts as a secret in clear, surely or perhaps.
import { expect, test } from "vitest";
import { isSecret, maySecret } from "../../../app/main/settings/clear-secrets.ts";

const token = `ghp_${"a1B2".repeat(9)}`;

test.each([
  ...[
    token,
    `github_pat_${"a1".repeat(20)}`,
    `sk-ant-api03-${"aB3".repeat(10)}`,
    `xoxb-${"1".repeat(12)}-abc`,
    "AKIAABCDEFGHIJKLMNOP",
  ],
  ...[
    `Bearer ${"abc1".repeat(6)}`,
    "postgres://me:hunter2@db.test/x",
    "-----BEGIN RSA PRIVATE KEY-----",
    `hf_${"aB".repeat(15)}`,
  ],
  ...[
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${"x".repeat(20)}`,
    `--header=Authorization: Bearer ${"abc1".repeat(6)}`,
  ],
])("surely a secret: %s", (value) => expect(isSecret(value)).toBe(true));

test.each([
  ...[
    "-y",
    "@modelcontextprotocol/server-filesystem",
    "/home/me/sk-notes",
    "https://mcp.linear.app/mcp",
    "keychain:linear",
    "ask-me-anything-about-this",
  ],
  ...["task-management-server-for-everyone", "http://127.0.0.1:9000", "--disk-cache-size-in-megabytes"],
])("surely none: %s", (value) => expect(isSecret(value)).toBe(false));

test.each([
  ["OPENAI_API_KEY", "anything", true],
  ["accessToken", "x", true],
  ["DB_PASSWORD", "short", true],
  ["SOME_THING", "a8f5f167f44f4964e6c998dee827110c", true],
  ["KEY_FILE", "/home/me/key.pem", false],
  ["USE_TOKENS", "true", false],
  ["MONKEY", "banana", false],
  ["REGION", "eu-west-1", false],
  ["HOME", "/home/somebody/with/a/long/path1", false],
])("%s=%s may be a secret: %s", (name, value, is) => expect(maySecret(name, value)).toBe(is));
