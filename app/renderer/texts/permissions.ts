// The words of Permissions: the switch, rules, credentials, grants, uses, answers.
import type { CredentialRow, GrantRow, PermissionInput, UseRow } from "../../preload/contract/permissions.ts";
import type { StandingAnswer } from "../../preload/contract/approvals.ts";

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const decisions: Record<PermissionInput["decide"], string> = { allow: "allow", ask: "ask", deny: "deny" };

const states: Record<CredentialRow["state"], string> = {
  ok: "secret found",
  missing: "secret not found: enter it again",
  empty: "secret is empty: enter it again",
  unreadable: "secret can't be opened: enter it again",
  short: "secret is too short to be used: enter a longer one",
  long: "secret is too long to be used: enter it again",
  unfit: "secret has characters that can't be sent: enter it again",
};

const overs: Record<NonNullable<GrantRow["over"]>, string> = {
  revoked: "revoked",
  used_up: "used up",
  expired: "expired",
};

const outcomes: Record<UseRow["outcome"], string> = {
  sending: "under way",
  answered: "answered",
  refused: "refused",
  not_sent: "not sent",
  unknown: "its end is not known",
};

const answers: Record<StandingAnswer, string> = {
  yes: "approved",
  no: "denied",
  expired: "expired unanswered",
  did: "you said it did",
  again: "you said do it again",
  leave: "you left it",
  withdrawn: "nobody waited for it any more",
};

