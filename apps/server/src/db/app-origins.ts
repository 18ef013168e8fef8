import { EMBEDDING_APP } from '@backcounter/domain';
import type pg from 'pg';
import type { Clock } from '../ports/clock.ts';
import { bestEffort } from './best-effort.ts';

/** A removed origin loses access within 5 s; one second of that is for the look-up. */
const KNOWN_FOR_MS = 4_000;

/**
 * The only answer to which origins may call: the console's, and those of active apps, cached for a few seconds. While
 * the database fails, the last answer applies.
 */
export function appOrigins(pool: pg.Pool, clock: Clock, ownOrigin: string): (origin: string) => Promise<boolean> {
  let origins: ReadonlySet<string> = new Set();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<unknown> | null = null;
  const read = async (): Promise<void> => {
    const { rows } = await pool.query<{ origin: string }>(
      `SELECT string_to_table(origins, E'\\n') AS origin FROM app WHERE state = 'ACTIVE'`,
    );
    origins = new Set(rows.map(({ origin }) => origin));
    readAtMs = clock.now().getTime();
  };
  return async (origin) => {
    if (origin === ownOrigin) return true;
    const ageMs = clock.now().getTime() - readAtMs;
    if (ageMs < 0 || ageMs >= KNOWN_FOR_MS) {
      reading ??= bestEffort('reading the origins of apps', read).finally(() => {
        reading = null;
      });
      await reading;
    }
    return origins.has(origin);
  };
}

/** Makes the origins of `EMBED_ORIGINS` those of an app, to which no one can sign in. */
export async function keepEmbeddingApp(pool: pg.Pool, origins: readonly string[]): Promise<void> {
  await pool.query(
    `INSERT INTO app (client_id, name, origins)
     SELECT $1, 'Embedding pages', $2::text WHERE $2 IS NOT NULL OR EXISTS (SELECT FROM app WHERE client_id = $1)
     ON CONFLICT (client_id) DO UPDATE SET origins = EXCLUDED.origins, version = app.version + 1, created_by = NULL, updated_by = NULL,
       state = 'ACTIVE', state_reason = NULL, redirect_addresses = NULL, post_logout_addresses = NULL, scopes = NULL
     WHERE app.origins IS DISTINCT FROM EXCLUDED.origins OR app.updated_by IS NOT NULL`,
    [EMBEDDING_APP, origins.length === 0 ? null : [...new Set(origins)].join('\n')],
  );
}
