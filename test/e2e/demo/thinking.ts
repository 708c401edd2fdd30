// The part of the day in which a model thinks: a scripted one, on loopback, that speaks Anthropic's protocol. Promises: what is told
// and shown is what the app did with its answers. Refuses: to pass for a real model's words; it is named as what it is.
import { join } from "node:path";
import { byTurn, say } from "../../support/model-server/script.ts";
import { createModelServer } from "../../support/model-server/server.ts";
import { projectFolder } from "../support/app.ts";
import { press } from "../support/stage.ts";
import { newIssue } from "./day.ts";
import { modelInForce, rulesInForce } from "./in-force.ts";
import { atSize, takeBoth, toTop } from "./pictures.ts";
import { mendedName } from "./rules.ts";
import type { Stage } from "./stage.ts";
import { chapter, tell } from "./terminal.ts";

const tall = { width: 1080, height: 1240 };
const modelName = "scripted-model";
const said = "Labelled a new issue as a bug: it says that a word is misspelled.";

export async function playThinking(stage: Stage, pictures: boolean): Promise<void> {
  chapter("A model is chosen for what no rule wants: it reads, asks before it acts, and says one thing.");
  const { page } = stage.running;
  const { origin } = stage.recorder;
  const labels = `${origin}/repos/Codertocat/Hello-World/issues/2/labels`;
  const model = await createModelServer(
    byTurn([
      say("A new issue without a label. I look which labels there are.", {
        name: "http_request",
        input: { method: "GET", url: labels },
      }),
      say("It reports a mistake, so it is a bug.", {
        name: "http_request",
        input: { method: "POST", url: labels, body: { labels: ["bug"] }, credential: "porch" },
      }),
      say("", { name: "message", input: { text: said } }),
      say("Nothing else to do."),
    ]),
  );
  try {
    await stage.chooseModel(modelName, model.origin);
    await modelInForce(page, modelName);
    await rulesInForce(page, (names) => !names.includes(mendedName));
    await stage.post(newIssue);
    const card = () =>
      stage.watch.rows<{ title: string }>("select title from approvals where answer is null order by rowid desc")[0];
    await stage.watch.until("the model's question", 30, () => card() !== undefined);
    await press(page, card()?.title ?? "", "Approve");
    const saying = () => stage.watch.rows<{ run: number }>("select run from outbox where body = ?", said)[0];
    await stage.watch.until("what the model says", 30, () => saying() !== undefined);
    const [spent] = stage.watch.rows<{ n: number; tokens: number }>(
      "select count(*) n, sum(input_tokens + output_tokens + cache_read_tokens + cache_write_tokens) tokens from model_requests",
    );
    tell("thought", `${spent?.n} requests to the model, ${spent?.tokens} tokens`);
    await page.evaluate((run) => {
      location.hash = `#/activity/run-${run}`;
    }, saying()?.run);
    await page.getByRole("region", { name: "What it said" }).waitFor();
    const take = async (folder: string) => {
      await toTop(page);
      await takeBoth(page, folder, "run");
    };
    await take(join(projectFolder, "out", "demo"));
    if (pictures) await atSize(stage.running, tall, () => take(join(projectFolder, "docs", "pictures")));
  } finally {
    await model.close();
  }
}
