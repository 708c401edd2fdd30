// The YAML parser's complaints in our own words: what is wrong on the line, and what to write instead.
// Refuses: to echo what stands there; a mistyped line may hold a secret.
import type { YAMLError } from "yaml";

const closing = (message: string): string | null => /end with a ([\]}])/.exec(message)?.[1] ?? null;

const tabs = "A tab indents this line, and YAML takes only spaces for that. Put spaces in its place.";

/** Whether the line that `at` stands on begins with a tab; whatever else is said of such a line follows from that. */
function tabIndents(text: string, at: number): boolean {
  return /^ *\t/.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at + 1));
}

/** @param text what was parsed; looked at only around the fault. */
export function faultSentence({ code, message, pos: [at] }: YAMLError, text: string): string {
  if (code === "TAB_AS_INDENT" || tabIndents(text, at)) return tabs;
  // The rest of the parser's codes a person hardly meets; they end in its own words.
  switch (code as string) {
    case "NON_STRING_KEY":
      return text[at - 1] === "{" || text[at] === "{"
        ? 'Put the text in quotes: one that begins with {{ is read as a map otherwise. Write it as in tell: "{{ issue.title }}".'
        : "Only a text may stand before a colon here. If this is one text, put all of it in quotes.";
    case "MISSING_CHAR":
      return /quote/.test(message)
        ? "A quote opens here and never closes. Put the same quote at the end of the text."
        : "Something is missing here: put a comma between entries in brackets, and a colon with a space after each key.";
    case "BAD_INDENT": {
      const bracket = closing(message);
      return bracket === null
        ? "This line does not begin below the others of its list or map. Give them all the same number of spaces."
        : `A bracket before this line is not closed. Put "${bracket}" where it ends, or put the text in quotes if it is one.`;
    }
    case "BLOCK_AS_IMPLICIT_KEY":
      return 'There are two colons in one entry, or the lines below are indented too far. Put a text with ": " in it in quotes; give entries of one map the same indentation.';
    case "MULTILINE_IMPLICIT_KEY":
      return 'An entry must be "key: value" with the key and its colon on one line; here a key has no colon on its own line.';
    case "BAD_SCALAR_START":
      return "Put the text in quotes: it begins with a character that means something else to YAML.";
    case "BAD_ALIAS":
      return 'Put the * in quotes, as in on: "*". Without them YAML takes it for the name of something written before.';
    case "UNEXPECTED_TOKEN":
      return "What stands here does not belong to what is before it. If it is all one text, put all of it in quotes.";
    case "TAG_RESOLVE_FAILED":
      return "Put the text in quotes: one that begins with ! names a type, and this file has no types.";
    case "MULTIPLE_DOCS":
      return 'A second document begins here, and the file may have only one. Remove the line with "---".';
    case "BAD_DQ_ESCAPE":
      return "A backslash in double quotes begins a special character, and this is none. Write two backslashes, or use single quotes.";
    default:
      return `This can not be read as YAML: ${/[.!?]$/.test(message) ? message : `${message}.`}`;
  }
}
