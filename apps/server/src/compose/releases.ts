import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync } from 'fastify';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { AllowsOrigin } from '../ports/allowed-origins.ts';
import type { IdentityPort } from '../ports/identity.ts';

const EMBED_DIR = fileURLToPath(new URL('../../../../packages/release-notes/dist/embed', import.meta.url));

/** Releases, the public changelog and the popup's script, for any identity provider. */
export async function composeReleases(
  config: Config,
  db: Kysely<Database>,
  identity: IdentityPort,
  origins: AllowsOrigin,
): Promise<FastifyPluginAsync> {
  const { createReleases } = await import('../embedded/releases/releases.plugin.ts');
  return createReleases({
    db,
    identity,
    publicUrl: config.publicUrl,
    clientId: config.oidcClientId,
    origins,
    embedDir: EMBED_DIR,
  });
}