export const texts = {
  title: "Permissions",
  lead: "What may be done without you, what asks, and what never happens.",

  outgoing: {
    heading: "Outgoing",
    name: "Outgoing",
    on: "On",
    off: "Off",
    onLead: "Calls are made and deliveries are sent, as far as they are allowed.",
    offSince: (time: string) => `Off since ${time}. Nothing leaves: no call, no delivery, and every grant is revoked.`,
    offRest: "Events are still taken in, cards still asked; what is approved waits until you turn it on again.",
    sure: "Allow outgoing again? Calls that wait go at once, messages with the next delivery.",
    yes: "Allow again",
    no: "Keep it off",
  },

  auto: {
    heading: "Auto mode",
    name: "Auto mode",
    on: "On",
    off: "Off",
    lead: "A second look at risky calls by fixed checks: deletions, keys and administrators, large amounts, many recipients. Where a model is set up, it is shown each allowed effect and its arguments too. Either can make a call ask or deny, never let one pass.",
  },

  rules: {
    heading: "Permission rules",
    none: "No rule of yours yet. What stands without one is said below; a card's “Always allow…” writes the first.",
    lead: "Any deny wins; else the narrowest rule that fits. Two that fit equally and differ ask.",
    add: "Add a rule",
    edit: (rule: string) => `Edit the rule ${rule}`,
    remove: (rule: string) => `Remove the rule ${rule}`,
    removeSure: (line: number | null) =>
      line === null ? "Remove this rule from config.yaml?" : `Remove this rule, line ${line} of config.yaml?`,
    removeYes: "Remove",
    removeNo: "Keep it",
    decisions,
    anyMethod: "any method",
    anyTool: "any tool",
    credential: (name: string) => `credential ${name}`,
    recipient: (who: string) => `to ${who}`,
    amount: (most: number) => `at most ${most}`,
    below: "and below",
    outsideToo: "after text from outside too",
    exact: "this address alone",
    window: (time: string) => `waits ${time}`,
    line: (line: number) => `line ${line}`,
    written: "As it is written",
    madeBy: (title: string, time: string) => `from “${title}”, ${time}`,
  },

  standing: {
    heading: "Without a rule",
    list: [
      {
        decide: "allow" as const,
        what: "Reading at a destination that is listed, or with a credential where it may go",
      },
      { decide: "ask" as const, what: "Every effect: sending, writing, changing, deleting" },
      { decide: "ask" as const, what: "Tools that Nightjar does not know" },
      {
        decide: "ask" as const,
        what: "Any effect of a run that read text from outside, unless a rule is for that too",
      },
      {
        decide: "deny" as const,
        what: "Nightjar's own services and files, its permissions and secrets, a call that holds a secret's value; no rule lifts that",
      },
    ],
  },

  ruleForm: {
    addTitle: "Add a rule",
    editTitle: "Edit the rule",
    decide: "Decision",
    decisions: {
      allow: "Allow: make such calls without asking",
      ask: "Ask me each time",
      deny: "Deny: never make them",
    },
    tool: "Tool",
    toolHint: "Its name, the beginning of some with a star (files/*), or * for any.",
    methods: "Methods",
    methodsHint: "Such as GET, POST. Empty means any.",
    host: "Host",
    hostHint:
      "Such as api.github.com for every port there, api.github.com:8443 for one, or *.example.com for those below it. Empty means any.",
    hostProblem: "The host alone, as in api.github.com: without https:// before it; the path has its own field below.",
    path: "Path",
    pathHint: "Itself and everything below it; with a $ at its end, itself alone. Empty means any.",
    credential: "Credential",
    anyCredential: "Any, or none",
    more: "More restrictions",
    folder: "Folder",
    recipient: "Recipient",
    amount: "Amount at most",
    amountProblem: "A number.",
    window: "Time to answer, in seconds",
    windowHint: "For cards that this rule asks for. Empty means the usual.",
    windowProblem: "A whole number of seconds from 1 to a year.",
    outside: "Also for runs that have read text from outside",
    outsideHint:
      "Webhooks and answers of other computers may carry orders of somebody else. Without this such a run asks first.",
    exact: "This address alone: what is not named here must be absent",
    methodsProblem: "Names of methods, with commas between them.",
    toolProblem: "Name a tool, or write *.",
    preview: "As it will stand in config.yaml",
    previewLater: "Shown once the form can be taken.",
    notTaken: (why: string) => `It would not be taken: ${why}`,
  },

  credentials: {
    heading: "Credentials",
    none: "No credential yet. A credential is a secret that is put into outgoing requests on their way, and goes nowhere else: no prompt, log or card ever holds it.",
    add: "Add a credential",
    states,
    untilQuit: "kept until you quit",
    header: "Header",
    goesTo: "May go to",
    expires: (day: string, daysLeft: number) =>
      daysLeft < 0
        ? `expired on ${day}`
        : daysLeft === 0
          ? "expires today"
          : `expires ${day}, in ${plural(daysLeft, "day", "days")}`,
    neverUsed: "never used",
    lastUsed: (time: string) => `last used ${time}`,
    rules: (count: number) => plural(count, "rule names it", "rules name it"),
    edit: (name: string) => `Edit ${name}`,
    rotate: (name: string) => `Enter a new secret for ${name}`,
    rotateShort: "New secret…",
    remove: (name: string) => `Remove ${name}`,
    removeSure: (name: string, rules: number) =>
      rules === 0
        ? `Remove ${name}? Calls that name it are refused from then on, and its secret is forgotten.`
        : `Remove ${name}, and ${plural(rules, "rule that names it", "rules that name it")}? Its secret is forgotten.`,
    removeYes: "Remove",
    removeNo: "Keep it",
  },

  credentialForm: {
    addTitle: "Add a credential",
    editTitle: (name: string) => `Edit ${name}`,
    rotateTitle: (name: string) => `A new secret for ${name}`,
    rotateLead: "It takes the place of the present one at once, for the next request on.",
    name: "Name",
    nameHint: "What calls and rules name it by; small letters, digits, - and _.",
    secret: "Secret",
    keep: {
      sealed: "Keep it in the keychain",
      until_quit: "Keep it until Nightjar quits",
      env: "Read it from an environment variable",
      kept: "The one that is kept already",
    },
    value: "The secret",
    valueHint: "Nightjar never shows it again.",
    variable: "Variable",
    variableHint: "As seen by Nightjar when it starts, such as GITHUB_TOKEN.",
    header: "How it travels",
    headers: {
      bearer: "Authorization: Bearer …",
      key: "X-Api-Key: …",
      basic: "Authorization: Basic …",
      own: "Another header",
    },
    ownHeader: "Header",
    ownHeaderHint: "The header and its value, with {secret} where the secret goes, such as PRIVATE-TOKEN: {secret}",
    destinations: "Where it may go",
    destinationsHint:
      "One origin on each line, such as https://api.github.com, or http://127.0.0.1:9000 for a program on this computer. Everywhere else calls with it are refused.",
    expires: "Stops working on",
    expiresHint: "A day such as 2027-03-01: Nightjar reminds you two weeks before. Empty when it does not expire.",
    problems: {
      name: "Begin with a small letter or digit; then small letters, digits, - and _, at most 64.",
      taken: (name: string) => `There is a credential ${name} already; edit that one, or choose another name.`,
      value: "Paste the secret.",
      short: "At least 8 characters: a shorter one can't be told from other text.",
      variable: "A variable's name: letters, digits and _, not beginning with a digit.",
      header: "A header's name, a colon, and a value with {secret} in it once.",
      destinations: "At least one origin, each beginning with https:// (or http:// on this computer).",
      expires: "A day of the calendar, such as 2027-03-01.",
    },
  },

  grants: {
    heading: "Grants",
    none: "None is live. A grant lets one run or call send to one place, for a short time.",
    revoke: "Revoke",
    revokeName: (purpose: string) => `Revoke the grant for ${purpose}`,
    revokeAll: "Revoke all",
    live: (time: string, uses: number) => `live until ${time}, ${plural(uses, "use", "uses")} left`,
    over: (over: NonNullable<GrantRow["over"]>, why: string | null) =>
      why === null ? overs[over] : `${overs[over]}: ${why}`,
    made: (time: string) => `made ${time}`,
    recent: "Recent ones that are over",
    noCredential: "no credential",
  },

  uses: {
    heading: "Uses",
    none: "Nothing has been sent yet. Every request is written down here: by the credential's name, never its value.",
    list: "Requests",
    outcomes,
    answer: "Show your answer",
    status: (status: number) => String(status),
    noCredential: "no credential",
  },

  history: {
    heading: "Answers",
    none: "Nothing has been answered yet.",
    list: "Answers",
    answers,
    words: (words: string) => `You said: “${words}”`,
    always: "Wrote the rule",
    use: (index: number) => (index === 0 ? "Show its request" : "the one before"),
    replaced: "Show the changed call",
  },

  event: "Show what caused it",
  more: "Load older",
  loading: "Loading",
};
