// Whether a rule speaks of a call, and which of two rules is narrower. Promises: pure; narrower is inclusion, a partial order.
// Refuses: to be fooled by how a path or method is written: deny and ask count in any reading, allow only where all agree.
import type { CallFacts } from "./facts.ts";
import { hostCovers, hostWithin, placeOf, schemed } from "./hosts.ts";
import { decodedPath, escapedPath, folded, isBelow, plainFolder } from "./paths.ts";
import type { PermissionRule } from "./rule.ts";

/** A field that is not named restricts nothing; in an exact rule it must be absent. */
function fits<T>(
  rule: PermissionRule,
  limit: T | null,
  value: T | null,
  test: (limit: T, value: T) => boolean,
): boolean {
  if (limit === null) return isOpen(rule) || value === null;
  if (value === null) return false;
  return test(limit, value);
}

const same = <T>(a: T, b: T) => a === b;

/** In an exact rule a star is only a character: a tool or a host may have one in its name. */
const isOpen = (rule: PermissionRule) => rule.exact !== true;

/** One that restricts counts however the name is spelt; two tools of a server may differ in nothing but their case. */
const toolName = (rule: PermissionRule, name: string) =>
  isOpen(rule) && rule.decide !== "allow" ? name.toLowerCase() : name;

function toolFits(rule: PermissionRule, tool: string): boolean {
  const [limit, name] = [toolName(rule, rule.tool), toolName(rule, tool)];
  return isOpen(rule) && limit.endsWith("*") ? name.startsWith(limit.slice(0, -1)) : name === limit;
}

const hostFits = (rule: PermissionRule, limit: string, host: string, scheme: CallFacts["scheme"]) =>
  isOpen(rule) ? hostCovers(placeOf(schemed(host, scheme)), limit) : schemed(host, scheme) === limit;

/** One reading of the path against one reading of the rule's. */
const covers = (limit: string, only: boolean, path: string) => (only ? path === limit : isBelow(path, limit));

const splitPath = (limit: string): { base: string; only: boolean } =>
  limit.endsWith("$") ? { base: limit.slice(0, -1), only: true } : { base: limit, only: false };

function pathFits(rule: PermissionRule, limit: string, path: string): boolean {
  const { base, only } = splitPath(limit);
  if (rule.exact === true) return path === base;
  const [written, decoded] = [escapedPath(base), decodedPath(base)];
  if (rule.decide === "allow") return covers(written, only, path) && covers(decoded, only, decodedPath(path));
  return covers(folded(written), only, folded(path)) || covers(folded(decoded), only, folded(decodedPath(path)));
}

function folderFits(rule: PermissionRule, limit: string, folder: string): boolean {
  if (rule.exact === true) return folder === limit;
  const [wide, plain] = [plainFolder(limit), plainFolder(folder)];
  return rule.decide === "allow" ? isBelow(plain, wide) : isBelow(folded(plain), folded(wide));
}

/** Every method that the call can be read as. */
const methodsOf = ({ method, otherMethods = [] }: CallFacts): string[] =>
  method === null ? [...otherMethods] : [method, ...otherMethods];

/** One that restricts counts when it is among them; one that allows, when all of them are that one. */
function recipientFits(rule: PermissionRule, limit: string, all: string): boolean {
  if (rule.exact === true) return all === limit;
  const [wanted, some] = [limit.trim().toLowerCase(), all.split(",").map((one) => one.trim().toLowerCase())];
  return rule.decide === "allow" ? some.every((one) => one === wanted) : some.includes(wanted);
}

const amountFits = (rule: PermissionRule, limit: number, amount: number) =>
  rule.exact === true ? amount === limit : amount <= limit;

/** Whether the rule speaks of this call. */
export function matches(rule: PermissionRule, facts: CallFacts): boolean {
  return (
    toolFits(rule, facts.tool) &&
    fits(rule, rule.methods, facts.method === null ? null : methodsOf(facts), (some, read) =>
      rule.decide === "allow" ? read.every((one) => some.includes(one)) : read.some((one) => some.includes(one)),
    ) &&
    fits(rule, rule.host, facts.host, (limit, host) => hostFits(rule, limit, host, facts.scheme)) &&
    fits(rule, rule.recipient, facts.recipient, (limit, all) => recipientFits(rule, limit, all)) &&
    fits(rule, rule.credential, facts.credential, same) &&
    fits(rule, rule.amountMax, facts.amount, (limit, amount) => amountFits(rule, limit, amount)) &&
    fits(rule, rule.folder, facts.folder, (limit, folder) => folderFits(rule, limit, folder)) &&
    fits(rule, rule.path, facts.path, (limit, path) => pathFits(rule, limit, path))
  );
}

/** Whether every value that `a` lets through in this field is let through by `b`. */
function inside<T>(
  a: PermissionRule,
  b: PermissionRule,
  field: (rule: PermissionRule) => T | null,
  test: (a: T, b: T) => boolean,
): boolean {
  const [x, y] = [field(a), field(b)];
  if (y === null) return isOpen(b) || (a.exact === true && x === null);
  return x !== null && test(x, y);
}

function hostInside(a: PermissionRule, b: PermissionRule, x: string, y: string): boolean {
  if (b.exact === true) return a.exact === true && x === y;
  return a.exact === true ? hostCovers(placeOf(x), y) : hostWithin(x, y);
}

function toolInside(a: PermissionRule, b: PermissionRule): boolean {
  if (!isOpen(a) || !a.tool.endsWith("*")) return toolFits(b, a.tool);
  return isOpen(b) && b.tool.endsWith("*") && a.tool.startsWith(b.tool.slice(0, -1));
}

function pathInside(a: PermissionRule, b: PermissionRule, x: string, y: string): boolean {
  const [one, two] = [splitPath(x), splitPath(y)];
  if (b.exact === true) return a.exact === true && one.base === two.base;
  if (two.only && !one.only && a.exact !== true) return false;
  const within = (read: (path: string) => string) => covers(read(two.base), two.only, read(one.base));
  return within(escapedPath) && within(decodedPath);
}

function folderInside(a: PermissionRule, b: PermissionRule, x: string, y: string): boolean {
  return b.exact === true ? a.exact === true && x === y : isBelow(plainFolder(x), plainFolder(y));
}

const amountInside = (a: PermissionRule, b: PermissionRule, x: number, y: number) =>
  b.exact === true ? a.exact === true && x === y : x <= y;

/** Whether `a` speaks of nothing that `b` does not speak of too. What they decide plays no part. */
function scopeInside(a: PermissionRule, b: PermissionRule): boolean {
  return (
    toolInside(a, b) &&
    inside(
      a,
      b,
      (rule) => rule.methods,
      (x, y) => x.every((method) => y.includes(method)),
    ) &&
    inside(
      a,
      b,
      (rule) => rule.host,
      (x, y) => hostInside(a, b, x, y),
    ) &&
    inside(
      a,
      b,
      (rule) => rule.path,
      (x, y) => pathInside(a, b, x, y),
    ) &&
    inside(
      a,
      b,
      (rule) => rule.folder,
      (x, y) => folderInside(a, b, x, y),
    ) &&
    inside(a, b, (rule) => rule.recipient, same) &&
    inside(a, b, (rule) => rule.credential, same) &&
    inside(
      a,
      b,
      (rule) => rule.amountMax,
      (x, y) => amountInside(a, b, x, y),
    )
  );
}

/** Every restriction of `a` is at least as narrow as that of `b`, and one is strictly narrower. */
export const isNarrower = (a: PermissionRule, b: PermissionRule): boolean => scopeInside(a, b) && !scopeInside(b, a);
