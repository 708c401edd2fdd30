// Builds the parts in order, starts them, stops them. Promises: the order below is the whole of it.
// Refuses: logic; each decision lives in the part that takes it.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { createAgentHost } from "./agenthost/agent-host.ts";
import { createRuleCheck } from "./agenthost/rule-check.ts";
import { createDesktopChannel } from "./channels/desktop.ts";
import { memoryOfAgent, utilityLauncher } from "./desktop/agent-process.ts";
import { systemClock as clock, systemIds as ids, systemWait as wait, systemZone as zone } from "./desktop/clock.ts";
import { takeEnvironment } from "./desktop/environment.ts";
import { createEnding, type Ending, endOnCrashes, endOnSignals } from "./desktop/ending.ts";
import { createExpiryReminders } from "./desktop/expiry-reminders.ts";
import { closeToOthers } from "./desktop/files.ts";
import { guardEverything } from "./desktop/guards.ts";
import { createInFlight } from "./desktop/in-flight.ts";
import { claimProfile } from "./desktop/instance.ts";
import { openSignInPage } from "./desktop/links.ts";
import { createListenerFile } from "./desktop/listener-file.ts";
import { type AppLog, createLog } from "./desktop/log.ts";
import { createNotifications } from "./desktop/notifications.ts";
import { watchPower } from "./desktop/power.ts";
import {
  appFaults,
  builtFile,
  exitNow,
  isLinux,
  openProfileOrExit,
  readSwitchesOrExit,
  sayOnTerminal,
  tellStartFailure,
} from "./desktop/process.ts";
import { createSealer } from "./desktop/sealer.ts";
import { seenFile, toolHostLauncher } from "./desktop/tool-host-process.ts";
import { createSettingsEffects, withHooksPort } from "./desktop/settings-effects.ts";
import { openShell, prepareShell, type Shell } from "./desktop/shell.ts";
import type { Switches } from "./desktop/switches.ts";
import { createWindowLink } from "./desktop/window-link.ts";
import { createListening } from "./conversation/listening.ts";
import { createRecall } from "./conversation/memory-recall.ts";
import { createWriting, messageMax } from "./conversation/writing.ts";
import { reading } from "./desktop/views/reading.ts";
import { createEngine } from "./engine/engine.ts";
import { createMemoryIndex } from "./engine/memory/search.ts";
import { fixedChecks, thenAlso } from "./engine/permissions/auto-mode.ts";
import { hostsToKnow } from "./engine/permissions/noticed.ts";
import { createLedger } from "./engine/permissions/ledger.ts";
import { createConversation } from "./engine/sessions/conversation.ts";
import { openStore } from "./engine/store/store.ts";
import { createModelRequests } from "./engine/sessions/model-requests.ts";
import { createPersonal } from "./engine/timers/personal.ts";
import { createByHand } from "./memory/by-hand.ts";
import { forRuns } from "./memory/for-runs.ts";
import { createMemory } from "./memory/memory.ts";
import { toolPort } from "./memory/tool-port.ts";
import { createModelOpinion } from "./models/opinion.ts";
import { createModels, modelCredential } from "./models/models.ts";
import { createProxy, freshToken } from "./proxy/proxy.ts";
import { createScrub } from "./proxy/scrub.ts";
import { createSecrets } from "./settings/secrets.ts";
import { createSettings } from "./settings/settings.ts";
import { createGate } from "./tools/gate.ts";
import { findSecretsIn, portsOf } from "./tools/facts.ts";
import { createTools } from "./tools/tools.ts";
import { askThrough } from "./toolhost/elicitation.ts";
import { serverCredentials } from "./toolhost/launches.ts";
import { createToolHost } from "./toolhost/tool-host.ts";
import { createSignIns } from "./signin/sign-ins.ts";
import { createListener } from "./webhooks/listener.ts";

let shell: Shell | null = null;
let stop: () => Promise<void> = async () => undefined;

// First of all: no process that is started from here on gets to see it.
const environment = takeEnvironment(process.env);
const switches = readSwitchesOrExit();
if (switches !== null) begin(switches).catch(tellStartFailure);

