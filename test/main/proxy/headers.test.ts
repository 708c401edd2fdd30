import { expect, test } from "vitest";
import { fromCaller } from "../../../app/main/proxy/headers.ts";

test("a name with underscores is dropped like the same with hyphens, and only what is known by name is kept", () => {
  const dropped = [
    ...["transfer_encoding", "Content_Length", "x_forwarded_host", "X_HTTP_Method_Override", "x_real_ip", "sudo"],
    ...["x_nightjar_token", "user_agent", "idempotency_key", "X_Remote_User"],
  ];
  const kept = { "user-agent": "a", "idempotency-key": "b", "mcp-session-id": "c", x_note: "d" };
  expect(fromCaller([...dropped.flatMap((name) => [name, "x"]), ...Object.entries(kept).flat()])).toEqual(kept);
});
