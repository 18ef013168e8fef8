import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Compressed size limits of a build, and the number of files that a browser loads, six at a time. */
const LIMITS = { firstListBytes: 222_000, firstListFiles: 24, chunkBytes: 40_000, stylesBytes: 25_000 };
/** Entry chunks loaded with the list of accounts, each with all its imports. */
const FIRST_LIST = ['index', 'console', 'account-list.page'];
/** Text that identifies the message parser, which is loaded with the first language that needs it (decision 0042). */
const MESSAGE_READER = 'EXPECT_ARGUMENT_CLOSING_BRACE';
/** The suffix of a chunk's name. */
const HASH = '-12345678.js';
const IMPORT = /\b(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g;

/**
 * Measures a built console in Brotli, as transferred.
 * @param {string} dist @param {readonly { path: string, brotli: number }[]} files
 */
export function weighConsole(dist, files) {
  const weights = new Map(files.map(({ path, brotli }) => [path, brotli]));
  const scripts = [...weights.keys()].filter((path) => path.endsWith('.js'));
  const problems = [];

  /** @type {Set<string>} */
  const first = new Set();
  for (const name of FIRST_LIST) {
    const found = scripts.filter((path) => posix.basename(path).slice(0, -HASH.length) === name);
    if (found.length === 0) problems.push(`The build has no chunk ${name}, which the weight of the first list counts`);
    for (const path of found) addWithImports(path, first);
  }

  /** @param {string} path @param {Set<string>} seen */
  function addWithImports(path, seen) {
    if (seen.has(path)) return;
    seen.add(path);
    const code = readFileSync(posix.join(dist, path), 'utf8');
    if (code.includes(MESSAGE_READER)) problems.push(`${path}: the start loads the message parser`);
    for (const [, target] of code.matchAll(IMPORT)) addWithImports(posix.join(posix.dirname(path), target ?? ''), seen);
  }

  const sum = (/** @type {Iterable<string>} */ paths) =>
    [...paths].reduce((all, path) => all + (weights.get(path) ?? 0), 0);
  const firstListBytes = sum(first);
  const styles = [...weights.keys()].filter((path) => path.endsWith('.css'));
  const firstNames = new Set([...first].map((path) => posix.basename(path).slice(0, -HASH.length)));
  const firstStyles = styles.filter((path) => firstNames.has(posix.basename(path).slice(0, -'-12345678.css'.length)));
  const stylesBytes = sum(firstStyles);
  const over = (/** @type {string} */ what, /** @type {number} */ bytes, /** @type {number} */ limit) => {
    if (bytes > limit) problems.push(`${what} weighs ${kilobytes(bytes)}, more than ${kilobytes(limit)}`);
  };
  over('JavaScript until the first list', firstListBytes, LIMITS.firstListBytes);
  if (first.size > LIMITS.firstListFiles)
    problems.push(`JavaScript until the first list is ${first.size} files, more than ${LIMITS.firstListFiles}`);
  over('Style sheets until the first list', stylesBytes, LIMITS.stylesBytes);
  if (firstStyles.length === 0) problems.push('The build has no style sheet that the first list needs');
  for (const path of scripts) if (!first.has(path)) over(path, weights.get(path) ?? 0, LIMITS.chunkBytes);
  return { firstListBytes, problems };
}

const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
