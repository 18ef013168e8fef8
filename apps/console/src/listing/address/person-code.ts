const SIGN = /[^A-Za-z0-9-]/g;
const ESCAPED = /_([0-9a-f]{4})/g;

/** A person's subject as a filter in the address may hold it: other providers' subjects have signs in them (`auth0|…`, an e-mail). */
export function personCode(sub: string): string {
  const code = sub.replaceAll(SIGN, escaped);
  // A filter's text that begins with this word excludes what follows.
  return code === 'not' ? `${escaped('n')}ot` : code;
}

/** The subject of a code. */
export function personOfCode(code: string): string {
  return code.replaceAll(ESCAPED, (_all, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
}

function escaped(sign: string): string {
  return `_${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
