import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const NODE_MIN = 20;

/**
 * Installs dependencies that are missing or older than the lockfile. Returns a message when that fails.
 * @param {string} root
 * @returns {Promise<string | null>}
 */
export async function installIfNeeded(root) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < NODE_MIN)
    return `Backcounter needs Node ${NODE_MIN} or later to install; this is ${process.versions.node}.`;
  if (isInstalled(root)) return null;
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
 * npm writes its own copy of the lockfile last, so an interrupted installation does not count.
 * @param {string} root
 */
function isInstalled(root) {
  const done = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(done) || !existsSync(join(root, 'node_modules/.bin'))) return false;
  return statSync(done).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}
