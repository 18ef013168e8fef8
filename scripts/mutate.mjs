// `npm run mutate -- packages/i18n apps/console/src/lib/api/graphql-client.ts`: makes small changes to the code and lists
// those that no unit test of packages and console detects. Prints the score per file; details go to
// artifacts/mutation.json. Not part of `npm test`: it takes minutes.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const HOME = join(import.meta.dirname, 'mutation');
const WORK = join(ROOT, '.cache/mutation');

const targets = process.argv.slice(2);
if (targets.length === 0 || targets.some((target) => !existsSync(join(ROOT, target)))) {
  console.error('Name files or folders: npm run mutate -- packages/i18n apps/console/src/lib/api/graphql-client.ts');
  process.exit(1);
}
const patterns = targets.map((target) =>
  statSync(join(ROOT, target)).isDirectory() ? `${target.replace(/\/$/, '')}/**/*.{ts,tsx}` : target,
);

if (!existsSync(join(HOME, 'node_modules/@stryker-mutator/core')))
  execFileSync('npm', ['ci', '--legacy-peer-deps', '--no-audit', '--no-fund'], { cwd: HOME, stdio: 'inherit' });

const config = {
  testRunner: 'vitest',
  plugins: [join(HOME, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
  vitest: { configFile: 'scripts/mutation/vitest.config.mjs' },
  mutate: [...patterns, '!**/*.test.{ts,tsx}', '!**/*.test-d.{ts,tsx}', '!**/testing/**', '!**/examples/**'],
  ignorePatterns: ['/apps/server', '/e2e', '/bench', '/docs', '/artifacts', '/.cache', '/.data', 'dist'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  tempDirName: join(WORK, 'sandbox'),
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
  jsonReporter: { fileName: 'artifacts/mutation.json' },
};
mkdirSync(WORK, { recursive: true });
const file = join(WORK, 'stryker.config.json');
writeFileSync(file, JSON.stringify(config));
const stryker = join(HOME, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const { status } = spawnSync(process.execPath, [stryker, 'run', file], { cwd: ROOT, stdio: 'inherit' });
process.exit(status ?? 1);
