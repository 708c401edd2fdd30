// Zones by the names people give them: cities, countries of one zone, abbreviations, IANA names. Promises: a name that may be two
// places stays two. Refuses: to take an unknown place for the person's own.
import { matcher, type Matcher, type Meaning } from "./tokens.ts";
import { monthPattern, weekdayPattern } from "./words.ts";

/** Well known, and not the name of a zone; by zone. */
const further: Record<string, string> = {
  "Africa/Cairo": "egypt",
  "Africa/Johannesburg": "south africa|cape town|durban",
  "Africa/Lagos": "nigeria|abuja",
  "Africa/Nairobi": "kenya",
  "America/Argentina/Buenos_Aires": "argentina",
  "America/Bogota": "colombia",
  "America/Chicago": "dallas|houston|austin|minneapolis|new orleans|central time|ct|cdt",
  "America/Denver": "salt lake city|mountain time|mt|mst|mdt",
  "America/Halifax": "atlantic time",
  "America/Lima": "peru",
  "America/Los_Angeles": "la|l.a.|san francisco|seattle|san diego|las vegas|silicon valley|pacific time|pt|pst|pdt",
  "America/New_York":
    "nyc|new york city|boston|washington|washington dc|miami|philadelphia|atlanta|eastern time|et|est|edt",
  "America/Sao_Paulo": "são paulo|rio|rio de janeiro|brasilia|brasília|brt",
  "America/Toronto": "ottawa|montreal|montréal|quebec",
  "Asia/Bangkok": "thailand",
  "Asia/Dubai": "abu dhabi|uae",
  "Asia/Ho_Chi_Minh": "ho chi minh city|hanoi|vietnam",
  "Asia/Hong_Kong": "hongkong|hkt",
  "Asia/Jerusalem": "tel aviv|israel",
  "Asia/Kathmandu": "nepal",
  "Asia/Kolkata": "india|mumbai|bombay|delhi|new delhi|bangalore|bengaluru|chennai|hyderabad",
  "Asia/Manila": "philippines",
  "Asia/Seoul": "korea|south korea|kst",
  "Asia/Shanghai": "china|beijing|peking|shenzhen|guangzhou",
  "Asia/Singapore": "sgt",
  "Asia/Taipei": "taiwan",
  "Asia/Tokyo": "japan|osaka|kyoto|jst",
  "Asia/Yangon": "rangoon|myanmar",
  "Australia/Brisbane": "queensland",
  "Australia/Lord_Howe": "lord howe island",
  "Australia/Sydney": "canberra|aest|aedt",
  "Europe/Amsterdam": "netherlands|the netherlands|the hague|rotterdam",
  "Europe/Athens": "greece|eet|eest",
  "Europe/Berlin": "germany|munich|münchen|hamburg|frankfurt|cologne|köln|stuttgart|cet|cest",
  "Europe/Brussels": "belgium",
  "Europe/Budapest": "hungary",
  "Europe/Copenhagen": "denmark",
  "Europe/Dublin": "ireland",
  "Europe/Helsinki": "finland",
  "Europe/Istanbul": "turkey|ankara",
  "Europe/Kyiv": "kiev|ukraine",
  "Europe/Lisbon": "porto|lisboa|wet|west|mainland portugal",
  "Europe/London": "uk|the uk|england|britain|great britain|edinburgh|manchester|scotland|wales|bst",
  "Europe/Madrid": "barcelona|valencia|seville",
  "Europe/Oslo": "norway",
  "Europe/Paris": "france|lyon|marseille",
  "Europe/Prague": "czechia",
  "Europe/Rome": "italy|milan|milano|roma|naples|florence|venice",
  "Europe/Stockholm": "sweden|gothenburg",
  "Europe/Vienna": "austria|wien",
  "Europe/Warsaw": "poland|krakow",
  "Europe/Zurich": "switzerland|zürich|geneva|basel|bern",
  "Pacific/Auckland": "new zealand|wellington|nzt|nzst|nzdt",
  "Pacific/Honolulu": "hawaii|hst",
  UTC: "utc|gmt|z|zulu",
};

/** One name, several places. */
const shared: Record<string, readonly string[]> = {
  ist: ["Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"],
  cst: ["America/Chicago", "Asia/Shanghai"],
  ast: ["America/Halifax", "Asia/Riyadh"],
  portugal: ["Europe/Lisbon", "Atlantic/Azores"],
  spain: ["Europe/Madrid", "Atlantic/Canary"],
  brazil: ["America/Sao_Paulo", "America/Manaus"],
  mexico: ["America/Mexico_City", "America/Tijuana"],
  canada: ["America/Toronto", "America/Winnipeg", "America/Edmonton", "America/Vancouver"],
  australia: ["Australia/Sydney", "Australia/Brisbane", "Australia/Adelaide", "Australia/Perth"],
  usa: ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"],
};
for (const name of ["us", "the us", "america", "the usa"]) shared[name] = shared.usa ?? [];

/** Short ones are words of other meanings too: only in capitals. */
const short = /^[a-z]{1,4}$/;
const longEnough = new Set([
  "lima",
  "oslo",
  "rome",
  "rio",
  "baku",
  "doha",
  "suva",
  "guam",
  "bern",
  "adak",
  "wien",
  "roma",
  "lyon",
]);

const byName = allNames();

function allNames(): Map<string, string> {
  const known = new Map<string, string>();
  for (const zone of Intl.supportedValuesOf("timeZone")) known.set(zoneName(zone).toLowerCase(), zone);
  for (const [zone, names] of Object.entries(further)) {
    known.set(zoneName(zone).toLowerCase(), zone);
    for (const name of names.split("|")) known.set(name, zone);
  }
  return known;
}

