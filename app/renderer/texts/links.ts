// The words around addresses in texts that others wrote.
export const texts = {
  opens: (host: string) => `Opens ${host} in your browser`,
  /** It reads like one host and leads to another. */
  other: (host: string) => ` (truly ${host})`,
  /** It says itself that it is written in letters of another alphabet. */
  letters: (_host: string) => " (a name in letters of another alphabet)",
};
