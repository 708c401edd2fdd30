// The sentences main says about model, servers and folders. Short and plain; each failure says what to do.

/** Millionths of a US dollar as a person reads money: as many digits as it takes to not be nothing. */
export function money(micros: number): string {
  if (micros === 0) return "nothing";
  const dollars = micros / 1_000_000;
  return `$${dollars >= 0.01 ? dollars.toFixed(2) : dollars.toFixed(6).replace(/0+$/, "")}`;
}

export const tries = {
  none: "Nothing was tried: no model is chosen.",
  late: (host: string, seconds: number) =>
    `The model's server at ${host} has not answered within ${seconds} s. A model on your own computer may still be loading: try again in a minute.`,
  answered: (name: string, host: string, milliseconds: number, tokens: number, micros: number | null) =>
    `${name} at ${host} answered in ${milliseconds.toLocaleString("en")} ms, with ${tokens.toLocaleString("en")} tokens. ${
      micros === null
        ? "What that costs is not known: enter its price, or only tokens are limited."
        : `It cost ${money(micros)}.`
    }`,
  noModel: (host: string, status: number) =>
    `${host} answered (${status}), but not as a model's server does. Is the address right? It often ends in /v1.`,
  notRunning: (host: string) =>
    `Nothing listens at ${host}: start the model's server (in LM Studio: its server too) or correct the address, then try again.`,
  key: (host: string, status: number, key: string | null) =>
    key === null
      ? `${host} wants a key (${status}), and none is set. Enter one.`
      : `${host} does not take the key (${status}). Check it, and enter it again.`,
  unknown: (name: string, host: string) =>
    `${host} does not know the model ${name}, or nothing answers at this address (404). Check both.`,
  rate: (host: string) =>
    `${host} takes no more requests at the moment (429): its own limit, or the credit, is used up.`,
  trouble: (host: string, status: number) => `${host} has trouble of its own (${status}). Try again in a while.`,
  other: (host: string, status: number) => `${host} refused the request (${status}).`,
  itSays: (words: string) => `It says: “${words}”`,
};

export const servers = {
  started: (name: string) => `${name} is starting.`,
  unknown: (name: string) => `Nothing was done: there is no server ${name} any more.`,
  disabled: (name: string) => `${name} was not started: it is switched off.`,
  enabled: (name: string, on: boolean) =>
    on ? `${name} is on: it starts now.` : `${name} is off: its tools are not there any more.`,
  accepted: (name: string) => `The tools of ${name} are accepted as they are now.`,
  changedAgain: (name: string) =>
    `Nothing was accepted: the tools of ${name} have changed again. Look at them as they are now.`,
  sealed: (names: readonly string[], untilQuit: boolean) =>
    `${untilQuit ? "Kept until you quit, since nothing here can seal it" : "Sealed in the keychain"}: ${names.join(", ")}.`,
  enter: (names: readonly string[]) => `Still to be entered: ${names.join(", ")}.`,
};

export const folders = {
  none: "No folder was chosen.",
  title: "Choose a folder that Nightjar's tools may use",
  button: "Choose",
  known: (path: string) => `The folder ${path} stands there already.`,
  unknown: "Nothing was changed: there is no such folder in the settings any more.",
};
