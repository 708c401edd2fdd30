// The words with which texts give orders to an agent, by language. Promises: data only; each entry is looked for within a few words.
// Refuses: to be complete; whoever wants to get past a list of words will.
import { type OrderWords, perhaps, sure } from "./order-shape.ts";
import { wordsAbroad } from "./order-words-abroad.ts";

const roles = "ai llm assistant chatbot bot agent model copilot claude chatgpt gpt gemini nightjar";

const english: OrderWords[] = [
  sure(
    "override",
    "ignore disregard forget override bypass discard neglect overrule supersede",
    "previous prior above earlier preceding former foregoing existing original initial past all any other every your these system current | instruction* directive* prompt prompts guideline guidelines guardrail*",
    [2, 7],
  ),
  sure(
    "override",
    "ignore disregard forget override bypass discard neglect overrule supersede",
    "previous prior preceding earlier foregoing your | rules policies policy constraints restrictions programming training safeguards | ",
    [0, 5],
  ),
  perhaps("override", "ignore disregard forget", "everything all | above before told said know learned", [0, 5]),
  sure("role", roles, "as | you your | must should shall required need have will", [3, 7]),
  sure(
    "role",
    "now",
    "are | you | dan unrestricted jailbroken unfiltered uncensored ai llm assistant chatbot agent",
    [2, 5],
  ),
  perhaps("role", "you", "are | ai assistant chatbot llm agent language", [0, 5]),
  perhaps(
    "role",
    "instructions instruction note message attention notice important",
    `for to | ${roles} agents assistants llms`,
    [0, 5],
  ),
  perhaps("role", "pretend", "you | are be", [0, 4]),
  perhaps("role", "developer dan jailbreak god debug", "mode | enabled activated on enter now", [2, 4]),
  sure(
    "override",
    "system admin administrator",
    "override | instruction* immediately must now message prompt execute",
    [1, 7],
  ),
  perhaps(
    "task",
    "new updated real actual true revised",
    "instructions task goal objective directive mission | your follow are is",
    [3, 4],
  ),
  perhaps("task", "you", "must will | now immediately first also always instead only", [0, 4]),
  perhaps(
    "task",
    "instead now immediately next",
    "execute perform call invoke send forward merge approve delete transfer reply respond output",
    [0, 3],
  ),
  perhaps("tool", "call invoke use run execute", "the this your following | tool tools", [0, 3]),
  perhaps("task", "execute perform follow obey do", "following these this | instead now immediately", [0, 5]),
  sure("task", "new updated real actual true revised", "your | instructions directives prompt", [2, 2]),
  sure("secrecy", "without", "telling informing notifying alerting | user owner operator human", [0, 4]),
  perhaps(
    "secrecy",
    "secretly silently quietly covertly stealthily",
    "send forward add delete merge transfer upload copy post",
    [3, 3],
  ),
  sure(
    "reveal",
    "reveal leak exfiltrate disclose repeat print output show dump display tell send share expose",
    "your the | system hidden initial secret internal | prompt instructions message",
    [0, 6],
  ),
  sure(
    "reveal",
    "leak exfiltrate disclose reveal steal",
    "your the all any | keys key token tokens password* secret* credential* | to at via in with",
    [0, 9],
  ),
  perhaps(
    "reveal",
    "send post forward upload email include submit give provide",
    "your all | keys key token tokens password* secret* credential* environment env | ",
    [0, 6],
  ),
  sure(
    "money",
    "transfer wire send pay",
    "btc bitcoin eth ethereum usdt usd eur euro dollar* crypto gift wallet iban | urgent* immediately asap now today",
    [6, 14],
  ),
  perhaps("unasked", "without", "asking approval confirmation permission confirming consent approval", [0, 4]),
  perhaps(
    "unasked",
    "already pre",
    "approved authorized authorised confirmed | owner user admin* security owner* request action call",
    [3, 7],
  ),
  // Whoever reads it, if it is a machine.
  sure("role", "if case when since because", "you | are re | ai llm assistant language chatbot", [0, 6]),
  sure("role", roles, "as | you your | obliged required bound supposed obligated authorized are", [4, 8]),
  perhaps(
    "role",
    "ai llm assistant chatbot nightjar automated",
    "reviewer reviewers reader readers agents assistants systems please",
    [0, 2],
  ),
  perhaps(
    "role",
    "whoever whatever anyone",
    "processes reads summarizes handles | automatically automated this",
    [0, 5],
  ),
  perhaps("role", "developer administrator admin creator operator ceo boss", "i this | am is speaking here", [4, 2]),
  sure("role", "developer creator programmer maker", "your | speaking talking here", [2, 2]),
  sure(
    "role",
    "unrestricted restrictions limitations restriction limits",
    "no without any free | you your | ai assistant agent model bot",
    [5, 6],
  ),
  perhaps("role", "nightjar", "approve merge delete send forward transfer reply ignore please you", [0, 3]),
  // What it was told before.
  sure(
    "override",
    "previous prior original initial earlier old",
    "your | instructions guidelines prompt programming | void invalid obsolete cancelled canceled replaced superseded outdated expired null revoked",
    [2, 5],
  ),
  sure("reveal", "what which", "your | original initial system hidden secret | instructions prompt guidelines", [0, 6]),
  sure(
    "override",
    "matter regardless",
    "what of | instructions prompt guidelines | you your other previous system",
    [1, 6],
  ),
  perhaps("override", "above everything", "was is | test joke simulation decoy example", [0, 4]),
  perhaps("override", "ignore disregard nevermind forget", "the what | instructions guidelines prompt system", [0, 4]),
  perhaps("reveal", "print repeat output show copy", "everything all | above before this | ", [0, 4]),
  perhaps(
    "reveal",
    "respond reply answer output",
    "with the your | keys key token tokens password* secret* credential* prompt emails mails files",
    [0, 7],
  ),
  perhaps("reveal", "ssh env aws etc id", "rsa dsa passwd shadow credentials environ private", [0, 2]),
  sure(
    "override",
    "bound restricted limited constrained",
    "longer not | your | guidelines rules instructions policies restrictions",
    [3, 5],
  ),
  sure("override", "safety guidelines rules restrictions", "your | not longer never | apply applies", [2, 7]),
  sure(
    "reveal",
    "print repeat output reveal show display recite tell quote",
    "your | instructions prompt guidelines",
    [0, 2],
  ),
  perhaps("role", "if when", "an a | ai llm chatbot | is reads reading summarizing summarises processing sees", [0, 5]),
  // What it is to do now.
  perhaps("task", "new real actual true", "your | goal objective mission directive purpose | is are", [2, 3]),
  perhaps(
    "task",
    "real actual true new next",
    "task instructions objective priority goal work | begin* start* follow* is",
    [0, 3],
  ),
  perhaps(
    "task",
    "before after while when",
    "using calling answering responding summarizing summarising translating processing replying | read fetch open send call include insert append mention tell",
    [0, 10],
  ),
  perhaps("task", "respond reply answer output", "only exactly nothing | with", [0, 3]),
  perhaps(
    "task",
    "please immediately just simply then",
    "approve merge delete forward transfer grant pay reveal execute create add remove",
    [0, 1],
  ),
  perhaps("task", "act follow obey comply", "on with it this them mine", [0, 2]),
  perhaps(
    "unasked",
    "skip bypass",
    "confirmation confirmations approval approvals review permission permissions verification",
    [0, 4],
  ),
  perhaps("unasked", "not don dont never", "ask wait confirm question hesitate | ", [0, 2]),
];

export const orderWords: readonly OrderWords[] = [...english, ...wordsAbroad];
