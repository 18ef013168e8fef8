// `npm run check`: format, lint, types, import law, dead code and the other laws of docs/architecture.md. Prints one
// line per step, and the problems of a failing one. `check.mjs NAME…` runs only the named steps.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { passes, runNode } from './checks/command.mjs';
import { contractProblems } from './checks/contract.mjs';
import { coverage } from './checks/coverage.mjs';
import { documentProblems } from './checks/documents.mjs';
import { checkImportLaw, checkImportLawBites } from './checks/import-law.mjs';
import { KIT_NOUN_VIOLATIONS } from './checks/kit-nouns.mjs';
import {
  COVERAGE_VIOLATIONS,
  DOCUMENT_VIOLATIONS,
  LINT_VIOLATIONS,
  REACHABILITY_VIOLATIONS,
  SECURITY_MAP_VIOLATIONS,
  SOURCE_VIOLATIONS,
} from './checks/law-fixtures.mjs';
import { lockfileProblems } from './checks/lockfile.mjs';
import { messageProblems } from './checks/messages.mjs';
import { MIGRATION_VIOLATIONS } from './checks/migration-fixtures.mjs';
import { migrationProblems } from './checks/migrations.mjs';
import { reachability } from './checks/reachability.mjs';
import { REGEX_VIOLATIONS, regexProblems } from './checks/regexes.mjs';
import { securityMap } from './checks/security-map.mjs';
import { SIZE_VIOLATION, sizeOf, sizeProblems } from './checks/size.mjs';
import { ROOT, sourceFiles } from './checks/source-files.mjs';
import { SOURCE_LAWS } from './checks/source-laws.mjs';
import { TRANSLATION_VIOLATIONS, translationProblems } from './checks/translations.mjs';
import { uncaughtTerms, voice } from './checks/voice.mjs';
import { VOICE_VIOLATIONS } from './checks/voice-fixtures.mjs';
import { walksOf } from './checks/walks.mjs';
import { thirdPartyProblems } from './package/third-party.mjs';

/** @typedef {{ problems: string[], note?: string }} Outcome */

const bin = (/** @type {string} */ path) => join('node_modules', path);
/**
 * With one checker: each further one processes the shared files again, which doubles the work, and steps already run in
 * parallel.
 */
const tsc = (/** @type {string} */ project) => passes([bin('typescript/bin/tsc'), '-p', project, '--checkers', '1']);
const files = sourceFiles();

// The console's typed operations must exist before any step reads its code.
const { code, output } = await runNode(['scripts/codegen.mjs']);
if (code !== 0) {
  console.error(output);
  process.exit(1);
}

