// `npm test`: check, build, unit and integration tests, end to end in a real browser. Ends with `N passed, N failed`.
//   --all        also benchmarks in their short form, attacks and the slow suites, `*.slow.test.*` (`npm run test:all`)
//   --long       all of them in full sizes, and the quick tests at other dates (`npm run test:long`)
//   REQUIRE_ALL=1  a test whose optional program is missing fails instead of being skipped
// The output of each part is also written to artifacts/, and the durations of parts and files to artifacts/seconds.json.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { namesOfFailures, outcomeOfCommand, outcomeOfSteps, outcomeOfVitest, secondsOfFiles } from './test-report.mjs';

const ROOT = join(import.meta.dirname, '..');
const ARTIFACTS = join(ROOT, 'artifacts');
const isLong = process.argv.includes('--long');
const isAll = isLong || process.argv.includes('--all');
const requiresAll = process.env.REQUIRE_ALL === '1';
/** Every process of this run has it in its environment, so that a leftover can be found. */
const runId = randomUUID();

const TYPESCRIPT = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
const VITEST = 'node_modules/vitest/vitest.mjs';
const vitest = (/** @type {string} */ name, /** @type {string[]} */ args) => [
  VITEST,
  'run',
  ...args,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(ARTIFACTS, `${name}.json`)}`,
];

/** @typedef {import('./test-report.mjs').Outcome} Outcome */

/**
 * A part; one with a `clock` begins at that instant, in that time zone.
 * @typedef {{ name: string, args: string[], outcome: (code: number, log: string) => Outcome, clock?: [instant: string, zone: string] }} Part
 */

/** @type {[name: string, instant: string, zone: string][]} */
const CLOCKS = [
  ['year-end', '2026-12-31T23:57:00Z', 'UTC'],
  ['leap-day', '2028-02-29T12:00:00Z', 'UTC'],
  ['summer-time', '2027-03-28T00:57:00Z', 'Europe/Berlin'],
  ['winter-time', '2027-10-31T00:57:00Z', 'Europe/Berlin'],
];

/** Run one after another. @type {Part[]} */
const PARTS = [
  { name: 'check', args: ['scripts/check.mjs'], outcome: ofSteps('check') },
  { name: 'build', args: ['scripts/build.mjs'], outcome: (code, log) => outcomeOfCommand('build', code, log) },
  { name: 'packages', args: ['scripts/check-packages.mjs'], outcome: ofSteps('packages') },
  { name: 'tests', args: vitest('tests', []), outcome: ofVitest('tests') },
  ...(isLong ? CLOCKS : []).map(
    /** @returns {Part} */
    ([name, ...clock]) => ({ name, args: vitest(name, []), outcome: ofVitest(name), clock }),
  ),
  ...(isAll
    ? [
        { name: 'bench', args: [...TYPESCRIPT, 'bench/run.ts', '--short', 'all'], outcome: ofSteps('bench') },
        { name: 'attack', args: [...TYPESCRIPT, 'e2e/attack/run.ts'], outcome: ofSteps('attack') },
      ]
    : []),
  { name: 'e2e', args: vitest('e2e', ['--config', 'e2e/vitest.config.ts']), outcome: ofVitest('e2e') },
];
/**
 * A browser and its product keep a CPU busy; with more of them, requests are rejected, as they should be on an
 * overloaded machine.
 */
const E2E_WORKERS = Math.min(4, availableParallelism());

/** The report of a part; null if it ended before. @param {string} name */
function readJson(name) {
  try {
    return JSON.parse(readFileSync(join(ARTIFACTS, `${name}.json`), 'utf8'));
  } catch {
    return null;
  }
}

/** @param {string} name @returns {Part['outcome']} */
function ofSteps(name) {
  return (code, log) => outcomeOfSteps(name, code, log, readJson(name));
}

/** @param {string} name @returns {Part['outcome']} */
function ofVitest(name) {
  return (code, log) => outcomeOfVitest(name, code, log, readJson(name), ROOT);
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs one part in its own process group.
 * @param {Part} part @returns {Promise<{ code: number, log: string }>}
 */
function run({ name, args, clock }) {
  const [program, before] = clock === undefined ? [process.execPath, []] : ['datefudge', [clock[0], process.execPath]];
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...before, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      env: {
        ...process.env,
        BACKCOUNTER_TEST_RUN: runId,
        TEST_LONG: isLong ? '1' : '',
        TEST_QUICK: isAll ? '' : '1',
        REQUIRE_ALL: requiresAll ? '1' : '',
        NODE_NO_WARNINGS: '1',
        E2E_WORKERS: String(E2E_WORKERS),
        ...(clock === undefined ? {} : { TZ: clock[1], TEST_LONG: '', TEST_QUICK: '1' }),
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
        target.write(chunk);
      });
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      const text = Buffer.concat(log).toString();
      writeFileSync(join(ARTIFACTS, `${name}.log`), text);
      resolve({ code: code ?? 1, log: text });
    });
  });
}

/** Processes of this run that are still running. Known on Linux only. */
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
        return []; // It has ended in between, or belongs to another user.
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
/** @type {Outcome} */
const total = { passed: 0, failed: [], skipped: [] };
/** @type {string[]} */
const summary = [];
/** @type {Record<string, number>} Seconds of the parts. */
const parts = {};
const hasClocks = spawnSync('datefudge', ['--version']).status === 0;
for (const part of PARTS) {
  if (process.exitCode === 130) break;
  const { name, outcome } = part;
  const begun = performance.now();
  console.log(`\n── ${name} (${seconds()})`);
  if (part.clock !== undefined && !hasClocks) {
    console.log('skipped: datefudge is not installed');
    total.skipped.push(`${name}: datefudge is not installed`);
    continue;
  }
  const { code, log } = await run(part);
  const { passed, failed, skipped } = outcome(code, log);
  total.passed += passed;
  total.failed.push(...failed);
  total.skipped.push(...skipped);
  const left = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
  parts[name] = Math.round((performance.now() - begun) / 1000);
  summary.push(`${name}: ${passed} passed, ${failed.length} failed${left}, ${parts[name]} s`);
}

const files = ['tests', 'e2e'].flatMap((name) => secondsOfFiles(readJson(name), ROOT));
const took = { total: Math.round((performance.now() - startedAt) / 1000), parts, files };
writeFileSync(join(ARTIFACTS, 'seconds.json'), JSON.stringify(took, null, 2));

await new Promise((resolve) => setTimeout(resolve, 500));
const left = leftovers();
for (const { pid, command } of left) {
  console.log(`left running: ${pid} ${command}`);
  process.kill(pid, 'SIGKILL');
}
if (left.length > 0) total.failed.push(`left running: ${left.map(({ command }) => command).join(', ')}`);
else total.passed += 1;

console.log(`\n${summary.join('\n')}\n${left.length === 0 ? 'nothing' : 'something'} left running; took ${seconds()}`);
for (const line of namesOfFailures(total.failed, total.skipped)) console.log(line);
const failures = total.failed.length + (requiresAll ? total.skipped.length : 0);
console.log(`${total.passed} passed, ${failures} failed`);
process.exitCode ||= failures === 0 ? 0 : 1;
