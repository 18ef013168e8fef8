import { fileURLToPath } from 'node:url';
import { freePort } from '../e2e/harness/product.ts';
import { startNode, stop, waitUntil } from './child.ts';

/** PostGraphile on a database, in a process of its own. */
export async function startPostgraphile(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const child = startNode(fileURLToPath(new URL('./postgraphile-server.ts', import.meta.url)), {
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
