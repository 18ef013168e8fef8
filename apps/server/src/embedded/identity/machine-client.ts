import { MACHINE_SCOPES } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { fingerprint } from './keys/sealed-box.ts';

/** Secret of `demo-pos` unless the operator sets another one. */
export const PUBLISHED_SECRET = 'demo-pos-secret';

/** A registered machine client, for the token endpoint (decision 0072). */
export interface MachineClient {
  readonly client_id: string;
  readonly name: string;
  /** SHA-256 of each valid secret: the current one, and the previous one during a rotation. */
  readonly secret_hashes: readonly Buffer[];
  /** Separated by spaces. */
  readonly scopes: string;
}

/** The client, if it may request a token now. */
export async function findMachineClient(
  db: Kysely<Database>,
  clientId: string,
  isDemo: boolean,
): Promise<MachineClient | undefined> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._:@~/-]{1,127}$/.test(clientId)) return undefined;
  const { rows } = await sql<MachineClient>`
    SELECT client.client_id, client.name, client.scopes,
      coalesce((SELECT array_agg(secret.hash) FROM machine_client_secret AS secret
        WHERE secret.machine_client_id = client.id AND (secret.expires_at IS NULL OR secret.expires_at > now())), '{}') AS secret_hashes
    FROM machine_client AS client
    WHERE client.client_id = ${clientId} AND client.state = 'ACTIVE'
      AND (${isDemo} OR NOT client.is_demo)`.execute(db);
  return rows[0];
}

/**
 * Creates the demo's machine client, which works only while DEMO is on. `ownSecret` replaces its secret at each start;
 * null keeps the published one.
 */
export async function ensureDemoMachineClient(db: Kysely<Database>, ownSecret: string | null): Promise<void> {
  const hash = fingerprint(ownSecret ?? PUBLISHED_SECRET);
  await sql`
    WITH made AS (
      INSERT INTO machine_client (client_id, name, scopes, is_demo) VALUES ('demo-pos', 'Demo point of sale', ${MACHINE_SCOPES.join(' ')}, true)
      ON CONFLICT (client_id) DO NOTHING RETURNING id)
    INSERT INTO machine_client_secret (machine_client_id, hash) SELECT id, ${hash} FROM made`.execute(db);
  if (ownSecret === null) return;
  await sql`
    UPDATE machine_client_secret AS secret SET hash = ${hash} FROM machine_client AS client
    WHERE client.id = secret.machine_client_id AND client.client_id = 'demo-pos' AND client.is_demo`.execute(db);
}
