import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sources of the console. */
const SOURCES = [
  'apps/console/index.html',
  'apps/console/public',
  'apps/console/src',
  'apps/console/vite.config.ts',
  'apps/console/library-parts.ts',
  'apps/console/message-files.ts',
  'apps/console/codegen.ts',
  'apps/server/schema.graphql',
  'packages',
  'scripts/build.mjs',
  'scripts/codegen.mjs',
  'package-lock.json',
];
const SKIPPED = /^(node_modules|dist|generated)$|\.test\.tsx?$/;

const BUILT_FROM = '.cache/console.sha256';

/**
 * True when the console, or the popup for other hosts that is built with it, was never built or its sources have changed.
 * @param {string} root
 */
export function isConsoleStale(root) {
  const outputs = ['apps/console/dist/index.html', 'packages/release-notes/dist/embed/release-notes.js', BUILT_FROM];
  if (outputs.some((file) => !existsSync(join(root, file)))) return true;
  return readFileSync(join(root, BUILT_FROM), 'utf8') !== sourceHash(root);
}

/** Digest of names and contents of the sources. @param {string} root */
export function sourceHash(root) {
  const hash = createHash('sha256');
  /** @param {string} entry */
  const add = (entry) => {
    const path = join(root, entry);
    if (!existsSync(path)) return;
    if (!statSync(path).isDirectory()) hash.update(`${entry}\0`).update(readFileSync(path));
    else for (const name of readdirSync(path).sort()) if (!SKIPPED.test(name)) add(join(entry, name));
  };
  for (const source of SOURCES) add(source);
  return hash.digest('hex');
}

/** Remembers the sources of a build, which were read before it. @param {string} root @param {string} hash */
export function keepSourceHash(root, hash) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(join(root, BUILT_FROM), hash);
}
