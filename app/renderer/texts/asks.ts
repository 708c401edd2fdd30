// The words of cards that ask something: the agent's questions, and what a server wants in the middle of a call.

export const texts = {
  agent: "The agent asks",
  server: (server: string) => `The server ${server} asks`,
  choices: "Choices",
  answer: "Your answer",
  orWords: "Or in your own words",
  tooLong: (max: number) => `At most ${max} characters.`,
  send: "Answer",
  noAnswer: "No answer",

  lead: (server: string, tool: string, among: number) =>
    among > 1
      ? `A program outside Nightjar wants this, in the middle of one of ${among} calls to it; nobody can tell which. What you enter goes to ${server}.`
      : `A program outside Nightjar wants this, in the middle of its call ${tool}. What you enter goes to ${server}.`,
  noSecrets: "Never enter a password, a key or a code here: a server may not ask for them this way.",
  fields: (server: string) => `What ${server} wants to know`,
  optional: "optional",
  none: "Nothing chosen",
  needed: "This is needed.",
  notNumber: "This is not a number.",
  formats: {
    email: "An e-mail address.",
    uri: "An address with its scheme, such as https://example.com.",
    date: "A day, as 2026-12-31.",
    "date-time": "A moment with its offset, as 2026-12-31T18:00:00+01:00.",
  },
  between: (least: number | null, most: number | null, what: string) =>
    least !== null && most !== null
      ? `${least} to ${most}${what}.`
      : least !== null
        ? `At least ${least}${what}.`
        : most !== null
          ? `At most ${most}${what}.`
          : "",
  characters: " characters",
  ofThem: " of them",
  yes: "Yes",
  give: (server: string) => `Send to ${server}`,
  decline: "Decline",
  dismiss: "Dismiss",

  leadAddress: (server: string, tool: string) =>
    `A program outside Nightjar wants you to open an address, in the middle of its call ${tool}. What you do there is between you and that place; ${server} is only told that you opened it.`,
  address: "Where it leads",
  open: (host: string) => `Open ${host}`,
  notOpened: "This address can't be opened from here: only plain https addresses are.",

  settled: {
    question: { yes: "Answered", no: "No answer", leave: "Dismissed" },
    form: { yes: "Sent", no: "Declined", leave: "Dismissed" },
  },
};
