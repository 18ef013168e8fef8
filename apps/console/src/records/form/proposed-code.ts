const MAX = 24;
const MIN = 3;

/**
 * A code from a title, cut between words: "Été à Paris" becomes "ETE-A-PARIS". Empty for a title with less than three
 * Latin letters or digits.
 */
export function proposedCode(title: string | null): string {
  const plain = (title ?? '').normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  let code = '';
  for (const word of plain.match(/[A-Z0-9]+/g) ?? []) {
    const next = code === '' ? word.slice(0, MAX) : `${code}-${word}`;
    if (next.length > MAX) break;
    code = next;
  }
  return code.length < MIN ? '' : code;
}

/** The code for a new title: null where the person has chosen another one. */
export function codeAfter(before: string | null, code: string | null, title: string | null): string | null {
  return (code ?? '') === proposedCode(before) ? proposedCode(title) : null;
}
