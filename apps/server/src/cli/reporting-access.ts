import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { StartupError } from '../db/startup-error.ts';

/** Prefix of the names of readers, so that no other role is ever touched. */
const PREFIX = 'report_';
/** Group roles that own the rights on the views (`db/reporting.sql`). */
const GROUPS = { plain: 'backcounter_reporting', personal: 'backcounter_reporting_personal' } as const;
const CONNECTIONS = 5;
/** A reader's own; it can raise them, so they guard against accidents. */
const SETTINGS = {
  default_transaction_read_only: 'on',
  statement_timeout: '60s',
  idle_in_transaction_session_timeout: '60s',
  search_path: 'reporting',
};

/** A role that reads the views of schema `reporting`. */
export interface Reader {
  /** Name of the role in PostgreSQL. */
  readonly role: string;
  readonly seesPersonal: boolean;
}

/** @throws StartupError unless it is 1 to 40 lower-case letters, digits and underscores */
export function readerRole(name: string): string {
  if (!/^[a-z0-9_]{1,40}$/.test(name))
    throw new StartupError('A name has 1 to 40 lower-case letters, digits and underscores.');
  return PREFIX + name;
}

/**
 * Creates a reader, within a transaction. Returns its password, shown once.
 * @throws StartupError if the role exists
 */
export async function addReader(client: pg.ClientBase, { role, seesPersonal }: Reader): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT rolname AS name FROM pg_roles WHERE rolname = any ($1)',
    [[role, ...Object.values(GROUPS)]],
  );
  const known = new Set(rows.map(({ name }) => name));
  if (known.has(role)) throw new StartupError(`There is a reader ${role} already. Remove it first.`);
  for (const group of Object.values(GROUPS)) if (!known.has(group)) await client.query(`CREATE ROLE ${group} NOLOGIN`);
  await client.query('SELECT public.grant_reporting()');
  const password = randomBytes(24).toString('base64url');
  await client.query(
    `CREATE ROLE ${role} LOGIN CONNECTION LIMIT ${CONNECTIONS} PASSWORD '${scramVerifier(password)}' IN ROLE ${GROUPS[seesPersonal ? 'personal' : 'plain']}`,
  );
  for (const [setting, value] of Object.entries(SETTINGS))
    await client.query(`ALTER ROLE ${role} SET ${setting} = ${pg.escapeLiteral(value)}`);
  await client.query(`GRANT CONNECT ON DATABASE ${await databaseOf(client)} TO ${role}`);
  return password;
}

/** @throws StartupError if there is no such reader */
export async function removeReader(client: pg.ClientBase, role: string): Promise<void> {
  if (!(await listReaders(client)).some((reader) => reader.role === role))
    throw new StartupError(`There is no reader ${role}.`);
  // Its right to connect, and large objects, which any role may create.
  await client.query(`GRANT ${role} TO CURRENT_USER`);
  await client.query(`DROP OWNED BY ${role}`);
  await client.query(`DROP ROLE ${role}`);
}

/** All readers by name. */
export async function listReaders(client: pg.ClientBase): Promise<readonly Reader[]> {
  const { rows } = await client.query<Reader>(
    `SELECT m.rolname AS role, bool_or(g.rolname = $2) AS "seesPersonal"
     FROM pg_auth_members a JOIN pg_roles m ON m.oid = a.member JOIN pg_roles g ON g.oid = a.roleid
     WHERE g.rolname = any ($1) AND starts_with(m.rolname, $3) GROUP BY 1 ORDER BY 1`,
    [Object.values(GROUPS), GROUPS.personal, PREFIX],
  );
  return rows;
}

async function databaseOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  return rows[0]?.name ?? '';
}

const SCRAM_ROUNDS = 4096;

/** The verifier that PostgreSQL stores for a password (RFC 5803): the password itself never reaches its log. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, SCRAM_ROUNDS, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}
