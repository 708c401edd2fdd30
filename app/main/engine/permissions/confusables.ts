// Letters that look like Latin ones, and the skeleton under which two look-alike hosts are the same. Promises: pure, for short
// texts. Refuses: to be complete; it holds what addresses are forged with, letters of other scripts that pass at a glance.

/** Each pair: the look-alike, then what it looks like. */
const pairs =
  "аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ӏl ѵv ԍg ѡw ҽe өo" +
  " αa οo νv ρp ιi κk υu γy χx ϲc ϳj ωw" +
  " օo ոn սu հh ցg զq ղn ւl ѳo" +
  " ıi ɡg ɑa łl øo đd ħh ŧt ɩi ʟl ʀr ɴn ɢg ʙb ƅb ɵo ʋu";

/** Those that pass at a glance only beside others. */
const rough = "кk мm тt вb нh гr пn ьb τt εe ηn βb";

const mapOf = (text: string) => new Map(text.split(" ").map((pair) => [pair.charAt(0), pair.charAt(1)] as const));
const close = mapOf(pairs);
const loose = new Map([...close, ...mapOf(rough)]);

const stripped = (text: string) => text.normalize("NFKD").toLowerCase().replaceAll(/\p{M}/gu, "");

/** Whether every letter beyond ASCII passes for a Latin one, and there is one that is not Latin itself. */
export function poses(label: string, closely: boolean): boolean {
  const map = closely ? close : loose;
  const others = Array.from(stripped(label)).filter((one) => one > "\u007f");
  return others.some((one) => !/\p{Script=Latin}/u.test(one)) && others.every((one) => map.has(one));
}

/** What the eye makes of it: accents dropped, look-alikes replaced, `rn` read as `m`, `1` and `i` as `l`. */
export function skeleton(text: string): string {
  const plain = /^[\u0021-\u007e]*$/.test(text)
    ? text.toLowerCase()
    : Array.from(stripped(text), (one) => loose.get(one) ?? one).join("");
  return plain.replaceAll("rn", "m").replaceAll("vv", "w").replaceAll(/[1i|]/g, "l").replaceAll("0", "o");
}
