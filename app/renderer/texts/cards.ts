// The words on the cards of Today beyond the two answers: why it asks, what caused it, and the ways to answer otherwise.
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const texts = {
  why: "Why it asks",
  theRule: "Show the rule",
  findings: "Look out",
  toCredential: "Show the credential",
  inCall: (where: string) => (where === "" ? "In the call" : `In the call, ${where}`),
  inCause: (where: string) => (where === "" ? "In the text that caused it" : `In the text that caused it, ${where}`),
  cause: "The text that caused it, from outside",
  showAll: "Show all of it",
  fold: "Show less",
  wholePayload: "All that the event brought",
  fetching: "One moment",
  gone: "This card is not there any more, or shows another call by now.",

  words: {
    open: "Answer in words…",
    title: "Answer in words",
    lead: "They are given to whatever wanted this, so that it can do otherwise, and kept with the answer.",
    label: "Your words",
    tooLong: (max: number) => `At most ${max} characters.`,
    deny: "Deny with these words",
  },

  edit: {
    open: "Edit…",
    title: "Edit the call",
    lead: "The changed call becomes a new card, shown again in full with a full time to answer. This one leaves, and is not made.",
    label: "Arguments, as JSON",
    notJson: (why: string) => `This is not JSON yet: ${why}.`,
    notObject: "The arguments must be an object, in curly brackets.",
    save: "Show the changed call",
    edited: "You changed it: the changed call is a card of its own.",
    word: "Changed",
  },

  always: {
    open: "Always allow…",
    title: "Always allow this call",
    lead: "This line will be written into config.yaml, and this call approved. It is for the same tool, method, host, path and credential, over https or plain http as here. What is not in the line may differ from call to call: a body, headers, what follows a ? in the address, other arguments.",
    line: "The rule",
    outside: "It counts for runs that have read text from outside too, since this one has.",
    again: "From then on such a call is made without asking. You can take the rule away under Permissions.",
    write: "Write the rule and approve",
  },

  alike: {
    open: (count: number) => `${count} alike…`,
    title: (count: number) => `${count} cards alike`,
    lead: (name: string) => `${name}. Each of these calls is answered by itself; read them before you answer all.`,
    shared: "Each of them",
    list: "The calls",
    approveAll: (count: number) => `Approve all ${count}`,
    denyAll: (count: number) => `Deny all ${count}`,
    done: (done: number, count: number) =>
      done === count ? `All ${count} are answered.` : `${plural(done, "card is", "cards are")} answered, of ${count}.`,
  },
};