/** "Lisbon" of "Europe/Lisbon", "UTC+2" of "Etc/GMT-2": what a person calls the clock. */
export function zoneName(zone: string): string {
  const offset = /^Etc\/GMT([+-])(\d{1,2})$/.exec(zone);
  if (offset !== null) return `UTC${offset[1] === "+" ? "-" : "+"}${offset[2]}`;
  if (/^(?:Etc\/)?(?:UTC|GMT|UCT|Zulu|Universal)$/.test(zone)) return "UTC";
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The zones a name may mean; none for one that is not known. */
function zonesOf(name: string): string[] {
  const low = name.toLowerCase().replace(/\s+/g, " ");
  if (short.test(low) && !longEnough.has(low) && name !== name.toUpperCase()) return [];
  const several = shared[low];
  if (several !== undefined) return [...several];
  const one = byName.get(low);
  return one === undefined ? [] : [one];
}

const zone = (name: string, zones: readonly string[]): Meaning => ({
  kind: "zone",
  name,
  zones: zones.map((one) => ({ zone: one, name: zoneName(one) })),
});

const word = "[\\p{L}][\\p{L}.'’-]{0,40}";
const notPlaces = new RegExp(`^(?:${monthPattern}|${weekdayPattern}|I|The|My|Case|Order|Person|Time)$`, "i");

/** The longest beginning of these words that names a place; where none does, the first capitalised ones as an unknown place. */
function placed(words: string): { meaning: Meaning; length: number } | null {
  const parts = [...words.matchAll(new RegExp(word, "gu"))];
  for (let n = Math.min(4, parts.length); n > 0; n--) {
    const last = parts[n - 1];
    if (last === undefined) continue;
    const name = words.slice(0, last.index + last[0].length).replace(/[.'’]+$/, "");
    const zones = zonesOf(name);
    if (zones.length > 0) return { meaning: zone(name, zones), length: name.length };
  }
  const unknown = /^\p{Lu}[\p{L}'’-]{0,40}(?:\s\p{Lu}[\p{L}'’-]{0,40}){0,2}/u.exec(words)?.[0];
  if (unknown === undefined || notPlaces.test(unknown.split(/\s/)[0] ?? "")) return null;
  return { meaning: zone(unknown, []), length: unknown.length };
}

const afterIn = new RegExp(`in\\s{1,3}(${word}(?:\\s${word}){0,3})`, "uy");
const beforeTime = new RegExp(`(?:in\\s{1,3})?(${word}(?:\\s${word}){0,2}?)\\s{1,3}time(?![\\p{L}])`, "uy");

export const zoneWords: Matcher[] = [
  matcher("(?:(?:by|in|on)\\s{1,3})?(?:my|local)\\s{1,3}(?:own\\s{1,3})?(?:time|clock)(?:\\s?zone)?|here", () => ({
    kind: "zone",
    name: "here",
    zones: [{ zone: null, name: "here" }],
  })),
  // No zone is a half hour away from the others without being a place's.
  matcher("(?:in\\s{1,3})?\\(?((?:UTC|GMT)\\s?[+-]\\s?\\d{1,2}:?(?:[1-5]\\d|0[1-9]))\\)?", ([, name = ""]) =>
    zone(name, []),
  ),
  matcher("(?:in\\s{1,3})?\\(?(?:UTC|GMT)\\s?([+-])\\s?(\\d{1,2})(?::?00)?(?!:?\\d)\\)?", ([all, sign, hours = ""]) => {
    const id = `Etc/GMT${sign === "+" ? "-" : "+"}${Number(hours)}`;
    return zone(all.replace(/^in\s+/i, ""), Number(hours) === 0 ? ["UTC"] : isZone(id) ? [id] : []);
  }),
  matcher("(?:in\\s{1,3})?\\(?([a-z]{2,20}(?:/[a-z_+-]{2,30}\\d{0,2}){1,2})\\)?", ([, id = ""]) => {
    const found = Intl.supportedValuesOf("timeZone").find((one) => one.toLowerCase() === id.toLowerCase());
    return found !== undefined ? zone(id, [found]) : isZone(id) ? zone(id, [id]) : null;
  }),
];

export interface Place {
  meaning: Meaning;
  end: number;
  /** It says itself that it is a clock: "Lisbon time", "CET". */
  clock: boolean;
}

/** Read only beside a time, because "in Lisbon" is a place as often as a clock. */
export function placeAt(text: string, at: number): Place | null {
  beforeTime.lastIndex = at;
  const name = beforeTime.exec(text)?.[1];
  if (name !== undefined) {
    const zones = [name, `${name} time`].map(zonesOf).find((found) => found.length > 0);
    if (zones !== undefined) return { meaning: zone(name, zones), end: beforeTime.lastIndex, clock: true };
  }
  afterIn.lastIndex = at;
  const found = afterIn.exec(text);
  if (found !== null) {
    const words = found[1] ?? "";
    const place = placed(words);
    const end = at + found[0].length - words.length;
    return place === null ? null : { meaning: place.meaning, end: end + place.length, clock: false };
  }
  const bare = /^\(?([A-Z]{1,4})\)?(?![\p{L}\d])/u.exec(text.slice(at, at + 8));
  const zones = zonesOf(bare?.[1] ?? "");
  if (bare === null || zones.length === 0) return null;
  return { meaning: zone(bare[1] ?? "", zones), end: at + bare[0].length, clock: true };
}
