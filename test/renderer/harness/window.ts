// The page's parts by the names that tests and people know them by, and one open page for each file of tests.
import { expect, type Locator, test } from "@playwright/test";
import { ordinaryScene, type Scene } from "../fixtures/scenes.ts";
import { type card, ordinary } from "../fixtures/today.ts";
import { type OpenPage, openPage } from "./page.ts";

export const views = ["Today", "Dead events", "Timers", "Activity", "Settings"];

/** One Electron for the whole file; each test starts the page anew. */
export function usePage() {
  let opened: OpenPage | undefined;
  const open = (): OpenPage => {
    if (opened === undefined) throw new Error("the page is not open yet");
    return opened;
  };
  test.beforeAll(async () => {
    opened = await openPage();
  });
  test.afterAll(() => opened?.close());
  test.afterEach(() => {
    // Violations of the content policy arrive on the console too.
    expect(opened?.complaints).toEqual([]);
  });
  const main = () => open().page.getByRole("main");
  const approvals = () => open().page.getByRole("region", { name: "Approvals", exact: true });
  return {
    open,
    main,
    approvals,
    cards: () => approvals().getByRole("article"),
    messages: () => open().page.getByRole("region", { name: "Outbox digest", exact: true }).getByRole("listitem"),
    goTo: async (name: string) => {
      await open().page.getByRole("link", { name, exact: true }).click();
      await expect(main().getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    },
  };
}

type Box = Awaited<ReturnType<Locator["boundingBox"]>>;

/** Within a pixel: scrolling goes by whole ones. */
export async function stays(what: Locator, before: Box): Promise<void> {
  const moved = ((await what.boundingBox())?.y ?? Number.NaN) - (before?.y ?? Number.NaN);
  expect(Math.abs(moved)).toBeLessThan(1);
}

/** The ordinary scene with other approvals waiting. */
export function waiting(...cards: ReturnType<typeof card>[]): Scene {
  return { ...ordinaryScene(), "today.get": { ...ordinary(), approvals: cards } };
}
