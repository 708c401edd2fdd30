// The words around addresses in texts that others wrote.
export const texts = {
  opens: (host: string) => `Opens ${host} in your browser`,
  truly: (host: string) => ` (truly ${host})`,
  notOpened: (sentence: string) => sentence,
};
