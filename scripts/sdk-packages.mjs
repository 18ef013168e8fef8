// The published packages, and the build of their `dist`: plain tsc, one module per file.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @type {readonly string[]} */
export const SDK_PACKAGES = ['auth', 'client', 'i18n', 'presence', 'release-notes'];

/** Declarations keep the source extensions in imports, which a consumer does not have. */
const RELATIVE_SOURCE = /((?:from|import\()\s*['"]\.{1,2}\/[^'"]*)\.tsx?(['"])/g;

/**
 * Compiles one package into its `dist`.
 * @param {string} root @param {string} name
 * @returns {string | null} output of tsc, if it failed
 */
export function buildSdkPackage(root, name) {
  const folder = join(root, 'packages', name);
  const project = join(folder, 'tsconfig.build.json');
  const dist = join(folder, 'dist');
  for (const stale of globSync('**/*.{js,d.ts,map}', { cwd: dist, exclude: ['embed/**'] })) rmSync(join(dist, stale));
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--checkers', '1'],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) return stdout;
  for (const file of globSync('**/*.d.ts', { cwd: dist })) {
    const path = join(dist, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(RELATIVE_SOURCE, '$1.js$2'));
  }
  return existsSync(join(dist, 'index.js')) ? null : `${name}: no dist/index.js`;
}
