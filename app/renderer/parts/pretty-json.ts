// A payload laid out for reading. What is not JSON, or too long to lay out without holding up the page, stays as it is.
const tooLong = 500_000;

export function prettyJson(text: string): string {
  if (text.length > tooLong) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2) ?? text;
  } catch {
    return text;
  }
}
