import { expect, test } from "vitest";
import { takeEnvironment } from "../../../app/main/desktop/environment.ts";

const never = (): string => {
  throw new Error("Nothing comes on the standard input here.");
};

test("all variables are given to main, and only what is needed stays for the processes it starts", () => {
  const environment: Record<string, string | undefined> = {
    ...{ PATH: "/bin", HOME: "/home/me", DISPLAY: ":1", XDG_RUNTIME_DIR: "/run/1", LC_ALL: "C.UTF-8" },
    ...{ GITHUB_WEBHOOK_SECRET: "s1", NIGHTJAR_TOKEN: "s2", AWS_SECRET_ACCESS_KEY: "s3", MYPATH: "s4", PATH_KEY: "s5" },
  };
  const all = takeEnvironment(environment, never);
  expect(all["GITHUB_WEBHOOK_SECRET"]).toBe("s1");
  expect(Object.keys(all)).toHaveLength(10);
  expect(Object.keys(environment).toSorted()).toEqual(["DISPLAY", "HOME", "LC_ALL", "PATH", "XDG_RUNTIME_DIR"]);
});

test("what the start script hands over comes on the standard input", () => {
  const environment: Record<string, string | undefined> = { PATH: "/bin", NIGHTJAR_ENVIRONMENT: "stdin" };
  const all = takeEnvironment(environment, () => JSON.stringify({ PATH: "/bin", TOKEN: "s", odd: 1 }));
  expect(all).toEqual({ PATH: "/bin", TOKEN: "s" });
  expect(Object.keys(environment)).not.toContain("TOKEN");
});

test.each(["", "{", "[]", "null", "7"])("an input that is none (%j) leaves what the environment has", (text) => {
  expect(takeEnvironment({ PATH: "/bin", NIGHTJAR_ENVIRONMENT: "stdin" }, () => text)).toEqual({ PATH: "/bin" });
});
