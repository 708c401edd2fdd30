// `npm run demo [-- --stay] [-- --pictures]`: a day with the real app on a throw-away profile, in about two minutes.
// Promises: ends by itself, unless --stay keeps the window open; what it tells was read, not assumed. Refuses: other switches.
import {
  playActivity,
  playAnswers,
  playEvening,
  playMorning,
  playPlug,
  playQuestions,
  playQuit,
  playStrangers,
  tellSum,
} from "./acts.ts";
import { openStage, type Stage } from "./stage.ts";
import { chapter, tell } from "./terminal.ts";
import { playThinking } from "./thinking.ts";

const known = ["--stay", "--pictures"];
const afternoonHour = 16;
const switches = process.argv.slice(2);
const unknown = switches.find((given) => !known.includes(given));

/** The README's pictures show an afternoon, whenever they are taken. */
function afternoonZone(): string {
  const hours = ((afternoonHour - new Date().getUTCHours() + 36) % 24) - 12;
  // In these names the sign says how far the zone is behind.
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

async function play(stage: Stage): Promise<void> {
  const pictures = switches.includes("--pictures");
  tell("started", `profile ${stage.profile}, deliveries go to ${stage.running.hooksUrl}/hooks/github`);
  tell("desktop", stage.notifying.sentence);
  await playMorning(stage);
  await playStrangers(stage);
  await playQuestions(stage, pictures);
  await playAnswers(stage, pictures);
  await playActivity(stage);
  await playPlug(stage);
  await playEvening(stage);
  await playThinking(stage, pictures);
  tellSum(stage);
}

async function stay(stage: Stage): Promise<void> {
  const main = stage.running.app.process();
  chapter("The window stays open. Quit Nightjar, from its tray or its menu, or press Ctrl-C, to end the demo.");
  await new Promise((resolve) => main.once("exit", resolve));
}

async function run(): Promise<number> {
  tell("starting", "the app, on a throw-away profile");
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const stage = await openStage(switches.includes("--pictures") ? afternoonZone() : own);
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    void stage.running.kill9();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);
  try {
    await play(stage);
    if (switches.includes("--stay")) await stay(stage);
    else await playQuit(stage);
    return 0;
  } catch (error) {
    if (interrupted) return 130;
    process.stderr.write(
      `\nThe demo did not go as it should: ${String(error)}\nThe app said:\n${stage.running.output()}\n`,
    );
    return 1;
  } finally {
    await stage.end();
  }
}

if (unknown === undefined) process.exitCode = await run();
else {
  process.stderr.write(
    `The demo does not know ${unknown}. Use --stay (keeps the window open) or --pictures (the README's).\n`,
  );
  process.exitCode = 2;
}
