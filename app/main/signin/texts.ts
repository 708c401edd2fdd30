// What is said of sign-ins: in the window, and on the page that the browser comes back to.
import { showable } from "./showable.ts";

export const texts = {
  page: {
    done: "Signed in. You can close this page and go back to Nightjar.",
    refused: "The sign-in was not finished. You can close this page; Nightjar says why.",
    another: "This is not the sign-in that Nightjar waits for. Begin it again in Settings.",
    notHere: "There is nothing here.",
  },
  refusedThere: (error: string | null, description: string | null) =>
    error === null
      ? "its page came back without an answer"
      : `its page said no (${showable(error, 100)}${description === null ? "" : `: “${showable(description, 300)}”`})`,
  notHere: (name: string) => `There is no MCP server named ${name} that could be signed in to.`,
  hasKey: (name: string) => `Could not sign in to ${name}: it has a key. Take the key away in Settings, then sign in.`,
  already: (name: string) =>
    `A sign-in to ${name} is under way: finish it in your browser, or try again in ten minutes.`,
  failed: (name: string, reason: string) =>
    `Could not sign in to ${name}: ${reason.replace(/[.\s]+$/, "")}. Nothing was changed; try again, or ask whoever runs that server.`,
  done: (name: string, untilQuit: boolean) =>
    `You are signed in to ${name}.${untilQuit ? " Without a keychain that protects it, that holds until you quit." : ""}`,
  out: (name: string, takenBack: boolean) =>
    takenBack
      ? `You are signed out of ${name}: it has taken back what it gave, and Nightjar has forgotten it.`
      : `Nightjar has forgotten the sign-in to ${name}. What it allowed there you can take back at ${name} itself.`,
  /** In a sentence about the server. */
  wanted: "it wants you to sign in. Press Sign in",
  wantsMore: (scope: string | null) =>
    `it wants you to allow more${scope === null ? "" : ` (${showable(scope, 200)})`}. Press Sign in`,
  notKept: (sentence: string) => `what it gave could not be kept. ${sentence}`,
  lateAnswer: "nobody came back from its page within ten minutes",
  quits: "Nightjar quits",
  leaves: "you signed out",
  begunAgain: "it was begun again",
  strangeToken: "the token it gave can not travel in a header",
  answeredNo: (code: string | null) => `it answered with an error${code === null ? "" : ` (${code})`}`,
  anotherIssuer: "the answer came from another sign-in than the one that was begun",
  noPage: "its page could not be opened in your browser",
  noListening: (why: string) => `Nightjar could not wait for your browser (${why})`,
} as const;
