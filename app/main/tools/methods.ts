// The methods that one HTTP request can be read as: frameworks take a verb in the query or the body for the method. Promises: what
// many a server would do is known, wherever it is said. Refuses: to guess which server is asked; headers that say it never leave.
import { readings } from "./readings.ts";

/** What `http.request` sends. */
export const httpMethods = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "POST", "PATCH"] as const;
/** Those that change nothing. */
export const readingMethods = new Set<string>(["GET", "HEAD", "OPTIONS"]);

const known = new Set<string>(httpMethods);
/** `_method`, `_httpmethod`, `X-HTTP-Method-Override`, `data[_method]`, … */
const saysMethod = /(^|-)(http-?)?method(-?override)?-*$/;
/** What is longer is neither such a name nor a method. */
const charactersMax = 200;

/** All else is passed over without unescaping it: a megabyte holds many fields. */
const mayBeMethod = new RegExp(`^\\s*(${httpMethods.join("|")})\\s*$|[%\\\\&]`, "i");

function said(name: string, value: string): string | null {
  if (!mayBeMethod.test(value.slice(0, charactersMax))) return null;
  const [key = "", verb = ""] = [name, value].map((one) => readings(one.slice(0, charactersMax)).at(-1));
  const method = verb.trim().toUpperCase();
  return known.has(method) && saysMethod.test(key.toLowerCase().replaceAll(/[_.[\]]/g, "-")) ? method : null;
}

/** Fields of a form, as in a query. */
function inForm(text: string): (string | null)[] {
  return text.split(/[&;]/).map((part) => {
    const [name = "", value = ""] = part.split("=", 2);
    return said(name, value);
  });
}

/**
 * Fields of the body's object; servers that take a method from it look no deeper. And of a form, as which its text may be made to
 * be read.
 */
function inBody(text: string): (string | null)[] {
  const body = JSON.parse(text) as unknown;
  const form = [...inForm(text), ...(typeof body === "string" ? inForm(body) : [])];
  if (typeof body !== "object" || body === null || Array.isArray(body)) return form;
  const fields = Object.entries(body).map(([name, value]) => (typeof value === "string" ? said(name, value) : null));
  return [...form, ...fields];
}

/**
 * Which methods, besides the one it is sent with, a request asks for in its query or body: `?_method=DELETE`.
 * @param body JSON text
 */
export function otherMethods(method: string, { search }: URL, body: string | null): string[] {
  const found = [...inForm(search.slice(1)), ...(body === null ? [] : inBody(body))];
  return [...new Set(found.filter((one) => one !== null && one !== method) as string[])].sort();
}
