import { expect, test } from "vitest";
import { findProtected } from "../../../../app/main/engine/permissions/protected.ts";

const home = { ports: [47_821, 50_123], folders: ["/home/me/.config/Nightjar"] };
const kinds = (host: string | null, folder: string | null = null, ports = home.ports) =>
  findProtected({ host, folder }, { ...home, ports }).map(({ kind }) => kind);

test.each([
  ...["127.0.0.1:47821", "127.0.0.1:50123", "localhost:47821", "a.localhost:47821", "127.9.8.7:47821", "0.0.0.0:47821"],
  ...[
    "[::1]:47821",
    "[::]:47821",
    "[::ffff:7f00:1]:47821",
    "[::ffff:127.0.0.1]:47821",
    "LOCALHOST:47821",
    "localhost.:47821",
  ],
])("%s is Nightjar itself", (host) => {
  expect(kinds(host)).toEqual(["own_service"]);
});

test.each([
  "127.0.0.1:47822",
  "127.0.0.1",
  "api.github.com:47821",
  "127.0.0.1.example.com:47821",
  "localhost.example:47821",
])("%s is not", (host) => {
  expect(kinds(host)).toEqual([]);
});

test("a port that the scheme implies is one too", () => {
  expect(kinds("127.0.0.1", null, [80])).toEqual(["own_service"]);
  expect(kinds("localhost", null, [443])).toEqual(["own_service"]);
});

test.each([
  "/home/me/.config/Nightjar",
  "/home/me/.config/Nightjar/memory",
  "/home/me/.config/nightjar/",
  "/home/me/.config/x/../Nightjar",
  "/home/me/.config//Nightjar/./logs",
  "\\home\\me\\.config\\Nightjar",
])("%s is in the profile", (folder) => {
  expect(kinds(null, folder)).toEqual(["profile"]);
});

test.each(["/home/me/.config", "/home/me/.config/Nightjar2", "/home/me/.config/Nightjar/../other", "/home/me"])(
  "%s is not",
  (folder) => {
    expect(kinds(null, folder)).toEqual([]);
  },
);
