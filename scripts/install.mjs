import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NODE_MIN = 20;
/** A production start changes nothing on the machine (decision 0189). */
export const PRODUCTION =
  'NODE_ENV=production installs and builds nothing, and this clone lacks something: install the archive (docs/operations.md), or run npm ci and npm run build without NODE_ENV first.';

/**
 * Installs dependencies that are missing or differ from the lockfile, except in production. Returns a message when that fails.
 * @param {string} root
 * @returns {Promise<string | null>}
 */
export async function installIfNeeded(root) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < NODE_MIN)
    return `Backcounter needs Node ${NODE_MIN} or later to install; this is ${process.versions.node}.`;
  if (isInstalled(root)) return null;
  if (process.env.NODE_ENV === 'production') return PRODUCTION;
  console.log('Installing dependencies');
  // On Windows npm is a script, which only a shell can run.
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) return null;
  return `The dependencies could not be installed${error ? ` (${error.message})` : ''}: see what npm said above, then run npm ci.`;
}

/**
 * Whether npm's copy of the lockfile, which it writes last, has every package of the lockfile at its version; packages of other platforms
 * may be absent. Times of files say nothing: a copied tree has new ones.
 * @param {string} root
 */
export function isInstalled(root) {
  const done = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(done) || !existsSync(join(root, 'node_modules/.bin'))) return false;
  /** @type {(file: string) => Record<string, { version?: string, integrity?: string, optional?: boolean, link?: boolean }>} */
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const present = packagesOf(done);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([name, wanted]) => {
    if (!name.includes('node_modules/') || wanted.link) return true;
    const found = present[name];
    return found === undefined ? wanted.optional === true : found.integrity === wanted.integrity;
  });
}