async function begin(switches: Switches): Promise<void> {
  // Whatever is written from here on is the person's alone.
  process.umask(0o077);
  const profile = openProfileOrExit(switches.profile);
  if (profile === null) return;
  const secondStarts = claimProfile(profile);
  if (secondStarts === null) {
    exitNow(0, "Nightjar already runs with this profile; its window is shown.");
    return;
  }
  sayOnTerminal(`Profile: ${profile}`);
  const log = createLog(profile);
  for (const doubt of switches.doubts) log.warn({}, doubt);
  const listenerFile = createListenerFile({ profile, pid: process.pid, wait, log });
  const ending = createEnding({ log, wait, stop: () => stop(), tidy: () => listenerFile.tell(null), exit: exitNow });
  endOnCrashes(ending);
  guardEverything(log);
  await prepareShell();
  // Electron puts its own handlers in place while it becomes ready; ours come after them.
  endOnSignals(ending, exitNow);
  await build({ profile, switches, log, ending, listenerFile }).catch((error: unknown) => {
    log.fatal({ error }, "Nightjar could not start.");
    throw error;
  });
  secondStarts.onEach(() => shell?.show());
}

interface Ground {
  profile: string;
  switches: Switches;
  log: AppLog;
  ending: Ending;
  listenerFile: ReturnType<typeof createListenerFile>;
}

