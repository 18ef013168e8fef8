// `npm run dev`: the server restarts when its code changes, and Vite serves the console with hot reload. One URL, as in
// production.
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const port = process.env.PORT || '3000';
const apiPort = String(await freePort());
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;

const { status } = spawnSync(process.execPath, ['scripts/codegen.mjs'], { cwd: ROOT, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const children = [
  start(['--watch', '--watch-preserve-output', '--conditions=source', 'apps/server/src/main.ts'], {
    PORT: apiPort,
    PUBLIC_URL: publicUrl,
  }),
  start(['node_modules/vite/bin/vite.js', '--config', 'apps/console/vite.config.ts'], {
    CONSOLE_PORT: port,
    PUBLIC_URL: publicUrl,
    API_URL: `http://127.0.0.1:${apiPort}`,
  }),
];
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, endAll);
for (const child of children) child.once('exit', endAll);

/** @param {string[]} args @param {Record<string, string>} env */
function start(args, env) {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
}

function endAll() {
  for (const child of children) child.kill('SIGTERM');
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
