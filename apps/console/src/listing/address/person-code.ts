const SIGN = /[^A-Za-z0-9-]/g;
const ESCAPED = /_([0-9a-f]{4})/g;

/**
 * A person's subject, encoded for a filter in the URL: other providers' subjects have special characters (`auth0|…`, an
 * email).
 */
export function personCode(sub: string): string {
  const code = sub.replaceAll(SIGN, escaped);
  // A filter's text that begins with this word is an exclusion.
  return code === 'not' ? `${escaped('n')}ot` : code;
}

/** The subject of a code. */
export function personOfCode(code: string): string {
  return code.replaceAll(ESCAPED, (_all, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
}

function escaped(sign: string): string {
  return `_${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
