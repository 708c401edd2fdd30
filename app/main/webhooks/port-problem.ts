// Why the listener does not listen, for the person: what was tried, on what, why not, what to do.

/** @param error what Node said when it tried to listen on `port`. */
export function cannotListen(port: number, error: unknown): string {
  const tried = `Nightjar could not listen for webhooks on 127.0.0.1:${port}`;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === "EADDRINUSE") {
    return `${tried}: another program uses that port. Close that program and try again, or choose another port in Settings.`;
  }
  if (code === "EACCES") {
    return `${tried}: this system lets only administrators, or nobody, use that port. Choose another port in Settings, above 1023.`;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `${tried}: ${reason}. Try again, or choose another port in Settings.`;
}
