import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../e2e/harness/free-port.ts';
import { startNode, stop, waitUntil } from './child.ts';

const folder = join(import.meta.dirname, 'postgraphile');

/** Starts PostGraphile on a database in a separate process; installed the first time that a benchmark needs it. */
export async function startPostgraphile(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  if (!existsSync(join(folder, 'node_modules/postgraphile'))) {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  }
  const port = await freePort();
  const child = startNode(join(folder, 'server.mjs'), {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = async (): Promise<boolean> => {
    try {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"{__typename}"}',
      });
      return response.ok;
    } catch {
      return false;
    }
  };
  await waitUntil(child, isUp, 30_000);
  return { url, stop: () => stop(child) };
}
