import pg from 'pg';
import { StartupError } from '../../db/startup-error.ts';
import { SUPERUSER } from './cluster.ts';
import {
  APP_ROLE,
  type Credentials,
  DATABASE_NAME,
  newCredentials,
  OWNER_ROLE,
  previousOf,
  readCredentials,
  urlsOf,
  writeCredentials,
} from './credentials.ts';
import { canConnect, hideFromLog } from './roles.ts';

const LOCK = 'backcounter.database-passwords';

/**
 * The passwords that the running database accepts: those of the file, or the previous ones during a rotation. Null
 * without a file.
 */
export async function acceptedCredentials(dataDir: string): Promise<Credentials | null> {
  const present = await readCredentials(dataDir);
  const previous = present === null ? null : previousOf(present);
  if (present === null || previous === null || (await canConnect(urlsOf(present).app))) return present;
  return (await canConnect(urlsOf(previous).app)) ? previous : present;
}

/**
 * Returns the application role's password for new connections. Reads the file each time, so that a pool survives a
 * rotation; tests it against the database only if the file has changed.
 */
export function presentPassword(dataDir: string): () => Promise<string> {
  let known = '';
  return async () => {
    const present = await readCredentials(dataDir);
    if (present === null) throw new StartupError('database.json is missing.');
    if (present.previous === undefined || present.appPassword === known) return present.appPassword;
    const password = (await acceptedCredentials(dataDir))?.appPassword ?? present.appPassword;
    if (password === present.appPassword) known = password;
    return password;
  };
}

/**
 * Rotates the passwords of the three roles in the running embedded database. The file contains new and current ones
 * before the database changes, so it works if the process is killed at any point. `record` writes the audit row in the
 * same transaction.
 */
export async function rotatePasswords(dataDir: string, record: (client: pg.Client) => Promise<void>): Promise<void> {
  const superuser = (await acceptedCredentials(dataDir))?.superuserPassword ?? '';
  const before = await readCredentials(dataDir);
  if (before === null) throw new StartupError(`There is no embedded database in ${dataDir}: set DATA_DIR.`);
  const url = new URL(urlsOf({ ...before, superuserPassword: superuser }).superuser);
  url.pathname = `/${DATABASE_NAME}`;
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [LOCK]);
    await change(client, dataDir, record);
  } finally {
    await client.end();
  }
}

async function change(client: pg.Client, dataDir: string, record: (client: pg.Client) => Promise<void>): Promise<void> {
  // Another rotation may just have finished.
  const accepted = await acceptedCredentials(dataDir);
  if (accepted === null) throw new StartupError(`There is no embedded database in ${dataDir}: set DATA_DIR.`);
  const { superuserPassword, ownerPassword, appPassword } = accepted;
  const next = {
    ...accepted,
    ...newCredentials(accepted.port),
    previous: { superuserPassword, ownerPassword, appPassword },
  };
  await writeCredentials(dataDir, next);
  try {
    await hideFromLog(client);
    for (const [role, password] of [
      [SUPERUSER, next.superuserPassword],
      [OWNER_ROLE, next.ownerPassword],
      [APP_ROLE, next.appPassword],
    ] as const)
      await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`);
    await record(client);
  } catch (error) {
    await writeCredentials(dataDir, accepted);
    throw error;
  }
  // A failed commit may still have happened, so the file keeps both.
  await client.query('COMMIT');
}
