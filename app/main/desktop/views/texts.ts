// Every sentence main says in the window, in one place. Promises: short, plain, what was tried, why not, what next.
// Refuses: logic; callers hand in moments as text already in the person's zone.

const some = (n: number, one: string, many: string) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

/** Lines that say what something was caused by. */
export const causes = {
  approval: {
    yes: "you approved",
    no: "you denied",
    expired: "nobody answered in time",
    did: "you said it did happen",
    again: "you asked for it again",
    leave: "you left it",
  } as Record<string, string>,
  chat: "you wrote",
  own: "Nightjar",
};

export const chips = {
  repeatable: "safe to repeat",
  once: "not safe to repeat",
  outside: "read text from outside",
  destination: (host: string) => `goes to ${host}`,
  punycode: (host: string) => `goes to ${host}, a name in letters of another alphabet`,
  credential: (name: string) => `with credential ${name}, put in on the way`,
  alike: (call: string, rule: string) => (rule === "" ? call : `${call}, rule “${rule}”`),
  unknown: (moment: string | null) =>
    moment === null ? "how it ended is not known" : `started ${moment}, how it ended is not known`,
};

/** What is noticed in the text that caused something. */
export const findings = {
  tooLong: "It is too long to be looked through for disguise.",
};

/** What stands after an answer. */
const ruleStays = (line: string, why: string) =>
  `The rule that was written for it could not be taken back (${why}). Until you remove it under Permissions it stands: ${line}`;

export const answers = {
  always: (line: string) => `Your rule is written in config.yaml: ${line}`,
  withWords: "Your words go with it.",
  replaced: "You changed it: the changed call is a card of its own.",
  yours: {
    yes: (call: string) => `Approved. ${call}`,
    no: "Denied. The call will not be made.",
    did: "Noted: it did happen. It will not be done again.",
    again: (call: string) => `You asked for it again, under the same effect key. ${call}`,
    leave: "Left as it is. Nothing more will be done.",
  },
  before: {
    yes: (moment: string, call: string) => `You approved this ${moment}. ${call}`,
    no: (moment: string) => `You denied this ${moment}. Nothing was done.`,
    did: (moment: string) => `You said ${moment} that it did happen. It was not done again.`,
    again: (moment: string, call: string) => `You asked for this again ${moment}. ${call}`,
    leave: (moment: string) => `You left this as it is ${moment}. Nothing more was done.`,
  },
  call: {
    waiting: "The call has not been made yet.",
    ready: "The call has not been made yet; it will be, by itself.",
    started: "The call is being made.",
    done: "The call was made.",
    failed: "The call was made and failed; Activity has the reason.",
    unknown: "The call was started and how it ended is not known; its card asks you.",
    refused: "The call was not made.",
  } as Record<string, string>,
  /** Right after the tap the call is as good as under way. */
  atOnce: "The call is being made.",
  expired: (moment: string) => `Too late: this expired ${moment}. Nothing was done.`,
  withdrawn: (why: string) => `Nobody waits for this answer any more: ${why}. Nothing was sent.`,
  asked: {
    first: (what: string) => what,
    before: (moment: string, what: string) => `You answered this ${moment}. ${what}`,
    question: {
      yes: "Answered. The agent goes on with it.",
      no: "Left without an answer. The agent goes on without one.",
      expired: "Too late: its time is over. The agent goes on without an answer.",
    } as Record<string, string>,
    form: {
      yes: "Sent to the server that asked. Its call goes on.",
      no: "Declined. Nothing was sent but that you declined.",
      leave: "Dismissed. Nothing was sent but that there is no answer.",
      expired: "Too late: its time is over. The server was told that there is no answer.",
    } as Record<string, string>,
  },
  misfit: (why: string) => `Nothing was answered: ${why}`,
  not_found: "This question does not exist any more. Nothing was done.",
  changed: "This is not the call the card showed. Nothing was done; read the card again before you answer.",
  ruleStays,
  refused: {
    notHelping:
      "Nothing was answered: a rule for this call would not let the next one go alone any more. Approve it alone, or look at your rules.",
    otherLine:
      "Nothing was answered: the rule would be another one by now than the one you saw. Look at its line again.",
    notWritten: (why: string) => `Nothing was answered: ${why}`,
    secret:
      "Nothing was answered: what you typed holds the value of a secret that Nightjar keeps, and it would go to the agent or to that server. Take it out; where a secret is needed, add it under Permissions or in the server's settings.",
    ruleStays: (line: string, why: string) => `Nothing was answered. ${ruleStays(line, why)}`,
  },
  notEdited: {
    json: (why: string) => `Nothing was changed: these arguments are not JSON (${why}).`,
    object: "Nothing was changed: the arguments must be a JSON object, in curly brackets.",
  },
};

const andMore = (what: string, more: number) => `${what}${more > 0 ? ` and ${more} more` : ""}`;

