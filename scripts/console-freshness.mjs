import { existsSync, readdirSync, statSync } from 'node:fs';
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

/**
 * True when the console, or the popup for other hosts that is built with it, was never built or is older than a source.
 * @param {string} root
 */
export function isConsoleStale(root) {
  const built = join(root, 'apps/console/dist/index.html');
  const popup = join(root, 'packages/release-notes/dist/embed/release-notes.js');
  if (!existsSync(built) || !existsSync(popup)) return true;
  const builtAt = statSync(built).mtimeMs;
  return SOURCES.some((source) => isNewer(join(root, source), builtAt));
}

/**
 * @param {string} entry @param {number} than
 * @returns {boolean}
 */
function isNewer(entry, than) {
  if (!existsSync(entry)) return false;
  const found = statSync(entry);
  if (!found.isDirectory()) return found.mtimeMs > than;
  return readdirSync(entry).some((name) => !SKIPPED.test(name) && isNewer(join(entry, name), than));
}
