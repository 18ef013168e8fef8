// Entry point of every npm script: installs missing dependencies, switches to the pinned Node, builds stale outputs,
// then runs the command. Plain JavaScript without dependencies, because it runs before they are installed; works from
// Node 20 on.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isConsoleStale } from './console-freshness.mjs';
import { installIfNeeded, PRODUCTION } from './install.mjs';
import { isLaterRelease } from './node-choice.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const PINNED = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies.node;
const NODE = isLaterRelease(process.versions.node, PINNED)
  ? process.execPath
  : join(ROOT, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
/**
 * The small young generation saves 20 MB when idle, a collection after the start 12 MB, and earlier collections 110 MB of
 * garbage while a job reads many rows (decision 0024).
 */
const TYPESCRIPT = [
  '--conditions=source',
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=4',
  '--expose-gc',
  '--heap-growing-percent=50',
];

/**
 * Set before the first file is read: otherwise that file alone makes Node load its type stripper, which stays in memory
 * (decision 0024).
 */
const COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(ROOT, '.cache/compile');

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const PARENT_LOOK_MS = 500;

/** @typedef {{ file: string, needsConsole?: boolean }} Command */

/** @type {Record<string, Command>} */
const COMMANDS = {
  start: { file: 'apps/server/src/main.ts', needsConsole: true },
  dev: { file: 'scripts/dev.mjs' },
  test: { file: 'scripts/test.mjs' },
  check: { file: 'scripts/check.mjs' },
  generate: { file: 'scripts/generate.mjs' },
  coverage: { file: 'scripts/coverage.mjs' },
  e2e: { file: 'scripts/e2e.mjs' },
  build: { file: 'scripts/build.mjs' },
  bench: { file: 'bench/run.ts', needsConsole: true },
  attack: { file: 'e2e/attack/run.ts', needsConsole: true },
  map: { file: 'scripts/map.mjs' },
  mutate: { file: 'scripts/mutate.mjs' },
  staff: { file: 'apps/server/src/cli/staff.ts' },
  machine: { file: 'apps/server/src/cli/machine.ts' },
  apps: { file: 'apps/server/src/cli/apps.ts' },
  secrets: { file: 'apps/server/src/cli/secrets.ts' },
  approvals: { file: 'apps/server/src/cli/approvals.ts' },
  reporting: { file: 'apps/server/src/cli/reporting.ts' },
  backup: { file: 'apps/server/src/cli/backup.ts' },
  restore: { file: 'apps/server/src/cli/restore.ts' },
  verify: { file: 'apps/server/src/cli/verify.ts' },
  doctor: { file: 'apps/server/src/cli/doctor.ts' },
  migrate: { file: 'apps/server/src/cli/migrate.ts' },
  package: { file: 'scripts/package.mjs', needsConsole: true },
  simulate: { file: 'scripts/simulate.mjs' },
  screenshots: { file: 'e2e/screenshots/run.ts', needsConsole: true },
  outside: { file: 'e2e/outside/run.ts', needsConsole: true },
};

const [name = 'start', ...args] = process.argv.slice(2);
const envFile = args.indexOf('--env-file');
if (envFile !== -1) process.env.ENV_FILE = resolve(args.splice(envFile, 2)[1] ?? fail('--env-file needs a path.'));
const command = COMMANDS[name];
if (command === undefined || !existsSync(join(ROOT, command.file))) {
  const known = Object.keys(COMMANDS).filter((each) => existsSync(join(ROOT, COMMANDS[each]?.file ?? '')));
  fail(`There is no command "${name}"; there are ${known.join(', ')}.`);
}

const problem = await installIfNeeded(ROOT);
if (problem !== null) fail(problem);
if (command.needsConsole && process.env.BACKCOUNTER_NO_BUILD !== '1' && isConsoleStale(ROOT)) {
  if (process.env.NODE_ENV === 'production') fail(PRODUCTION);
  console.log('Building the console');
  const status = await run('scripts/build.mjs', []);
  if (status !== 0) fail('The console could not be built; see the errors above.');
}
process.exit(await run(command.file, args));

/**
 * Runs a file of this repository under the pinned Node and returns its exit code. Forwards signals, and ends with this
 * process.
 * @param {string} file @param {readonly string[]} parameters
 * @returns {Promise<number>}
 */
function run(file, parameters) {
  return new Promise((resolve) => {
    const child = spawn(NODE, [...(file.endsWith('.ts') ? TYPESCRIPT : []), file, ...parameters], {
      cwd: ROOT,
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
      // The channel closes when this process is gone, however it ended.
      stdio: file.endsWith('main.ts') ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
      shell: process.platform === 'win32',
    });
    let isEnding = false;
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      isEnding = true;
      // Ctrl-C at a terminal reaches the child directly as well; it would take a second signal for impatience.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, forward);
    const orphanWatch = watchParent(() => {
      // A second signal would cut the shutdown short.
      if (!isEnding) child.kill('SIGTERM');
      isEnding = true;
    });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code, signal) => {
      clearInterval(orphanWatch);
      for (const each of SIGNALS) process.off(each, forward);
      resolve(code ?? (signal === null ? 1 : 130));
    });
  });
}

/**
 * Detects when npm is gone: at SIGTERM it exits without notifying its script, and at SIGKILL it can't.
 * @param {() => void} onGone
 */
function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const before = lineage();
  return setInterval(() => {
    if (lineage() !== before) onGone();
  }, PARENT_LOOK_MS);
}

/** The parent and, where the system reports it cheaply, its parent: npm adds a shell in between. */
function lineage() {
  const stat = `/proc/${process.ppid}/stat`;
  const grandparent = existsSync(stat)
    ? readFileSync(stat, 'utf8')
        .replace(/^.*\) \S /, '')
        .split(' ', 1)[0]
    : '';
  return `${process.ppid} ${grandparent}`;
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
