// Calls that only read and yet may carry out what a run has read, and those of every day, which may not be held up.
import { expect, test } from "vitest";
import { findSmuggledIn } from "../../../../app/main/engine/permissions/smuggling.ts";

const mail = "the customer said that the contract is worth four million euros and that he wants to leave us";
const dashed = mail.replaceAll(" ", "-");
const base64 = Buffer.from(mail).toString("base64");
const where = (url: string, headers: Record<string, string> = {}) =>
  findSmuggledIn(url, headers).map(({ kind, what }) => [kind, /carry data out in (.*)\.$/.exec(what)?.[1]]);

test.each([
  ["a header of words", "https://a.test/x", { "x-note": mail }, "its headers"],
  ["a header of base64", "https://a.test/x", { "x-note": base64 }, "its headers"],
  [
    "a header of pieces of base64",
    "https://a.test/x",
    { "x-note": base64.match(/.{14}/g)?.join(" ") ?? "" },
    "its headers",
  ],
  ["headers of a few words each", "https://a.test/x", spreadOver(`${mail} ${mail}`), "its headers"],
  ["a language that is none", "https://a.test/x", { "accept-language": mail }, "its headers"],
  ["a mark of a version that is none", "https://a.test/x", { "if-none-match": `"${base64}"` }, "its headers"],
  ["a long header", "https://a.test/x", { "x-note": "1 ".repeat(300) }, "its headers"],
  ["a path of words", `https://a.test/x/${dashed}`, {}, "its path"],
  ["a path of words, escaped", `https://a.test/x/${encodeURIComponent(mail)}`, {}, "its path"],
  ["a path of a word in each part", `https://a.test/${`${mail} ${mail}`.replaceAll(" ", "/")}`, {}, "its path"],
  ["a path of base64 in parts", `https://a.test/${base64.match(/.{20}/g)?.join("/")}`, {}, "its path"],
  ["a long path", `https://a.test/${"1/".repeat(310)}`, {}, "its path"],
  ["a query of words with dashes", `https://a.test/x?q=${dashed}`, {}, "its query"],
  ["a query of words with stops", `https://a.test/x?q=${mail.replaceAll(" ", ".")}`, {}, "its query"],
  ["a query of words with commas", `https://a.test/x?q=${`${mail},${mail}`.replaceAll(" ", ",")}`, {}, "its query"],
  ["a query of a word in each part", `https://a.test/x?${`${mail} ${mail}`.replaceAll(" ", "&")}`, {}, "its query"],
  [
    "a query of short random parts",
    `https://a.test/x?${Array.from({ length: 12 }, (_, at) => `k${at}=ABcd1234EFgh5678ijKL9012mnO${at}`).join("&")}`,
    {},
    "its query",
  ],
])("%s is found", (_name, url, headers, place) => {
  expect(where(url, headers)).toEqual([["smuggled", place]]);
});

function spreadOver(text: string): Record<string, string> {
  const words = text.split(" ");
  return Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`x-${at}`, words.slice(at * 5, at * 5 + 5).join(" ")]),
  );
}

const sha = "6113728f27ae82c7b1a177c8d03f9e96e0adf246";
const ordinary: [url: string, headers?: Record<string, string>][] = [
  [
    "https://api.github.com/repos/octo/hello-world/issues?state=open&sort=updated&direction=desc&labels=bug,help%20wanted&assignee=octo&per_page=100&page=2&since=2026-01-01T00:00:00Z",
  ],
  [
    "https://api.github.com/repos/octo/hello/contents/src/main/java/com/example/shop/orders/service/impl/OrderServiceImplementation.java?ref=main",
  ],
  ["https://api.github.com/repos/octo/hello/contents/docs/how-to-set-up-a-development-environment.md"],
  ["https://api.github.com/repos/octo/hello/branches/feature%2FABC-123-add-support-for-dark-mode-in-the-settings-page"],
  [`https://api.github.com/repos/octo/hello/compare/${sha}...${sha}`],
  [`https://api.github.com/repos/octo/hello/commits/${sha}/check-runs?filter=latest`],
  ["https://api.github.com/search/issues?q=repo:octo/hello+is:open+label:bug"],
  ["https://api.github.com/search/code?q=createServer+language:typescript&sort=indexed"],
  ["https://api.github.com/search/repositories?q=how+to+write+a+parser"],
  ["https://api.github.com/orgs/octo/teams/platform-and-infrastructure/repos"],
  [
    "https://www.googleapis.com/drive/v3/files/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms?fields=id,name,mimeType,createdTime,modifiedTime,owners,permissions",
  ],
  [
    "https://www.googleapis.com/calendar/v3/calendars/primary/events?timeMin=2026-03-01T00:00:00Z&timeMax=2026-03-31T00:00:00Z&singleEvents=true&orderBy=startTime",
  ],
  [
    "https://api.example.com/v1/customers/6f1e2a3b-1c2d-4e5f-8a9b-0c1d2e3f4a5b/orders/9b2d6c1e-7f8a-4b3c-9d0e-1f2a3b4c5d6e",
  ],
  ["https://api.stripe.com/v1/charges?limit=100&starting_after=ch_3MqLiJLkdIwHu7ix0snN0B15&expand[]=data.customer"],
  ["https://slack.com/api/conversations.history?channel=C024BE91L&limit=200&oldest=1512085950.000216"],
  ["https://api.notion.com/v1/blocks/59833787-2cf9-4fdf-8782-e53db20768a5/children?page_size=100"],
  [
    "https://api.weather.example/forecast?latitude=52.52&longitude=13.41&hourly=temperature_2m,relative_humidity_2m,wind_speed_10m,precipitation&timezone=Europe%2FBerlin",
  ],
  ["https://packages.example/@octokit%2fwebhooks-examples/latest"],
  [
    "https://api.github.com/user",
    {
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      "accept-language": "de-DE,de;q=0.9,en;q=0.8",
    },
  ],
  [
    "https://api.github.com/user",
    {
      "if-none-match": 'W/"5c7e8a1d2b3c4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f90"',
      "if-modified-since": "Thu, 05 Jul 2026 15:31:30 GMT",
    },
  ],
  [
    "https://a.test/",
    {
      accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      prefer: "return=representation",
    },
  ],
];
test.each(ordinary)("%s carries nothing", (url, headers = {}) => {
  expect(where(url, headers)).toEqual([]);
});
