/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

/** The file of the requirements; only their rows are checked. */
export const SECURITY_MAP = 'docs/security.md';

const ROW = /^\| (\d+\.\d+\.\d+) +\| (.+?) +\| (.+?) +\| (.*?) +\|$/gm;
const STATEMENT = /^\| ([a-z-]+ [\d.]+) +\|/gm;
const ATTACK_CLASS = /^ {2}name: '([^']+)'/gm;

/**
 * Each requirement is fulfilled with existing proofs, or has a reason why it isn't.
 * @param {SourceFile[]} files
 * @returns {{ problems: string[], note: string }}
 */
export function securityMap(files) {
  const paths = new Set(files.map(({ path }) => `\`${path}\``));
  const found = (/** @type {RegExp} */ pattern, /** @type {(path: string) => boolean} */ isHome) =>
    files.filter(({ path }) => isHome(path)).flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name));
  const statements = new Set(found(STATEMENT, (path) => path === 'docs/spec-coverage.md'));
  const attacks = new Set(
    found(ATTACK_CLASS, (path) => path.startsWith('e2e/attack/classes/')).map((name) => `attack: ${name}`),
  );
  /** @type {string[]} */
  const problems = [];
  const rows = [...(files.find(({ path }) => path === SECURITY_MAP)?.text ?? '').matchAll(ROW)];
  for (const [, id, , status, proof = ''] of rows) {
    if (rows.filter((row) => row[1] === id).length > 1) problems.push(`${SECURITY_MAP} has ${id} twice`);
    if (status === 'fulfilled')
      for (const each of proof.split(', '))
        if (!paths.has(each) && !statements.has(each) && !attacks.has(each))
          problems.push(`${SECURITY_MAP}: ${id} names ${each || 'no proof'}, which is not there`);
    if (status !== 'fulfilled' && status !== 'not applicable' && status !== 'open')
      problems.push(`${SECURITY_MAP}: ${id} has the status ${status}`);
    if (proof === '') problems.push(`${SECURITY_MAP}: ${id} has neither proof nor reason`);
  }
  return { problems, note: `${rows.length} requirements` };
}
