// The kinds of sources by their names in the configuration. A further provider is one more file and one more line.
import type { SourceKind } from "../../settings/model.ts";
import { github } from "./github.ts";
import type { Scheme } from "./scheme.ts";
import { standardWebhooks } from "./standard-webhooks.ts";
import { token } from "./token.ts";

export const schemes: Record<SourceKind, Scheme> = { github, "standard-webhooks": standardWebhooks, token };
