// Whether a text is a secret in clear. Promises: pure, linear; what is surely one is told from what may be. Refuses: to repeat it.

/** Shapes that services give their keys so that they are found. */
const shapes = [
  /(^|[^A-Za-z0-9])(gh[pousr]_[A-Za-z0-9]{20}|github_pat_[A-Za-z0-9_]{20}|glpat-[A-Za-z0-9_-]{16}|npm_[A-Za-z0-9]{30})/,
  /(^|[^A-Za-z0-9])(sk-[A-Za-z0-9_-]{16}|[rs]k_(live|test)_[A-Za-z0-9]{16}|hf_[A-Za-z0-9]{20}|xox[abeoprs]-[A-Za-z0-9-]{10})/,
  /(^|[^A-Za-z0-9])(AKIA[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{30}|lin_api_[A-Za-z0-9]{16}|ntn_[A-Za-z0-9]{20}|dop_v1_[a-f0-9]{30})/,
  /(^|[^A-Za-z0-9])(shpat_[a-f0-9]{20}|figd_[A-Za-z0-9_-]{20}|tvly-[A-Za-z0-9-]{20}|SG\.[A-Za-z0-9_-]{16}\.|pypi-[A-Za-z0-9_-]{20})/,
  /(^|[^A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,2000}\./,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/,
  /^[a-z][a-z0-9+.-]{1,30}:\/\/[^/?#\s:@]{0,200}:[^/?#\s@]{1,200}@/i,
  /\b(bearer|basic)\s{1,4}[A-Za-z0-9+/_=.-]{16}/i,
];

/** Surely a secret: of a shape that nothing else has. */
export const isSecret = (value: string): boolean => shapes.some((shape) => shape.test(value.slice(0, 8000)));

const names =
  /(^|[_.-])(keys?|apikey|tokens?|secrets?|pass|passw(or)?d|pwd|passphrase|credentials?|auth|authorization|pat|cookie|dsn|jwt)([_.-]|$)/i;
/** `OPENAI_APIKEY`, `accessToken`. */
const endings = /(api_?key|token|secret|password|passphrase)$/i;

/** Perhaps a secret: by the name it has, or because nobody would write it by hand. */
export function maySecret(name: string, value: string): boolean {
  if (isSecret(value)) return true;
  if (/^(true|false|yes|no|on|off|\d{1,8})$/i.test(value)) return false;
  if (names.test(name) || endings.test(name)) return !/^(\/|~\/|\.{1,2}\/|[A-Za-z]:\\)/.test(value);
  return /^[A-Za-z0-9+/_=-]{24,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && !/^[/.~]/.test(value);
}