export const doing = {
  stopped: "Nightjar works on nothing; events are still stored",
  working: (what: string, more: number) => `working on ${andMore(what, more)}`,
  /** While a model thinks. */
  thinking: {
    model: (what: string, more: number) => `waiting for the model about ${andMore(what, more)}`,
    opinion: (what: string, more: number) => `waiting for a second opinion about ${andMore(what, more)}`,
    call: (what: string, more: number) => `making a call for ${andMore(what, more)}`,
    working: (what: string, more: number) => `thinking about ${andMore(what, more)}`,
  },
  workingOnSomething: "working",
  asleepUntilSomething: "until something happens",
  wakes: (moment: string, reason: string | null) =>
    reason === null ? `wakes ${moment}` : `wakes ${moment} for ${reason}`,
  reasons: {
    digest: "the digest",
    delivery: "a notification",
    deadline: "an approval's deadline",
    retry: "another attempt",
    timer: (name: string) => `the timer ${name}`,
  },
};

export const notices = {
  mistake: (file: string, line: number | null, reason: string) => `${file}:${line}: ${reason}`,
  lastGood: {
    "config.yaml":
      "Until it is mended, the settings from before stay in force: what was removed or denied in it since then is not in force yet.",
    "rules.yaml":
      "Until it is mended, the rules from before stay in force: what was removed from it since then is still in force.",
  },
  moreMistakes: (n: number) => `And ${some(n, "further mistake", "further mistakes")}.`,
  clock:
    "Deliveries are refused only because of their time: this computer's clock looks wrong. Set it (or turn on automatic time), then have them sent again.",
  secret: {
    missing: (source: string, ref: string) =>
      `Source ${source} refuses every delivery: its secret ${ref} is not there. Set it, or choose another in Settings.`,
    empty: (source: string, ref: string) =>
      `Source ${source} refuses every delivery: its secret ${ref} is empty. Set it, or choose another in Settings.`,
    unreadable: (source: string, ref: string) =>
      `Source ${source} refuses every delivery: its secret ${ref} could not be opened with this computer's keychain. Unlock the keychain and start Nightjar again, or set the secret anew in Settings.`,
  },
  outgoing: (since: string) =>
    `Outgoing is off since ${since}: no call is made, no delivery is sent, every grant is revoked. Events are still taken in and cards still asked.`,
  credential: {
    missing: (name: string, ref: string) =>
      `The credential ${name} can't be used: its secret ${ref} is not there. Enter it again in Permissions.`,
    empty: (name: string, ref: string) =>
      `The credential ${name} can't be used: its secret ${ref} is empty. Enter it again in Permissions.`,
    unreadable: (name: string, ref: string) =>
      `The credential ${name} can't be used: its secret ${ref} could not be opened with this computer's keychain. Unlock the keychain and start Nightjar again, or enter the secret again in Permissions.`,
    short: (name: string, ref: string) =>
      `The credential ${name} can't be used: its secret ${ref}, or what is packed in it, is too short to be told from other text. Enter a longer one in Permissions.`,
    long: (name: string, ref: string) =>
      `The credential ${name} can't be used: its secret ${ref} is too long for a header. Enter it again in Permissions.`,
    unfit: (name: string, ref: string) =>
      `The credential ${name} can't be used: its secret ${ref} has a line break or another character that no header carries. Enter it again in Permissions.`,
  },
  expiry: (what: "source" | "credential", name: string, day: string, daysLeft: number) => {
    const whose = what === "source" ? `the source ${name}` : `the credential ${name}`;
    const way = what === "source" ? "Exchange it in Settings." : "Enter the new one in Permissions.";
    if (daysLeft < 0) return `The secret of ${whose} has expired on ${day}. ${way}`;
    if (daysLeft === 0) return `The secret of ${whose} expires today. ${way}`;
    return `The secret of ${whose} expires in ${some(daysLeft, "day", "days")}, on ${day}. ${way}`;
  },
  signIn: (name: string) =>
    `The MCP server ${name} refuses what it is asked: it wants you to sign in. The button is beside it in Settings.`,
  rests: (what: "tokens" | "money", until: string, n: number) =>
    `The model rests until ${until}, or until you allow more: what is left of today's ${what} is too little for its next request.${n === 0 ? "" : ` ${some(n, "event waits", "events wait")}.`}`,
  waiting: (n: number, reason: string) => `${some(n, "event waits", "events wait")}. ${reason}`,
  dead: (n: number) =>
    `${some(n, "event", "events")} could not be handled and ${n === 1 ? "needs" : "need"} you: retry or discard under Dead events.`,
  delivery: (error: string) =>
    `The last notification could not be shown: ${error} What it said is held and is tried again.`,
};

export const day = {
  events: (n: number, from: string, until: string) => `${some(n, "event", "events")}, ${from} to ${until}`,
  digest: "digest",
  urgent: "urgent",
  reply: "reply",
  question: (title: string) => title,
  next: (n: number) => `next digest, ${some(n, "message", "messages")}`,
};

export const conversation = {
  gone: "(this message is not kept any more)",
  /** The reason of an event that another one spoke for. */
  together: "thought about together with another event of the run",
};

export const timers = {
  once: "once",
  cron: (cron: string, zone: string) => `${cron} in ${zone}`,
};

