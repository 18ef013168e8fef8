// `npm test`: check, build, unit and integration tests, end to end in a real browser. Ends with `N passed, N failed`.
//   --long       full sizes (`npm run test:long`)
//   REQUIRE_ALL=1  a test that would be skipped for want of an optional program fails instead
// Each part's output also goes to artifacts/.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const ARTIFACTS = join(ROOT, 'artifacts');
const isLong = process.argv.includes('--long');
const requiresAll = process.env.REQUIRE_ALL === '1';
/** Every process of this run carries it, so that one left behind can be found. */
const runId = randomUUID();

const VITEST = 'node_modules/vitest/vitest.mjs';
const vitest = (/** @type {string} */ name, /** @type {string[]} */ args) => [
  VITEST,
  'run',
  ...args,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(ARTIFACTS, `${name}.json`)}`,
];

/** @typedef {{ passed: number, failed: number, skipped?: number }} Tally */

/** @typedef {{ name: string, args: string[], tally: (code: number) => Tally }} Part */

/**
 * One after the other; parts of one row at the same time. The end-to-end tests wait for a browser most of their time, so those that share a
 * product and those that start what they need go side by side.
 * @type {Part[][]}
 */
const ROWS = [
  [{ name: 'check', args: ['scripts/check.mjs'], tally: (code) => tallyOfSteps('check', code) }],
  [{ name: 'build', args: ['scripts/build.mjs'], tally: (code) => (code === 0 ? one(1, 0) : one(0, 1)) }],
  [{ name: 'packages', args: ['scripts/check-packages.mjs'], tally: (code) => tallyOfSteps('packages', code) }],
  [{ name: 'tests', args: vitest('tests', []), tally: (code) => tallyOfVitest('tests', code) }],
  ['e2e-shared', 'e2e-alone'].map((name) => ({
    name,
    args: vitest(name, ['--config', 'e2e/vitest.config.ts']),
    tally: (/** @type {number} */ code) => tallyOfVitest(name, code),
  })),
];

const one = (/** @type {number} */ passed, /** @type {number} */ failed) => ({ passed, failed });
const readJson = (/** @type {string} */ name) => JSON.parse(readFileSync(join(ARTIFACTS, `${name}.json`), 'utf8'));

/** @param {string} name @param {number} code @returns {Tally} */
function tallyOfSteps(name, code) {
  try {
    const results = readJson(name);
    const failed = results.filter((/** @type {{passed: boolean}} */ result) => !result.passed).length;
    return { passed: results.length - failed, failed: code !== 0 && failed === 0 ? 1 : failed };
  } catch {
    return one(0, 1);
  }
}

/**
 * A suite that failed before its first test, and a run that failed beyond its tests, count as one failure each.
 * @param {string} name @param {number} code @returns {Tally}
 */
function tallyOfVitest(name, code) {
  let report;
  try {
    report = readJson(name);
  } catch {
    return one(0, 1);
  }
  const brokenSuites = report.testResults.filter(
    (/** @type {{status: string, assertionResults: {status: string}[]}} */ suite) =>
      suite.status === 'failed' && !suite.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  const skipped = report.numPendingTests + report.numTodoTests;
  let failed = report.numFailedTests + brokenSuites + (requiresAll ? skipped : 0);
  if (code !== 0 && failed === 0) failed = 1;
  return { passed: report.numPassedTests, failed, skipped };
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs one part in a process group of its own. What a quiet one says is shown at its end.
 * @param {string} name @param {string[]} args @param {boolean} isQuiet @returns {Promise<number>}
 */
function run(name, args, isQuiet) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      env: {
        ...process.env,
        BACKCOUNTER_TEST_RUN: runId,
        TEST_LONG: isLong ? '1' : '',
        REQUIRE_ALL: requiresAll ? '1' : '',
        NODE_NO_WARNINGS: '1',
        E2E_PART: name.startsWith('e2e-') ? name.slice('e2e-'.length) : '',
      },
    });
    running.add(child);
    /** @type {Buffer[]} */
    const log = [];
    for (const [stream, target] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]))
      stream.on('data', (/** @type {Buffer} */ chunk) => {
        log.push(chunk);
        if (!isQuiet) target.write(chunk);
      });
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      writeFileSync(join(ARTIFACTS, `${name}.log`), Buffer.concat(log));
      if (isQuiet) process.stdout.write(Buffer.concat(log));
      resolve(code ?? 1);
    });
  });
}

/** Processes of this run that are still there. Known on Linux only. */
function leftovers() {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .flatMap((entry) => {
      try {
        if (!readFileSync(`/proc/${entry}/environ`, 'utf8').includes(runId)) return [];
        const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return command === '' ? [] : [{ pid: Number(entry), command: command.slice(0, 120) }];
      } catch {
        return []; // It has ended meanwhile, or belongs to somebody else.
      }
    });
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => {
    for (const { pid } of running)
      if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, signal);
    process.exitCode = 130;
  });

rmSync(ARTIFACTS, { recursive: true, force: true });
mkdirSync(ARTIFACTS, { recursive: true });
const startedAt = performance.now();
const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const summary = [];
for (const parts of ROWS) {
  if (process.exitCode === 130) break;
  console.log(`\n── ${parts.map(({ name }) => name).join(', ')} (${seconds()})`);
  await Promise.all(
    parts.map(async ({ name, args, tally }, at) => {
      const { passed, failed, skipped = 0 } = tally(await run(name, args, at > 0));
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped;
      summary.push(`${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
    }),
  );
}

await new Promise((resolve) => setTimeout(resolve, 500));
const left = leftovers();
for (const { pid, command } of left) {
  console.log(`left running: ${pid} ${command}`);
  process.kill(pid, 'SIGKILL');
}
if (left.length > 0) total.failed += 1;
else total.passed += 1;

console.log(`\n${summary.join('\n')}\n${left.length === 0 ? 'nothing' : 'something'} left running; took ${seconds()}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode ||= total.failed === 0 ? 0 : 1;
