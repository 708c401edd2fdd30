// Which addresses may be opened outside of Nightjar. Promises: https only, without credentials in them.
// Refuses: every other scheme, and says so.

export type LinkCheck = { ok: true; url: string } | { ok: false; sentence: string };

const refused = (why: string): LinkCheck => ({
  ok: false,
  sentence: `Nightjar did not open the link: ${why}. Only https addresses are opened.`,
});

/** @param address as the page or a card has it; what is opened is the parsed form, never this text */
export function checkLink(address: string): LinkCheck {
  if (!URL.canParse(address)) return refused("it is no whole web address");
  const url = new URL(address);
  if (url.protocol !== "https:") return refused(`it starts with ${JSON.stringify(url.protocol)}`);
  if (url.username !== "" || url.password !== "") return refused("it carries a user name or password");
  return { ok: true, url: url.href };
}
