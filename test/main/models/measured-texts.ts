// Texts of many kinds, and the most tokens that one of three published tokenizers (o200k, cl100k, Claude's first) made of each.
import { createHash } from "node:crypto";

const bytes = Buffer.concat(Array.from({ length: 40 }, (_, n) => createHash("sha256").update(`${n}`).digest()));
const hex = bytes.toString("hex");
const uuids = (hex.match(/.{32}/g) ?? []).map((one) => one.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
const prose =
  "Nightjar sleeps most of the time. When something happens it looks at your rules, and does one of three things: it says something, it asks you, or it stays silent, which is the default. What it may not do alone waits as a card with a countdown, and your tap makes the call, once.";
const event = {
  action: "opened",
  issue: {
    url: "https://api.github.com/repos/octo/porch/issues/41",
    id: 444500041,
    node_id: "MDU6SXNzdWU0NDQ1MDAwNDE=",
    title: "Spelling error in the README file",
    labels: [{ id: 1362934389, name: "bug", color: "d73a4a", default: true }],
    locked: false,
    assignee: null,
    created_at: "2026-11-30T15:20:18Z",
  },
};
const scripts = {
  chinese: "今天天气很好，我们去公园散步，然后在附近的餐馆吃午饭。关于这个项目的进展，请尽快回复我的邮件。",
  japanese: "本日はお忙しいところお集まりいただき、ありがとうございます。資料は後ほどメールでお送りします。",
  korean: "오늘 회의는 오후 세 시에 시작합니다. 자료를 미리 읽어 주세요.",
  russian: "Сегодня в три часа дня состоится встреча, пожалуйста, прочитайте документы заранее.",
  hindi: "आज की बैठक तीन बजे शुरू होगी, कृपया दस्तावेज़ पहले से पढ़ लें।",
  thai: "วันนี้การประชุมจะเริ่มเวลาบ่ายสามโมง กรุณาอ่านเอกสารล่วงหน้า",
  arabic: "سيبدأ الاجتماع اليوم في الساعة الثالثة، يرجى قراءة الوثائق مسبقا.",
};
const signs = "😀🎉🚀🔥👩‍👩‍👧‍👦🇵🇹💡🧪🦉📦";

export const texts = {
  prose: { text: prose, tokens: 66 },
  json: { text: JSON.stringify(event), tokens: 121 },
  "json in json": { text: JSON.stringify({ content: JSON.stringify(event) }), tokens: 130 },
  chinese: { text: scripts.chinese, tokens: 56 },
  japanese: { text: scripts.japanese, tokens: 48 },
  korean: { text: scripts.korean, tokens: 35 },
  russian: { text: scripts.russian, tokens: 46 },
  hindi: { text: scripts.hindi, tokens: 74 },
  thai: { text: scripts.thai, tokens: 100 },
  arabic: { text: scripts.arabic, tokens: 60 },
  emoji: { text: signs.repeat(5), tokens: 230 },
  "old script": { text: String.fromCodePoint(...Array.from({ length: 200 }, (_, n) => 0x12000 + n)), tokens: 798 },
  base64: { text: bytes.toString("base64"), tokens: 1220 },
  hex: { text: hex, tokens: 1485 },
  uuids: { text: JSON.stringify(uuids), tokens: 1988 },
  numbers: { text: JSON.stringify([...bytes].map((one, at) => one * 7919 * (at + 1))), tokens: 6129 },
  punctuation: { text: "{}[]();:,.<>/?!@#$%^&*-_=+|~`".repeat(10), tokens: 180 },
};
