import { MACHINE_SCOPES } from '@backcounter/domain';
import type pg from 'pg';
import { fingerprint } from './sealed-box.ts';

/** A registered machine client as the token endpoint needs it (decision 0072). */
export interface MachineClient {
  readonly client_id: string;
  readonly name: string;
  /** SHA-256 of each secret that is good now: the present one, and the one before while it is replaced. */
  readonly secret_hashes: readonly Buffer[];
  /** Parted by spaces. */
  readonly scopes: string;
}

/** The client if it may ask for a token now. */
export async function findMachineClient(
  pool: pg.Pool,
  clientId: string,
  isDemo: boolean,
): Promise<MachineClient | undefined> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._:@~/-]{1,127}$/.test(clientId)) return undefined;
  const { rows } = await pool.query<MachineClient>(
    `SELECT client.client_id, client.name, client.scopes,
       coalesce((SELECT array_agg(secret.hash) FROM machine_client_secret AS secret
         WHERE secret.machine_client_id = client.id AND (secret.expires_at IS NULL OR secret.expires_at > now())), '{}') AS secret_hashes
     FROM machine_client AS client
     WHERE client.client_id = $1 AND client.state = 'ACTIVE' AND ($2 OR NOT client.is_demo)`,
    [clientId, isDemo],
  );
  return rows[0];
}

/**
 * The machine client of the demo data, which works only while DEMO is on. A secret of the operator's own (`null`: the published one) is set at each
 * start and is then its only one.
 */
export async function ensureDemoMachineClient(pool: pg.Pool, ownSecret: string | null): Promise<void> {
  const hash = fingerprint(ownSecret ?? 'demo-pos-secret');
  await pool.query(
    `WITH made AS (
       INSERT INTO machine_client (client_id, name, scopes, is_demo) VALUES ('demo-pos', 'Demo point of sale', $2, true)
       ON CONFLICT (client_id) DO NOTHING RETURNING id)
     INSERT INTO machine_client_secret (machine_client_id, hash) SELECT id, $1 FROM made`,
    [hash, MACHINE_SCOPES.join(' ')],
  );
  if (ownSecret === null) return;
  await pool.query(
    `UPDATE machine_client_secret AS secret SET hash = $1 FROM machine_client AS client
     WHERE client.id = secret.machine_client_id AND client.client_id = 'demo-pos' AND client.is_demo`,
    [hash],
  );
}
