import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';
import { type AllowsOrigin, allowOrigins } from '../../../ports/allowed-origins.ts';

/**
 * Colours of the provider's theme (specification, section 7): public, readable by hosts that embed the popup.
 * Administrators set them on `/admin/config`; not cached, so that a page gets them on load.
 */
export async function themeRoutes(app: FastifyInstance, db: Kysely<Database>, origins: AllowsOrigin): Promise<void> {
  await app.register(async (scope) => {
    allowOrigins(scope, origins);
    scope.get('/.well-known/theme', async (_request, reply) => {
      const { rows } = await sql<{ colors: Record<string, string> }>`
        SELECT json_object_agg(split_part(key, '.', 2), value) AS colors
        FROM config_entry WHERE key IN ('theme.primary', 'theme.secondary')`.execute(db);
      reply.headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
      return { colors: rows[0]?.colors };
    });
  });
}
