// What a card asks beyond yes and no, as the window shows it. Promises: every text is the asker's and is made visible; an address
// shows where it truly leads. Refuses: to change what is sent back: names and values of choices stay as they are.
import type { CardAsks, FormField } from "../../../preload/contract/approvals.ts";
import type { Asks } from "../../engine/permissions/asks.ts";
import { checkLink } from "./link-check.ts";
import { visible, visibleExact, visibleLines } from "./visible-text.ts";

const fieldOf = (field: FormField): FormField => {
  const head = { label: visible(field.label), description: visibleLines(field.description) };
  if (field.type !== "choice" && field.type !== "choices") return { ...field, ...head };
  return { ...field, ...head, options: field.options.map(({ value, label }) => ({ value, label: visible(label) })) };
};

/** @param text JSON text as the approval keeps it; null when the card is about a call alone */
export function cardAsks(text: string | null): CardAsks | null {
  if (text === null) return null;
  const asks = JSON.parse(text) as Asks;
  switch (asks.kind) {
    case "question":
      return { kind: "question", text: visibleLines(asks.text), choices: asks.choices.map(visible) };
    case "form":
      return { ...asks, ...askerOf(asks), fields: asks.fields.map(fieldOf) };
    case "address": {
      const host = URL.canParse(asks.url) ? new URL(asks.url).host : "";
      return {
        ...{ ...asks, ...askerOf(asks), url: visibleExact(asks.url), host: visibleExact(host) },
        opens: checkLink(asks.url).ok && visibleExact(asks.url) === asks.url,
      };
    }
  }
}

const askerOf = ({ server, tool, text }: Exclude<Asks, { kind: "question" }>) => ({
  ...{ server: visibleExact(server), tool: visibleExact(tool) },
  text: visibleLines(text),
});
