// The arguments of the tools `files.*`, as their check and an agent have them. Refuses: what it does not know.
import { z } from "zod";

export const textMax = 1_048_576;
const path = z.string().min(1).describe("The whole path, such as /home/me/notes/plan.md.");
export const schemas = {
  "files.list": z.strictObject({
    path: z.string().min(1).optional().describe("The whole path of a folder. Left out: the folders there are."),
  }),
  "files.read": z.strictObject({
    path,
    from: z.int().min(1).max(10_000_000).optional().describe("The first line that is wanted, from 1."),
    lines: z.int().min(1).max(1_000_000).optional().describe("How many lines. Left out: as many as fit."),
  }),
  "files.search": z.strictObject({
    path: z.string().min(1).describe("The whole path of the folder to search, with all below it."),
    query: z.string().min(1).max(200).describe("Words as they stand there; upper and lower case are the same."),
    in: z.enum(["names", "text", "both"]).optional().describe("Where to look; both when left out."),
  }),
  "files.write": z.strictObject({
    path,
    text: z.string().max(textMax).optional().describe("The whole new text of the file."),
    old: z
      .string()
      .min(1)
      .max(textMax)
      .optional()
      .describe("Instead of text: a passage that is in the file exactly once,"),
    new: z.string().max(textMax).optional().describe("and what takes its place."),
    expect: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe("The hash that files.read gave. Needed to replace the whole text of a file that is there."),
  }),
};
export type Name = keyof typeof schemas;

export const descriptions: Record<Name, string> = {
  "files.list": "Lists what is in a folder.",
  "files.read": "Reads a text file, with its hash.",
  "files.search": "Searches a folder, and all below it, for words in names and texts.",
  "files.write":
    "Writes a text file: all of it, or one passage in the place of another. It may wait for the person's approval.",
};

export const fault = ({ issues: [first] }: z.ZodError): string => {
  if (first === undefined) return "its arguments can not be read";
  if (first.code === "unrecognized_keys") return `it does not take "${first.keys.join('", "')}"`;
  return `"${first.path.join(".")}" is not as it should be (${first.message})`;
};

export const names = Object.keys(schemas) as Name[];
export const inputSchemas = Object.fromEntries(
  names.map((name) => [name, JSON.stringify(z.toJSONSchema(schemas[name], { io: "input" }))]),
) as Record<Name, string>;
