// The page's parts by the names that tests and people know them by, and one open page for each file of tests.
import { expect, type Locator, type Page, test } from "@playwright/test";
import { settleMilliseconds } from "../../../app/renderer/parts/ground.ts";
import { ordinaryScene, type Scene } from "../fixtures/scenes.ts";
import type { card } from "../fixtures/cards.ts";
import { ordinary } from "../fixtures/today.ts";
import { type OpenPage, openPage } from "./page.ts";

export const views = ["Today", "Dead events", "Timers", "Activity", "Memory", "Permissions", "Settings"];

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

/** "G" and a letter, sent at once: two presses that each wait for the page may be too far apart to be one of its shortcuts. */
export async function goByKeys({ keyboard }: Page, letter: string): Promise<void> {
  await Promise.all([keyboard.press("g"), keyboard.press(letter)]);
}

/** From now on nothing settles until `settle`: a test must not depend on how fast the machine is. */
export async function holdSettling(page: Page): Promise<void> {
  await page.evaluate((held) => {
    const real = window.setTimeout.bind(window);
    const waits = new Map<number, () => void>();
    let last = 1_000_000_000;
    const set = (call: () => void, milliseconds?: number): number => {
      if (milliseconds !== held) return real(call, milliseconds);
      waits.set(++last, call);
      return last;
    };
    const realClear = window.clearTimeout.bind(window);
    Object.assign(window, {
      setTimeout: set,
      clearTimeout: (id?: number) => {
        if (id === undefined || !waits.delete(id)) realClear(id);
      },
      settleAll: () => {
        for (const call of waits.values()) call();
        Object.assign(window, { setTimeout: real, clearTimeout: realClear });
      },
    });
  }, settleMilliseconds);
}

/** The moment is over for all that `holdSettling` held. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { settleAll: () => void }).settleAll());
}
