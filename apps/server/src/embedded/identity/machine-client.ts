import { MACHINE_SCOPES, type MachineScope } from '@backcounter/domain';
import type pg from 'pg';
import { fingerprint } from './sealed-box.ts';

/** A registered machine client (decision 0002): scopes, never roles. */
export interface MachineClient {
  readonly id: string;
  readonly name: string;
  readonly secret_hash: Buffer;
  readonly scopes: readonly MachineScope[];
  readonly state: 'ACTIVE' | 'SUSPENDED';
  readonly is_demo: boolean;
}

export async function findMachineClient(pool: pg.Pool, id: string): Promise<MachineClient | undefined> {
  if (!/^[a-z][a-z0-9-]{1,62}$/.test(id)) return undefined;
  const { rows } = await pool.query<MachineClient>(
    'SELECT id, name, secret_hash, scopes, state, is_demo FROM identity.machine_client WHERE id = $1',
    [id],
  );
  return rows[0];
}

/** The machine client of the demo data; its secret is published, so it works only while DEMO is on. */
export async function ensureDemoMachineClient(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO identity.machine_client (id, name, secret_hash, scopes, is_demo)
     VALUES ('demo-pos', 'Demo point of sale', $1, $2, true)
     ON CONFLICT (id) DO UPDATE SET scopes = EXCLUDED.scopes`,
    [fingerprint('demo-pos-secret'), [...MACHINE_SCOPES]],
  );
}
