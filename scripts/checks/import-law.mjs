import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { IMPORT_VIOLATIONS } from './law-fixtures.mjs';
import { ROOT } from './source-files.mjs';

const config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
const ROOMS = ['apps', 'packages', 'e2e', 'bench', 'scripts'];
const LOOKS_LIKE_IMPORT = /^(?:import|export)\s[^;]*?\sfrom\s+['"]|^import\s+['"]/m;

/** @param {string} baseDir @param {string[]} rooms */
async function judge(baseDir, rooms) {
  const { output } = await cruise(
    rooms,
    { ...config.options, baseDir, validate: true, ruleSet: { forbidden: config.forbidden } },
    config.options.enhancedResolveOptions,
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser answered text where data was expected');
  return output;
}

/**
 * The import law on the tree. Also fails when the cruiser skipped a file, or saw no import in a file that has some: a
 * parser that silently reads nothing would pass otherwise.
 * @param {import('./source-files.mjs').SourceFile[]} files
 */
export async function checkImportLaw(files) {
  const { modules, summary } = await judge(ROOT, ROOMS);
  const problems = summary.violations.map(
    ({ rule, from, to, cycle }) =>
      `${rule.name}: ${from} -> ${cycle ? cycle.map((step) => step.name).join(' -> ') : to} (${commentOf(rule.name)})`,
  );
  const seen = new Map(modules.map((module) => [module.source, module]));
  const expected = files.filter(({ path }) => /^(apps|packages|e2e|bench|scripts)\/.*\.(tsx?|mjs)$/.test(path));
  for (const { path, text } of expected) {
    const module = seen.get(path);
    if (!module) problems.push(`the import law did not read ${path}`);
    else if (!path.endsWith('law-fixtures.mjs') && LOOKS_LIKE_IMPORT.test(text) && module.dependencies.length === 0)
      problems.push(`the import law saw no import in ${path}, which has some`);
  }
  return { problems, note: `${expected.length} modules, ${config.forbidden.length} laws` };
}

/** @param {string} name */
const commentOf = (name) => config.forbidden.find((/** @type {{name: string}} */ rule) => rule.name === name)?.comment;

/** Every law catches its deliberate violation; a law without one is a problem. */
export async function checkImportLawBites() {
  const tree = join(ROOT, '.cache', `law-fixtures-${process.pid}`);
  /** @type {string[]} */
  const problems = [];
  try {
    for (const violation of IMPORT_VIOLATIONS)
      for (const [path, text] of Object.entries({ ...violation.beside, [violation.file]: violation.code })) {
        mkdirSync(dirname(join(tree, path)), { recursive: true });
        writeFileSync(join(tree, path), text);
      }
    writeFileSync(join(tree, 'package.json'), '{"name":"law-fixtures","type":"module"}');
    for (const workspace of ['apps/server', 'apps/console', 'packages/ui'])
      writeFileSync(join(tree, workspace, 'package.json'), '{"name":"law-fixture","type":"module"}');
    const { summary } = await judge(tree, ['apps', 'packages', 'e2e']);
    const caught = new Set(
      summary.violations.flatMap(({ rule, from, cycle }) =>
        [from, ...(cycle ?? []).map((step) => step.name)].map((file) => `${rule.name} ${file}`),
      ),
    );
    for (const { law, file } of IMPORT_VIOLATIONS)
      if (!caught.has(`${law} ${file}`)) problems.push(`${law} did not catch its violation in ${file}`);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
  const covered = new Set(IMPORT_VIOLATIONS.map(({ law }) => law));
  for (const { name } of config.forbidden)
    if (!covered.has(name)) problems.push(`${name} has no deliberate violation in law-fixtures.mjs`);
  return { problems, note: `${IMPORT_VIOLATIONS.length} violations caught` };
}
