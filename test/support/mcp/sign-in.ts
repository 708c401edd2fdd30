// An MCP server that wants a sign-in, and the authorization server behind it, both on one loopback port: registration, a page that says
// yes at once, codes with PKCE, tokens that end and are renewed. A test bends it where it has to misbehave.
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "./http.ts";

export interface SignInServer {
  origin: string;
  url: string;
  /** Every value it ever gave out. */
  secrets: string[];
  /** Requests to the MCP endpoint: the method of the protocol, and the token they came with. */
  asked: { method: string; token: string | null }[];
  granted: { grant: string }[];
  /** What it was asked to take back, and has, by the kinds that were told. */
  takenBack: string[];
  /** Every path that was asked for. */
  hits: string[];
  /** Tokens that are good. */
  good: Set<string>;
  bend: {
    /** Fields of its metadata that are different. */
    metadata: Record<string, unknown>;
    resource: Record<string, unknown>;
    /** Of a token. */
    token: Record<string, unknown>;
    /** What the page adds to where it leads back, or where it leads instead. */
    back: (to: URL) => URL;
    refusesRenewal: boolean;
    /** What the token's page says instead of anything else, with status 500; it is handed what it was sent. */
    breaks: ((sent: string) => string) | null;
  };
  close(): Promise<void>;
}

const fresh = (kind: string): string => `${kind}-${randomBytes(18).toString("hex")}`;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

export async function openSignInServer(): Promise<SignInServer> {
  const codes = new Map<string, { challenge: string; redirect: string }>();
  const renewals = new Set<string>();
  const server = createServer((request, response) => {
    void serve(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const world: SignInServer = {
    ...{ origin, url: `${origin}/mcp`, secrets: [], asked: [], granted: [], takenBack: [], hits: [], good: new Set() },
    bend: { metadata: {}, resource: {}, token: {}, back: (to) => to, refusesRenewal: false, breaks: null },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
  const { secrets, asked, granted, good, bend } = world;

  function tokens(response: ServerResponse): void {
    const [access, refresh] = [fresh("access"), fresh("refresh")];
    secrets.push(access, refresh);
    good.add(access);
    renewals.add(refresh);
    const body = {
      access_token: access,
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: refresh,
      ...bend.token,
    };
    json(response, body);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin);
    world.hits.push(url.pathname);
    const text = await textOf(request);
    switch (url.pathname) {
      case "/.well-known/oauth-protected-resource/mcp":
        return void json(response, { resource: world.url, authorization_servers: [origin], ...bend.resource });
      case "/.well-known/oauth-authorization-server":
        return void json(response, {
          ...{ issuer: origin, authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` },
          ...{ registration_endpoint: `${origin}/register`, response_types_supported: ["code"] },
          ...{
            code_challenge_methods_supported: ["S256"],
            token_endpoint_auth_methods_supported: ["client_secret_post"],
          },
          ...bend.metadata,
        });
      case "/register": {
        const secret = fresh("client");
        secrets.push(secret);
        return void json(
          response,
          { ...(JSON.parse(text) as object), client_id: "nightjar-1", client_secret: secret },
          201,
        );
      }
      case "/authorize": {
        const code = fresh("code");
        secrets.push(code);
        const redirect = url.searchParams.get("redirect_uri") ?? "";
        codes.set(code, { challenge: url.searchParams.get("code_challenge") ?? "", redirect });
        const back = new URL(redirect);
        back.searchParams.set("code", code);
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        return void response.writeHead(302, { location: bend.back(back).href }).end();
      }
      case "/revoke":
        return takeBack(new URLSearchParams(text), response);
      case "/token":
        if (bend.breaks !== null) return void response.writeHead(500).end(bend.breaks(text));
        return token(new URLSearchParams(text), response);
      case "/mcp":
        return mcp(request, text, response);
      default:
        return void response.writeHead(404).end();
    }
  }

  function takeBack(asks: URLSearchParams, response: ServerResponse): void {
    if (asks.get("client_id") !== "nightjar-1" || !secrets.includes(asks.get("client_secret") ?? "")) {
      return void json(response, { error: "invalid_client" }, 401);
    }
    const value = asks.get("token") ?? "";
    if (good.delete(value) || renewals.delete(value)) world.takenBack.push(asks.get("token_type_hint") ?? "");
    response.writeHead(200).end();
  }

  function token(asks: URLSearchParams, response: ServerResponse): void {
    const grant = asks.get("grant_type") ?? "";
    granted.push({ grant });
    const no = (): void => void json(response, { error: "invalid_grant" }, 400);
    if (grant === "refresh_token") {
      const renewal = asks.get("refresh_token") ?? "";
      // Good for once.
      if (bend.refusesRenewal || !renewals.delete(renewal)) return no();
      return tokens(response);
    }
    const code = codes.get(asks.get("code") ?? "");
    codes.delete(asks.get("code") ?? "");
    const proof = createHash("sha256")
      .update(asks.get("code_verifier") ?? "")
      .digest("base64url");
    if (code === undefined || proof !== code.challenge || asks.get("redirect_uri") !== code.redirect) return no();
    tokens(response);
  }

  function mcp(request: IncomingMessage, text: string, response: ServerResponse): void {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? null;
    const body =
      text === ""
        ? null
        : (JSON.parse(text) as { id?: number; method?: string; params?: { arguments?: { text?: string } } });
    asked.push({ method: body?.method ?? request.method ?? "", token: bearer });
    if (bearer === null || !good.has(bearer)) {
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      return void response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${metadata}"` }).end();
    }
    if (request.method === "GET") return void response.writeHead(405).end();
    if (body?.id === undefined) return void response.writeHead(202).end();
    const reply = (result: object) => void json(response, { jsonrpc: "2.0", id: body.id, result });
    if (body.method === "initialize") {
      const serverInfo = { name: "Signed", version: "1" };
      return reply({ protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo });
    }
    if (body.method === "tools/list") return reply({ tools: [{ name: "echo", inputSchema: { type: "object" } }] });
    reply({ content: [{ type: "text", text: `heard ${body.params?.arguments?.text ?? ""}` }] });
  }

  return world;
}
