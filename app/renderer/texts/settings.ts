// The words of Settings: sources and their secrets, speaking, asking, where calls may go, files.
import type { SecretState, SettingsView, SourceRow } from "../../preload/contract/views.ts";

const kinds: Record<SourceRow["kind"], string> = {
  github: "GitHub",
  "standard-webhooks": "Standard Webhooks",
  token: "Token, for scripts",
};

const kindHints: Record<SourceRow["kind"], string> = {
  github: "Signed by GitHub with the webhook's secret.",
  "standard-webhooks": "Signed by a provider that follows Standard Webhooks; the secret begins with whsec_.",
  token: "A script or a shell hook sends the secret as a bearer token.",
};

const secretStates: Record<SecretState, string> = {
  ok: "secret found",
  missing: "secret not found: deliveries are refused",
  empty: "secret is empty: deliveries are refused",
  unreadable: "secret can't be opened: deliveries are refused",
};

const endings: Record<SettingsView["rules"][number]["ending"], string> = {
  tell: "tells you",
  ask: "asks you",
  nothing: "stays silent",
};

export const texts = {
  title: "Settings",
  lead: "Kept in config.yaml with your comments; edits there take effect at once.",

  sources: {
    heading: "Sources",
    none: "No source yet. A source is something that posts to Nightjar when it happens: GitHub, a provider with signed webhooks, or a script of yours.",
    add: "Add a source",
    edit: (name: string) => `Edit ${name}`,
    remove: (name: string) => `Remove ${name}`,
    removeSure: (name: string) => `Remove ${name}? Its deliveries are refused from then on; what it sent stays.`,
    removeYes: "Remove",
    removeNo: "Keep it",
    address: "Address",
    noAddress: "No address: nothing is listening.",
    kinds,
    kindHints,
    secretStates,
    secretUntilQuit: "kept until you quit",
    twinsRun: "runs identical bodies",
    during: { fold: "joins a run that is on", restart: "starts a run anew" },
    urgent: (names: readonly string[]) => (names.includes("*") ? "all urgent" : `urgent: ${names.join(", ")}`),
    accepted: (time: string) => `last accepted ${time}`,
    neverAccepted: "nothing accepted yet",
    refused: (count: number) => `${count} refused today`,
    lastRefusal: (time: string, reason: string) => `Last refused ${time}: ${reason}`,
    test: "Send a test delivery",
  },

  connect: {
    label: "How to connect it",
    github: "Forward a repository's deliveries to this machine with GitHub's command line tool:",
    githubInstall: "Once, to add the forwarding command:",
    githubCommand: "The forwarding command",
    githubRest:
      "Use the same secret as here. To receive while no terminal is open, add a webhook to the repository by hand (content type application/json) and point it at a tunnel that leads to the address above; a tunnel that keeps its own host name needs that name under hooks.hosts in config.yaml.",
    standard:
      "Give the provider the public address of a tunnel that leads to the address above, and paste the secret it shows you here.",
    token: "From a script or a shell hook:",
    tokenCommand: "An example of a delivery",
    install: "Install command",
    secretPlaceholder: "YOUR_SECRET",
  },

  form: {
    addTitle: "Add a source",
    editTitle: (name: string) => `Edit ${name}`,
    kind: "Kind",
    name: "Name",
    nameHint: "Part of the address; small letters, digits, - and _.",
    secret: "Secret",
    keep: {
      sealed: "Keep it in the keychain",
      until_quit: "Keep it until Nightjar quits",
      env: "Read it from an environment variable",
      kept: "Use one that is kept already",
    },
    value: "The secret",
    valueHint: "Nightjar never shows it again.",
    make: "Make one",
    madeHint:
      "Shown only now: copy it before you save, and give it to whatever posts here. Nightjar never shows it again.",
    variable: "Variable",
    variableHint: "As seen by Nightjar when it starts, such as GITHUB_WEBHOOK_SECRET.",
    keptName: "Kept secret",
    expires: "Stops working on",
    expiresHint: "A day such as 2027-03-01: Nightjar reminds you two weeks before. Empty when it does not expire.",
    identical: "A signed body that comes again under a new id",
    identicals: { twin: "is a twin: stored, not run", run: "is another event: run" } as Record<
      SourceRow["identicalBodies"],
      string
    >,
    duringRun: "What comes while a run is on",
    duringRuns: {
      next: "waits for the next run",
      fold: "joins that run",
      restart: "starts that run anew",
    } as Record<SourceRow["duringRun"], string>,
    duringRunHints: {
      next: "One thing after the other; the usual.",
      fold: "The model reads it before its next step, so that one run answers both.",
      restart: "The model stops and begins again with it. For what changes everything: what was done stays done.",
    } as Record<SourceRow["duringRun"], string>,
    urgent: "Events that do not wait",
    urgentHint:
      "Names as the sender gives them, such as incident, with commas; * for all. They are taken first, and a run that is on starts anew for them.",
    problems: {
      urgent: "At most 50 names, each of at most 100 characters.",
      name: "Begin with a small letter or digit; then small letters, digits, - and _, at most 64.",
      reserved: (name: string) => `${name} is a name of Nightjar's own; choose another.`,
      taken: (name: string) => `There is a source ${name} already; edit that one, or choose another name.`,
      value: "Paste a secret, or let Nightjar make one.",
      variable: "A variable's name: letters, digits and _, not beginning with a digit.",
      kept: "Choose a kept secret.",
      expires: "A day of the calendar, such as 2027-03-01.",
    },
  },

  speaking: {
    heading: "Speaking",
    gap: "Gap between deliveries",
    gapHint: "Messages of that time are merged into one. Urgent ones go at once.",
    quiet: "Quiet hours",
    quietHint: "Only urgent things are said then.",
    quietOn: "Keep quiet hours",
    from: "From",
    until: "Until",
    quietProblem: "Write both times as hours and minutes, such as 22:00 and 07:00.",
  },

  asking: {
    heading: "Asking",
    window: "Time to answer",
    windowHint:
      "A question that is not answered by then expires, and nothing is done. A rule or a permission with a window of its own goes before this.",
    tools: "By tool",
    toolsHint: "A tool named here has its own time to answer.",
    addTool: "Add a tool",
    tool: "Tool",
    waits: "Waits",
    toolWindow: (tool: string) => `Time to answer for ${tool === "" ? "the new tool" : tool}`,
    removeTool: (tool: string) => `Take ${tool === "" ? "the new tool" : tool} out`,
    toolProblem: "A tool's whole name, such as http.request.",
    toolTwice: "This tool stands here already.",
    pause: "Deadlines stand still in quiet hours",
    pauseHint: (hours: string) => `Between ${hours.replace("-", " and ")} no card runs out of time.`,
    pauseNoHours: "Takes effect once there are quiet hours.",
  },

  destinations: {
    heading: "Destinations",
    label: "Where calls may go",
    hint: "One origin on each line, such as https://api.github.com. Plain http works only when listed, and so do addresses of this machine or of a private network: as numbers, or as localhost. Any other name that resolves to such an address is refused even when it is listed.",
  },

  rules: {
    heading: "Rules for events",
    lead: "The first rule that matches an event decides. They are written in rules.yaml.",
    none: "No rules: every event is stored and nothing is said.",
    open: "Open rules.yaml",
    line: (line: number) => `line ${line}`,
    on: (on: string, event: string | null) => (event === null ? `on ${on}` : `on ${on} · ${event}`),
    endings,
    urgent: "tells you at once",
  },

  secrets: {
    heading: "Kept secrets",
    none: "None. A source's secret is kept here when you paste it.",
    kept: { sealed: "sealed on disk", until_quit: "until Nightjar quits" } as Record<
      SettingsView["secrets"][number]["kept"],
      string
    >,
    forget: "Forget",
    forgetSure: (name: string) => `Forget ${name}? Sources that use it refuse deliveries from then on.`,
    forgetYes: "Forget",
    forgetNo: "Keep it",
  },

  listening: {
    heading: "Listening",
    port: "Port",
    portHint: "On this machine only. 0 takes any free port, another one at each start.",
    portProblem: "A whole number from 0 to 65535.",
    listens: (url: string) => `Listens at ${url}.`,
    silent: "Nothing is listening.",
  },

  files: {
    heading: "Files",
    profile: "Everything Nightjar knows is in this folder",
    openFolder: "Open the folder",
    openConfig: "Open config.yaml",
  },

  units: { s: "seconds", min: "minutes", h: "hours", d: "days" },
  unit: (label: string) => `${label}: unit`,
  amountProblem: "A whole number from 1, and at most a year.",
};
