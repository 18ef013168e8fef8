/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

/** The home of the statements. */
export const COVERAGE = 'docs/spec-coverage.md';

const IS_PROOF = /\.test\.(tsx?|mjs)$|\.test-d\.ts$|\/testing\/[\w.-]*contract\.ts$|^e2e\/attack\/classes\//;
const ROW = /^\| ([a-z-]+ [\d.]+) +\| (.*?) +\|$/gm;
const REASON = /(?:^|\. )(?:Not testable|Nothing to prove): /;
const IDS = /\[([a-z-]+) (\d[\d.]*(?:, \d[\d.]*)*)\]/g;
/**
 * The first argument of `it`, `test`, `describe`, of the call after `.each(…)`, and of a shared suite; also the
 * coverage of a class of attacks.
 */
const TITLE =
  /(?:(?:\b(?:it|test|describe\w*|\w+Contract)(\.\w+)*|\))\(|^ {2}covers:)\s*(['"`])((?:(?!\2)[^\\\n]|\\.)*)\2/gm;

/**
 * The statements with the tests that name them, and their problems.
 * @param {SourceFile[]} files
 */
export function coverage(files) {
  const table = files.find(({ path }) => path === COVERAGE)?.text ?? '';
  const statements = [...table.matchAll(ROW)].map(([, id = '', statement = '']) => ({ id, statement }));
  const ids = statements.map(({ id }) => id);
  const { proofs, problems } = findProofs(files, new Set(ids));
  problems.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${COVERAGE} has ${id} twice`));
  for (const { id, statement } of statements) {
    const hasReason = REASON.test(statement);
    if (!proofs.has(id) && !hasReason) problems.push(`${id} is proved by no test and gives no reason: ${statement}`);
    if (proofs.has(id) && hasReason) problems.push(`${id} is proved by a test, so it needs no reason: ${statement}`);
  }
  return { statements, proofs, problems, note: `${ids.length} statements` };
}

/**
 * Number of titles that name each statement, by file.
 * @param {SourceFile[]} files
 * @param {Set<string>} known
 */
function findProofs(files, known) {
  /** @type {Map<string, Map<string, number>>} */
  const proofs = new Map();
  /** @type {string[]} */
  const problems = [];
  for (const { path, text } of files.filter((file) => IS_PROOF.test(file.path))) {
    const titles = [...text.matchAll(TITLE)].filter(([, mode]) => mode !== '.skip' && mode !== '.todo');
    const named = titles.flatMap(([, , , title]) => statementIds(`${title}`));
    for (const id of named) {
      if (!known.has(id)) problems.push(`${path} names ${id}, which ${COVERAGE} does not have`);
      const byFile = proofs.get(id) ?? new Map();
      proofs.set(id, byFile.set(path, (byFile.get(path) ?? 0) + 1));
    }
    const lost = statementIds(text).filter((id) => known.has(id) && !named.includes(id));
    problems.push(...lost.map((id) => `${path} names ${id} outside of the title of a test that runs`));
  }
  return { proofs, problems };
}

/** `[spec 4.2, 4.3] [ux 36]` is three statements. @param {string} text */
const statementIds = (text) =>
  [...text.matchAll(IDS)].flatMap(([, area, numbers]) => `${numbers}`.split(', ').map((number) => `${area} ${number}`));
