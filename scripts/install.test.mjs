import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { isConsoleStale, keepSourceHash, sourceHash } from './console-freshness.mjs';
import { installIfNeeded, isInstalled } from './install.mjs';

/** @type {string} */
let root;
const write = (/** @type {string} */ path, /** @type {string} */ content) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
};
const lock = (/** @type {Record<string, object>} */ packages) => JSON.stringify({ packages });
const A = { version: '1.0.0', integrity: 'sha512-a' };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'backcounter-install-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  write(
    'package-lock.json',
    lock({ '': {}, 'node_modules/a': A, 'node_modules/other-platform': { ...A, optional: true } }),
  );
  write('node_modules/.bin/a', '');
  write('node_modules/.package-lock.json', lock({ 'node_modules/a': A }));
});

it('an older copy of the same packages is installed', () => {
  utimesSync(join(root, 'node_modules/.package-lock.json'), 1, 1);
  expect(isInstalled(root)).toBe(true);
});

it.each([
  ['another version', { 'node_modules/a': { version: '0.9.0', integrity: 'sha512-b' } }],
  ['a missing package', {}],
])('%s is not', (_name, packages) => {
  write('node_modules/.package-lock.json', lock(packages));
  expect(isInstalled(root)).toBe(false);
});

it('production installs nothing, and says in one sentence what to do', async () => {
  const before = process.env.NODE_ENV;
  onTestFinished(() => {
    process.env.NODE_ENV = before;
  });
  process.env.NODE_ENV = 'production';
  expect(await installIfNeeded(root)).toBeNull();
  rmSync(join(root, 'node_modules'), { recursive: true });
  expect(await installIfNeeded(root)).toMatch(/^NODE_ENV=production installs and builds nothing[^\n]*npm ci[^\n]*$/);
});

it('the console is stale when a source changes, not when its time does', () => {
  write('apps/console/src/main.tsx', 'one');
  write('apps/console/dist/index.html', '');
  write('packages/release-notes/dist/embed/release-notes.js', '');
  expect(isConsoleStale(root)).toBe(true);
  keepSourceHash(root, sourceHash(root));
  utimesSync(join(root, 'apps/console/src/main.tsx'), new Date(), new Date());
  expect(isConsoleStale(root)).toBe(false);
  write('apps/console/src/main.tsx', 'two');
  expect(isConsoleStale(root)).toBe(true);
});
