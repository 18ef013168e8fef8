import pg from 'pg';
import { StartupError } from '../../db/startup-error.ts';
import { SUPERUSER } from './cluster.ts';
import { APP_ROLE, type Credentials, DATABASE_NAME, OWNER_ROLE, previousOf, urlsOf } from './credentials.ts';

/**
 * Creates the owner (of the database and its tables), the application role (which owns nothing) and the database if
 * missing. Completes an interrupted first run or password rotation.
 */
export async function ensureRoles(credentials: Credentials): Promise<void> {
  const urls = urlsOf(credentials);
  if ((await canConnect(urls.owner)) && (await canConnect(urls.app))) return;
  const client = await connectAsSuperuser(credentials);
  try {
    await hideFromLog(client);
    for (const [role, password] of [
      [SUPERUSER, credentials.superuserPassword],
      [OWNER_ROLE, credentials.ownerPassword],
      [APP_ROLE, credentials.appPassword],
    ] as const) {
      const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
      const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
      await client.query(`${verb} ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
    }
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME} OWNER ${OWNER_ROLE}`);
    await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${DATABASE_NAME} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${DATABASE_NAME} TO ${APP_ROLE}`);
  } finally {
    await client.end();
  }
}

/** With the current password, or the previous one after an interrupted rotation. */
async function connectAsSuperuser(credentials: Credentials): Promise<pg.Client> {
  let problem: unknown;
  for (const each of [credentials, previousOf(credentials)]) {
    if (each === null) continue;
    const client = new pg.Client({ connectionString: urlsOf(each).superuser });
    try {
      await client.connect();
      return client;
    } catch (error) {
      problem = error;
    }
  }
  throw new StartupError(
    'The embedded database refuses the password in database.json. Restore that file from a backup.',
    {
      cause: problem,
    },
  );
}

/** Keeps statements with passwords out of the database's log, even slow and failed ones. */
export async function hideFromLog(client: pg.Client): Promise<void> {
  await client.query(
    "SET log_statement = 'none'; SET log_min_duration_statement = -1; SET log_min_error_statement = 'panic'",
  );
}

export async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
