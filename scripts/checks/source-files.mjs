import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/**
 * @typedef {object} SourceFile
 * @property {string} path relative to the repository, with slashes
 * @property {string} text
 */

/**
 * Every file that is or would be committed, except binary files.
 * @returns {SourceFile[]}
 */
export function sourceFiles() {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--deduplicate', '--cached', '--others', '--exclude-standard'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 2 ** 20,
    },
  );
  return listed
    .split('\0')
    .filter((path) => path !== '' && !/\.(png|ico|woff2?|jpg|webp)$/.test(path))
    .filter((path) => existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile())
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** @param {string} path */
export const isTest = (path) => /\.test\.tsx?$|\/testing\/|^e2e\//.test(path);

/** Code that ships: apps and packages without their tests. @param {SourceFile} file */
export const isShipped = ({ path }) => /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/.test(path) && !isTest(path);