async function build({ profile, switches, log, ending, listenerFile }: Ground): Promise<void> {
  const sealer = await createSealer();
  const secrets = await createSecrets({ profile, sealer, environment, log });
  log.scrub(secrets.liveValues, createScrub);
  const launch = utilityLauncher(builtFile("agent/index.cjs"), environment);
  const checkRules = createRuleCheck({ launch, wait, log });
  const settings = createSettings({ profile, log, checkRules, changed: () => applySettings() });
  const current = withHooksPort(settings.current, switches.hooksPort);

  const databaseFile = join(profile, "nightjar.db");
  closeToOthers([databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`]);
  const store = openStore(databaseFile);
  const link = createWindowLink({ store, clock, zone, log, shell: () => shell });

  const index = createMemoryIndex(store);
  const memory = createMemory({
    ...{ profile, clock, wait, log, fault: appFaults(), index, changed: link.memoryChanged },
  });
  const agent = createAgentHost({
    ...{ launch, wait, log, zone, rules: settings.rulesOnceChecked, memoryOf: memoryOfAgent },
    memory: () => forRuns(memory.look(), clock.now()),
  });
  const inFlight = createInFlight();
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
  const proxy = createProxy({
    ...{ clock, log, secret: secrets.resolve, credentials: () => current().credentials },
    ownCredentials: () => [...serverCredentials(current().mcpServers, signIns), ...modelCredential(current().model)],
    ledger: createLedger(store, ids, sha256, freshToken),
    gate: createGate({ log }),
  });
  const own = {
    home: () => ({ ports: portsOf([listener.status().url, proxy.url()]), folders: [profile] }),
    secretValues: secrets.liveValues,
    destinations: () => current().destinations,
    credentialOrigins: () => current().credentials.flatMap(({ destinations }) => destinations),
  };
  const signIns = createSignIns({
    ...{ clock, wait, vault: secrets, changed: link.settingsChanged, servers: () => current().mcpServers },
    ...{ send: proxy.outgoing.send, untilQuit: () => !sealer.usable().usable, open: openSignInPage },
    signedIn: (server) => void toolHost.start(server),
  });
  const toolHost = createToolHost({
    ...{ proxy, wait, clock, log, environment, secret: secrets.resolve, changed: link.settingsChanged, ...own },
    ...{ signIns, challenged: signIns.challenged },
    launch: toolHostLauncher(builtFile("toolhost/index.cjs"), environment),
    servers: () => current().mcpServers,
    seen: seenFile(profile, log),
    onElicitation: askThrough((...asked) => engine.askPerson(...asked)),
  });
  const models = createModels({ settings: current, proxy, requests: createModelRequests(store), clock, zone });
  const byHand = createByHand(memory, clock);
  const conversation = createConversation(store);
  const listening = createListening({
    read: (phrase, now) => reading(phrase, now, zone()),
    remind: (text, timing) => reminders.add(text, timing),
    offers: conversation,
    recall: createRecall({ look: memory.look, index, byHand, zone }),
    ...{ clock, watched: link.watched },
  });
  const engine = createEngine({
    ...{ store, clock, ids, log, wait, agent },
    fault: appFaults(),
    sha256,
    tools: inFlight.tools(
      createTools({
        ...{
          ...own,
          folders: () => current().folders,
          credentials: () => current().credentials.map(({ name }) => name),
          outgoing: proxy.outgoing,
          servers: toolHost,
          memory: { memory: toolPort(memory, index, clock), askerOf: index.askerOf },
          log,
        },
      }),
    ),
    ...{ models, listening },
    secondOpinion: thenAlso(fixedChecks, createModelOpinion({ models, wait })),
    channel: inFlight.channel(
      createDesktopChannel({
        ...{ show: createNotifications({ log, wait }), open: link.openDelivery, readsMarkup: isLinux },
        watched: link.watched,
      }),
    ),
    settings: () => ({
      gapSeconds: current().outbox.gapSeconds,
      quiet: current().outbox.quietHours,
      zone: zone(),
      ...current().approvals,
      permissions: current().permissions,
      duringRun: Object.fromEntries(current().sources.map(({ name, duringRun }) => [name, duringRun])),
      autoMode: current().autoMode,
      hosts: hostsToKnow(current()),
    }),
    changed: link.engineChanged,
    stepped: link.runStepped,
    broken: (error) => ending.crash(error, "engine"),
  });
  const reminders = createPersonal({ store, timers: engine.timers, clock, ids });
  const writing = createWriting({
    session: {
      current: conversation.current,
      begin: (now) => {
        const id = ids.next("talk");
        conversation.begin(id, now);
        return id;
      },
    },
    ...{ ingestAll: engine.ingestAll, clock },
  });
  const listener = createListener({
    ...{ clock, ids, log, settings: current, secret: secrets.resolve, publish: listenerFile.tell },
    ingestAll: engine.ingestAll,
    changed: link.settingsChanged,
  });
  const applySettings = createSettingsEffects({
    ...{
      settings: current,
      rules: settings.rules,
      problems: settings.problems,
      engine,
      listener,
      clock,
      log,
      resolve: secrets.resolve,
      remind: createExpiryReminders({ settings: current, engine, clock }),
      say: sayOnTerminal,
      servers: toolHost,
    },
    changed: link.settingsChanged,
  });

  shell = openShell({ log, clock, hidden: switches.hidden, quit: () => ending.end("quit") });
  link.open({
    engine,
    settings,
    secrets,
    sealer,
    listener,
    proxy,
    models,
    servers: toolHost,
    signIns,
    holdsSecret: (text) => findSecretsIn(secrets.liveValues(), [["answer", text]]).length > 0,
    ids,
    profile,
    current,
    memory: { facts: { ...memory, search: index }, byHand },
    ...{ conversation: { ...writing, textMax: messageMax }, reminders },
  });
  stop = async () => {
    listenerFile.tell(null);
    link.close();
    engine.stop();
    signIns.close();
    await Promise.all([listener.stop(), inFlight.settled(), toolHost.close()]);
    await proxy.stop();
    settings.close();
    memory.close();
    agent.close();
    store.checkpoint();
    store.close();
    shell?.close();
  };
  // Told at once how it stands: a switch that was off stays off before anything could leave.
  engine.outgoing.onChange((offSince) => {
    proxy.close(offSince === null ? null : "everything outgoing is switched off");
    link.engineChanged();
  });
  // The schedules of the file first: one that was removed or edited while Nightjar was off must not fire as it was.
  applySettings();
  proxy.recover();
  engine.start();
  watchPower({ log, suspend: engine.suspend, resume: engine.resume, quit: () => ending.end("shutdown") });
}
