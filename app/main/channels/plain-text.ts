// Makes text from anywhere fit for a system notification. Promises: every letter of it stays, nothing in it can act or
// disguise itself. Refuses: control characters, direction overrides, markup.

// biome-ignore lint: the control characters are the point
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Line breaks and tabs stay; other controls, direction overrides and broken surrogates become a visible mark. */
export function plainText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(controls, "\ufffd")
    .replace(/\p{Surrogate}/gu, "\ufffd");
}

/**
 * The body of a Linux notification may be read as markup: a link or picture from outside must not become one. Only what
 * could be read as a tag or an entity is escaped, so that "a < b & c" also reads well where markup is not read at all.
 */
export function withoutMarkup(text: string): string {
  return text.replace(/&(?=#?[A-Za-z0-9]+;)/g, "&amp;").replace(/<(?=[A-Za-z/!?])/g, "&lt;");
}
