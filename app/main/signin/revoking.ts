// Asks a server to take back what it gave, where it says how (RFC 7009). Promises: nothing that is left here depends on its answer.
// Refuses: to ask anywhere but where the sign-in itself may ask.
import {
  type FetchLike,
  selectClientAuthMethod,
  type StoredOAuthClientInformation,
} from "@modelcontextprotocol/client";
import type { Given } from "./kept.ts";

/** @returns whether the server has taken back all of it. Never rejects. */
export async function takeBack({ revocation, client, token, refresh }: Given, fetchFn: FetchLike): Promise<boolean> {
  if (revocation === null || client === undefined) return false;
  // What renews goes first: with it a server takes back the token too.
  const values = { refresh_token: refresh, access_token: token };
  try {
    for (const [kind, value] of Object.entries(values)) {
      if (value === undefined) continue;
      const { headers, fields } = introduce(client, revocation.methods);
      const body = new URLSearchParams({ token: value, token_type_hint: kind, ...fields });
      const answer = await fetchFn(revocation.url, { method: "POST", headers, body });
      if (!answer.ok) return false;
    }
    return true;
  } catch {
    // It is not there, or may not be asked: the person is told that the server has not taken it back.
    return false;
  }
}

function introduce(client: StoredOAuthClientInformation, methods: string[]) {
  const { client_id: id, client_secret: secret } = client;
  const fields = { client_id: id };
  if (secret === undefined) return { headers: {}, fields };
  if (selectClientAuthMethod(client, methods) !== "client_secret_basic") {
    return { headers: {}, fields: { ...fields, client_secret: secret } };
  }
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  return { headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }, fields: {} };
}
