import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { IdentityPort } from '../ports/identity.ts';

const EMBED_DIR = fileURLToPath(new URL('../../../../packages/release-notes/dist/embed', import.meta.url));

/** Releases, the public changelog and the popup's script, whoever the identity provider is. */
export async function composeReleases(
  config: Config,
  pool: pg.Pool,
  identity: IdentityPort,
): Promise<FastifyPluginAsync> {
  const { createReleases } = await import('../embedded/releases/releases.plugin.ts');
  return createReleases({
    pool,
    identity,
    publicUrl: config.publicUrl,
    clientId: config.oidcClientId,
    embedOrigins: config.embedOrigins,
    embedDir: EMBED_DIR,
  });
}
