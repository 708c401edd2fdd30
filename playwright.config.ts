// The real app on a private desktop: `npm test -- e2e`. Each file has its own desktop and profile, so files may run side by side.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "out/test/e2e",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [["list"]],
});
