// `npm run e2e`: builds the console when it is stale and runs the end-to-end tests; arguments go to Vitest, such as a
// file name or `-t "part of a name"`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const run = (/** @type {string[]} */ args) => {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

if (!process.argv.includes('--no-build')) run(['scripts/build.mjs']);
run([
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'e2e/vitest.config.ts',
  ...process.argv.slice(2).filter((argument) => argument !== '--no-build'),
]);
