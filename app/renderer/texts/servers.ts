// The words of Settings for MCP servers, their tools, and the folders that tools may use.
import type { ServerToolRow, ToolChange } from "../../preload/contract/thinking-settings.ts";
import type { SecretState } from "../../preload/contract/views.ts";

const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const changes: Record<ToolChange, string> = {
  new: "new",
  text: "says something else",
  arguments: "takes something else",
  hints: "other hints",
};

const decisions: Record<ServerToolRow["decision"], string> = {
  allow: "allowed",
  ask: "asks you",
  deny: "denied",
};

const states: Record<SecretState, string> = {
  ok: "found",
  missing: "not entered yet",
  empty: "empty",
  unreadable: "can't be opened",
};

export const texts = {
  heading: "Tools",
  none: "No server yet. An MCP server is a program, or an address, that brings tools: for files, mail, an issue tracker. What an agent may do with them your permissions decide; without one, each call asks.",
  paste: "Paste from another app",
  add: "Add one",
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removeSure: (name: string) => `Remove ${name}? Its tools are gone, and secrets that nothing else uses are forgotten.`,
  removeYes: "Remove",
  removeNo: "Keep it",
  enabled: (name: string) => `${name} is on`,
  state: {
    disabled: "switched off",
    off: "starts when it is first needed",
    starting: "starting",
    failed: "not running",
    ready: (server: string, tools: number) => `${server} · ${some(tools, "tool", "tools")}`,
  },
  line: "What is started",
  address: "Address",
  in: (folder: string) => `in ${folder}`,
  key: "its key",
  noKey: "asked without a key",
  signIn: {
    begin: "Sign in",
    beginName: (name: string) => `Sign in to ${name}`,
    again: "Sign in again",
    more: "Allow more",
    out: "Sign out",
    outName: (name: string) => `Sign out of ${name}`,
    signedIn: "signed in",
    wanted:
      "It wants you to sign in. Your browser opens its page; what it gives Nightjar goes into the keychain and to this address alone.",
    wantsMore: (scope: string) => `It wants you to allow more: ${scope}. Your browser opens its page.`,
    underWay: (host: string | null) =>
      host === null
        ? "Asking it where you sign in…"
        : `Go on in your browser, at ${host}. It comes back here by itself.`,
  },
  states,
  untilQuit: "kept until you quit",
  enter: "Enter it…",
  renew: "Enter a new one…",
  enterName: (what: string, server: string) => `Enter it… (${what} of ${server})`,
  renewName: (what: string, server: string) => `Enter a new one… (${what} of ${server})`,
  start: "Start now",
  startName: (name: string) => `Start now: ${name}`,
  restart: "Restart",
  restartName: (name: string) => `Restart ${name}`,
  said: "Its last words",
  changed: (count: number) =>
    `${some(count, "tool is", "tools are")} not what you saw last. Until you accept ${count === 1 ? "it" : "them"}, ${count === 1 ? "it asks" : "they ask"} before every call, whatever is allowed.`,
  accept: "Accept the change",
  acceptName: (name: string) => `Accept the change of ${name}`,
  tools: (count: number) => some(count, "tool", "tools"),
  toolsOf: (name: string) => `Tools of ${name}`,
  noTools: "It has no tools.",
  whole: "Whole text",
  less: "Less",
  changes,
  decisions,
  decided: (tool: string, decision: string) => `${tool}: ${decision}. Its rule`,
  permissions: "What each may do stands in Permissions.",
  leftOut: (count: number) => `${some(count, "tool is", "tools are")} not used`,

  warnings: {
    command:
      "A server is somebody else's program. It runs as you, with your files and your network: what it does by itself is outside of Nightjar's gate, and no permission holds it back. Add only what you would also start yourself.",
    url: "This is somebody else's server. What a call hands it is there from then on, and what it does with it is outside of Nightjar's gate.",
  },

  pasteForm: {
    title: "Add servers from another app",
    text: "What the other app has",
    hint: 'JSON with "mcpServers" or "servers", as in its settings or in the server\'s manual. Secrets in it go into the keychain, and are never shown again.',
    placeholder: '{ "mcpServers": { "files": { "command": "npx", "args": ["…"] } } }',
    look: "Look at it",
    looking: "Looking",
    back: "Change it",
    will: "This will be started:",
    asked: "This is asked from now on:",
    sealed: (names: readonly string[]) => `Kept as secrets: ${names.join(", ")}.`,
    off: "It is switched off, and stays so.",
    refused: (name: string, reason: string) => `${name} is left out. ${reason}`,
    add: (count: number) => (count === 1 ? "Add it" : `Add ${count} servers`),
    nothing: "Nothing in it can be added.",
  },

  form: {
    addTitle: "Add a server",
    editTitle: (name: string) => `Edit ${name}`,
    kind: "What it is",
    kinds: { command: "A program on this computer", url: "An address" },
    name: "Name",
    nameHint: "Its tools are called by it, such as files/read_file.",
    command: "Command",
    commandHint: "The program, such as npx, or its whole path.",
    args: "Arguments",
    argsHint: "One on each line, without quotes.",
    env: "Variables",
    envHint:
      "One on each line, as NAME=value. What looks like a secret is kept in the keychain; env:NAME takes one of Nightjar's own variables.",
    cwd: "Folder it starts in",
    cwdHint: "Empty: your home.",
    url: "Address",
    urlHint: "Such as https://mcp.linear.app/mcp.",
    header: "Header of the key",
    headerHint: "With {secret} where the key goes. Empty: Authorization: Bearer {secret}",
    timeout: "Seconds that one call may take without a word",
    timeoutUsual: "usual: 60",
    more: "More",
    problems: {
      name: "1 to 64 of A-Z, a-z, 0-9, dot, - and _, beginning with a letter or digit.",
      taken: (name: string) => `There is a server ${name} already; edit that one, or choose another name.`,
      command: "The program that is started.",
      env: (line: number) => `Line ${line} is not NAME=value.`,
      url: "A whole address, beginning with https:// (or http:// on this computer).",
      header: "A header's name, a colon, and a value with {secret} in it once.",
      timeout: "A whole number of seconds, at most 3600.",
    },
  },

  secretForm: {
    title: (what: string) => `Enter ${what}`,
    lead: (server: string) => `${server} starts anew with it.`,
    value: "The secret",
    valueHint: "Nightjar never shows it again.",
    keep: {
      sealed: "Keep it in the keychain",
      until_quit: "Keep it until Nightjar quits",
    },
    problem: "Paste the secret.",
  },

  folders: {
    heading: "Folders",
    none: "No folder yet. The tools files.read, files.list, files.search and files.write work only inside folders you choose here.",
    lead: "Where Nightjar's own tools for files may look. MCP servers have their own.",
    choose: "Choose a folder",
    choosing: "Choosing",
    write: (path: string) => `What may be done in ${path}`,
    writes: { read: "May be read", write: "May be read and written" },
    trusted: (path: string) => `Whose words stand in ${path}`,
    trusts: { outside: "Its texts count as somebody else's", own: "Its texts count as your own" },
    remove: (path: string) => `Remove ${path}`,
    removeSure: (path: string) => `Take ${path} out? Its files stay; tools can't use them any more.`,
    removeYes: "Take it out",
    removeNo: "Keep it",
  },
};
