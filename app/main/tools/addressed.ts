// Whom a call goes to and how much it moves, read from its arguments by the names that such fields usually have. Promises: bounded, and
// whatever is found counts. Refuses: to guess from values; what is named otherwise is not known.
import type { JsonObject } from "../engine/worker/ports.ts";

type Json = JsonObject[string];

const recipientNames =
  /^(to|cc|bcc|recipients?|recipient_?(emails?|ids?|address(es)?)|(to_?)?emails?|email_?address(es)?|to_?address(es)?)$/i;
const amountNames = /^(amount|amount_?(usd|eur|cents)|total|total_?amount|sum|price)$/i;
const nodesMax = 2000;
const recipientsMax = 100;

/** `recipient`: all of them, in lower case, with a comma between; null when none is named. `amount`: the largest. */
export function addressed(args: Json): { recipient: string | null; amount: number | null } {
  const recipients = new Set<string>();
  const amounts: number[] = [];
  const rest: [name: string, value: Json][] = [["", args]];
  for (let looked = 0; rest.length > 0 && looked < nodesMax; looked++) {
    const [name, value] = rest.pop() as [string, Json];
    if (Array.isArray(value)) rest.push(...value.slice(0, nodesMax).map((one): [string, Json] => [name, one]));
    else if (typeof value === "object" && value !== null) {
      const within = recipientNames.test(name);
      for (const [key, inner] of Object.entries(value).slice(0, nodesMax)) {
        // A recipient may be an object with an address in it.
        rest.push([within && /^(email|address|id)$/i.test(key) ? name : key, inner]);
      }
    } else if (recipientNames.test(name) && typeof value === "string") {
      for (const one of value.split(/[,;]/)) if (one.trim() !== "") recipients.add(one.trim().toLowerCase());
    } else if (amountNames.test(name)) {
      const amount = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      if (typeof amount === "number" && Number.isFinite(amount)) amounts.push(amount);
    }
  }
  const all = [...recipients].sort().slice(0, recipientsMax);
  return {
    recipient: all.length === 0 ? null : all.join(", "),
    amount: amounts.length === 0 ? null : Math.max(...amounts),
  };
}
