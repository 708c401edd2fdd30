// The values that several sections of config.yaml have in common, each with the words for one that is wrong.
// Refuses: to know sections.
import { z } from "zod";

export const whole = (least: number, most: number, unit = "") => {
  const error = `must be a whole number${unit} from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};
const secondsError = "must be a whole number of seconds from 1 to 31536000 (a year), such as 3600 for an hour";
export const seconds = z
  .int({ error: secondsError })
  .min(1, { error: secondsError })
  .max(31_536_000, { error: secondsError });
export const text = z.string({ error: "must be a text" });
export const map = { error: "must be a map of keys and values" };
export const list = { error: "must be a list" };
export const referenceError = "must be env:NAME or keychain:NAME, never the secret itself";
const referencePattern = /^(env:[A-Za-z_][A-Za-z0-9_]*|keychain:[A-Za-z0-9._-]{1,100})$/;
export const reference = (error: string) => text.regex(referencePattern, { error });
export const yesNo = z.boolean({ error: "must be true or false" });