export const payloads = {
  cut: (characters: number) =>
    `\n… (${characters.toLocaleString("en")} characters in all; Activity shows the event whole)`,
  gone: "(this event's content is not kept any more)",
};

/** Outcomes of what the person asked for. */
export const done = {
  retried: "The event is worked on again, with fresh attempts.",
  notDead: "Nothing was retried: this event is not among the dead ones any more.",
  discarded: "Discarded. It stays in Activity.",
  notDiscarded: "Nothing was discarded: this event is not among the dead ones any more.",
  runsAnyway: "The event is run after all.",
  noTwin: "Nothing was run: this event is not a set-aside repeat any more.",
  sent: (n: number) => (n <= 0 ? "Nothing was held." : `Sent ${some(n, "message", "messages")}.`),
  heldByOff: (n: number) =>
    `Nothing was sent: outgoing is off. ${some(n, "message waits", "messages wait")} until you turn it on again under Permissions.`,
  notSent: (n: number, error: string) =>
    `${some(n, "message is", "messages are")} still held: the notification could not be shown (${error}). It is tried again by itself.`,
  timerCancelled: "Cancelled. It will not come again.",
  timerRan: "It ran now; its schedule stays as it is.",
  paused: "Paused: it makes no events until you resume it.",
  resumed: "Resumed. What it missed while paused is not made up.",
  timerSet: "Set. It stands below.",
  timerChanged: "Changed.",
  timerDeleted: "Deleted.",
  timerBack: "It is back.",
  notPutBack:
    "Nothing was put back: it was deleted before Nightjar was last started, or something stands in its place.",
  momentPassed: "Nothing was set: that moment has passed meanwhile. Say a later one.",
  unusable: (why: string) => `Nothing was set. ${why}`,
  noTimer: "Nothing was changed: this timer does not exist any more.",
  listening: (url: string) => `Listening on ${url}.`,
  autoMode: (on: boolean) =>
    on ? "Auto mode is on: risky calls get a second look, which can only make them ask or deny." : "Auto mode is off.",
  revoked: (n: number) =>
    n === 0 ? "Nothing was revoked: no such grant is live." : `Revoked ${some(n, "grant", "grants")}.`,
  outgoing: (off: boolean) =>
    off
      ? "Outgoing is off: nothing leaves until you turn it on again."
      : "Outgoing is on again. Calls that were held go now, messages with the next delivery.",
  revokedUnwritten:
    "The grant is cut off, but the disk did not take that down. Nothing is sent until it does. Make room or mend the disk.",
  revokedBecause: "you revoked it",
  offUnwritten: (why: string) =>
    `Outgoing is off now, but that could not be written down (${why}): after a restart it would be on. Make room on the disk and turn it off again.`,
  notOn: (why: string) =>
    `Outgoing stays off: turning it on could not be written down (${why}). Make room on the disk and try again.`,
  exchangeBegun: (name: string) =>
    `Deliveries of ${name} are accepted with either secret now. Give the new one to whatever sends them, then finish the exchange.`,
  exchangeFinished: (name: string, keep: "next" | "present") =>
    keep === "next"
      ? `Only the new secret of ${name} is accepted now.`
      : `The exchange is given up: ${name} goes on with its old secret alone.`,
  exchangeNotFinished: (name: string, kept: string, gone: string) =>
    `The exchange was not finished: ${kept} can't be used, so ${name} would refuse every delivery without ${gone}. Set it first.`,
  secretForgotten: (name: string) => `The secret ${name} is forgotten too.`,
};

/** What the gate says when it refuses; never with what was handed in. */
export const refusals = {
  stranger: "Nightjar answers only its own window.",
  input: (channel: string, where: string) =>
    `Nightjar could not do this: the request ${channel} did not fit (${where}). Reload the window and try again.`,
  failed: (channel: string) => `Nightjar could not do this: ${channel} failed. Its log has the reason; try again.`,
};

/** Why a call would be refused although it is approved, as things stand. */
export const blocked = {
  sentence: (why: string) => `As things stand this call is refused even if you approve it: ${why}.`,
  place: (name: string, place: string) => `the credential ${name} may not go to ${place} any more`,
  states: {
    gone: (name: string) => `there is no credential ${name} any more`,
    missing: (name: string) => `the secret of the credential ${name} is not there`,
    empty: (name: string) => `the secret of the credential ${name} is empty`,
    unreadable: (name: string) => `the secret of the credential ${name} can't be opened with this computer's keychain`,
    short: (name: string) => `the secret of the credential ${name} is too short to be told from other text`,
    long: (name: string) => `the secret of the credential ${name} is too long for a header`,
    unfit: (name: string) => `the secret of the credential ${name} has a character that no header carries`,
  },
};

/** How a call went on after its answer, for the history. */
export const afterwards = {
  yes: {
    waiting: "The call has not been made yet.",
    ready: "The call has not been made yet; it will be, by itself.",
    started: "The call is being made.",
    done: "The call was made.",
    failed: "The call was made and failed.",
    unknown: "The call was started and how it ended is not known.",
    refused: "The call was not made.",
  } as Record<string, string>,
  nothing: "Nothing was done.",
  replaced: "You changed it, and were asked about the changed call.",
};