/** @type {Record<string, () => Outcome | Promise<Outcome>>} Longest first: two run at a time. */
const STEPS = {
  'states fresh': passes(['--conditions=source', 'apps/server/src/db/generate-states.ts', '--verify']),
  'fragments fresh': passes(['--conditions=source', 'apps/console/record-fragments.ts', '--verify']),
  'database types fresh': passes(['--conditions=source', 'apps/server/src/db/generate-types.ts', '--verify']),
  'dead code': passes([bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints']),
  'format and lint': passes([
    bin('@biomejs/biome/bin/biome'),
    'ci',
    '--colors=off',
    '--error-on-warnings',
    '--max-diagnostics=50',
  ]),
  'types: console': tsc('apps/console'),
  'types: server': tsc('apps/server'),
  'types: e2e, bench': tsc('e2e'),
  'import law': () => checkImportLaw(files),
  'import law bites': checkImportLawBites,
  'schema fresh': () => contractProblems(),
  'lint bites': lintBites,
  'regular expressions': () => ({ problems: regexProblems(files) }),
  'regular expressions bite': () => bites(REGEX_VIOLATIONS, regexProblems),
  'source laws': () => ({
    problems: SOURCE_LAWS.flatMap(({ problems }) => problems(files)),
    note: `${files.length} files`,
  }),
  'source laws bite': sourceLawsBite,
  migrations: () => ({ problems: migrationProblems(files) }),
  'migrations bite': () => bites(MIGRATION_VIOLATIONS, migrationProblems),
  messages: () => ({ problems: messageProblems(files) }),
  translations: () => ({ problems: translationProblems(files) }),
  'translations bite': () => bites(TRANSLATION_VIOLATIONS, translationProblems),
  reachability: () => reachability(files),
  'reachability bites': reachabilityBites,
  walks: () => ({ problems: walksOf(files).flatMap(({ problems }) => problems) }),
  lockfile: () => ({ problems: lockfileProblems() }),
  'third parties fresh': () => ({ problems: thirdPartyProblems(ROOT) }),
  documents: () => ({ problems: documentProblems(files) }),
  'documents bite': () => bites(DOCUMENT_VIOLATIONS, documentProblems),
  coverage: () => coverage(files),
  'security map': () => securityMap(files),
  'security map bites': () => bites(SECURITY_MAP_VIOLATIONS, (broken) => securityMap(broken).problems),
  voice: () => voice(files),
  'voice bites': voiceBites,
  size: () => ({ problems: sizeProblems(files), note: JSON.stringify(sizeOf(files)).replaceAll(/[{}"]/g, '') }),
  'size bites': sizeBites,
  'coverage bites': () => bites(COVERAGE_VIOLATIONS, (broken) => coverage(broken).problems),
};

/** @returns {Outcome} */
function sourceLawsBite() {
  const violations = [...SOURCE_VIOLATIONS, ...KIT_NOUN_VIOLATIONS];
  const missed = violations.filter(
    ({ law, file, code: text, beside = {} }) =>
      !SOURCE_LAWS.find(({ name }) => name === law)?.problems([
        { path: file, text },
        ...Object.entries(beside).map(([path, other]) => ({ path, text: other })),
      ]).length,
  );
  const bare = SOURCE_LAWS.filter(({ name }) => !violations.some(({ law }) => law === name));
  return {
    problems: [
      ...missed.map(({ law, file }) => `${law} did not catch its violation ${file}`),
      ...bare.map(({ name }) => `${name} has no deliberate violation in law-fixtures.mjs`),
    ],
    note: `${violations.length} violations caught`,
  };
}

/** @returns {Outcome} */
function reachabilityBites() {
  const missed = REACHABILITY_VIOLATIONS.filter(([path, words, expected]) => {
    const broken = files.map((file) => (file.path === path ? { path, text: file.text.replaceAll(words, '') } : file));
    return !reachability(broken).problems.some((problem) => problem.startsWith(expected));
  });
  return {
    problems: missed.map(([path, words]) => `${path} without "${words}" was not noticed`),
    note: `${REACHABILITY_VIOLATIONS.length} violations caught`,
  };
}

/** @returns {Outcome} */
function sizeBites() {
  const grown = sizeProblems([
    ...files,
    ...SIZE_VIOLATION,
    ...Array.from({ length: 1_000 }, (_, at) => ({ path: `packages/ui/src/${at}.ts`, text: '' })),
  ]);
  const missed = Object.keys(sizeOf([])).filter((name) => !grown.some((problem) => problem.startsWith(`${name}:`)));
  return { problems: missed.map((name) => `${name} may grow unnoticed`) };
}

/** @returns {Outcome} */
function voiceBites() {
  const { problems, note } = bites(VOICE_VIOLATIONS, (broken) => voice(broken).problems);
  return { problems: [...problems, ...uncaughtTerms()], note };
}

/**
 * @template T
 * @param {{ files: T, expected: string[] }} violations
 * @param {(broken: T) => string[]} problemsOf
 * @returns {Outcome}
 */
function bites({ files: broken, expected }, problemsOf) {
  const found = problemsOf(broken);
  return {
    problems: [
      ...expected.filter((words) => !found.some((problem) => problem.includes(words))),
      ...found.filter((problem) => !expected.some((words) => problem.includes(words))),
    ],
    note: `${expected.length} violations caught`,
  };
}

/** @returns {Promise<Outcome>} */
async function lintBites() {
  const scratch = join('.cache', `lint-violations-${process.pid}`);
  mkdirSync(join(ROOT, scratch), { recursive: true });
  writeFileSync(join(ROOT, scratch, 'violation.ts'), Object.values(LINT_VIOLATIONS).join(''));
  const options = ['--colors=off', '--max-diagnostics=50', '--vcs-enabled=false'];
  const answer = await runNode([bin('@biomejs/biome/bin/biome'), 'lint', ...options, scratch]);
  rmSync(join(ROOT, scratch), { recursive: true, force: true });
  const rules = Object.keys(LINT_VIOLATIONS);
  return {
    problems: rules.filter((rule) => !answer.output.includes(`lint/${rule}`)).map((rule) => `${rule} is not refused`),
    note: `${rules.length} violations caught`,
  };
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const queue = Object.entries(STEPS).filter(
  ([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
/** @type {{ name: string, passed: boolean, seconds: number, problems: string[] }[]} */
const results = [];
const startedAt = performance.now();

async function work() {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [name, step] = next;
    const begun = performance.now();
    /** @type {Outcome} */
    let outcome;
    try {
      outcome = await step();
    } catch (error) {
      outcome = { problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
    }
    const seconds = (performance.now() - begun) / 1000;
    const passed = outcome.problems.length === 0;
    const note = passed && outcome.note ? ` (${outcome.note})` : '';
    console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(20)} ${seconds.toFixed(1).padStart(5)} s${note}`);
    for (const problem of outcome.problems) console.log(problem.replaceAll(/^/gm, '     '));
    results.push({ name, passed, seconds, problems: outcome.problems.slice(0, 1) });
  }
}
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));

const failed = results.filter((result) => !result.passed).length;
mkdirSync(join(ROOT, 'artifacts'), { recursive: true });
writeFileSync(join(ROOT, 'artifacts', 'check.json'), JSON.stringify(results, null, 2));
console.log(
  `check: ${results.length - failed} passed, ${failed} failed, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
);
process.exitCode = failed === 0 ? 0 : 1;
