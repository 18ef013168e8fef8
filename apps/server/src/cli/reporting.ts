/** `npm run reporting -- add NAME`: gives analysts read-only access of their own to the views of schema `reporting`. */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Config, loadConfig } from '../config.ts';
import { StartupError } from '../db/startup-error.ts';
import { DATABASE_NAME, urlsOf } from '../embedded/postgres/credentials.ts';
import { acceptedCredentials } from '../embedded/postgres/rotate-passwords.ts';
import { asCommand, connectForCommand } from './connect.ts';
import { addReader, listReaders, readerRole, removeReader } from './reporting-access.ts';

const USAGE = `Usage: npm run reporting -- COMMAND

  add NAME [--personal]   creates the role report_NAME and prints its address with the password, once;
                          with --personal it reads names and contacts too
  list                    lists these roles
  remove NAME             removes one`;

await asCommand(main);

async function main(): Promise<void> {
  const { command, role, seesPersonal } = readArguments();
  const config = loadConfig();
  const run = async (client: pg.Client, ownerUrl: string): Promise<string[]> => {
    if (command === 'list')
      return (await listReaders(client)).map(
        (reader) => `${reader.role}\t${reader.seesPersonal ? 'with names and contacts' : 'without personal data'}`,
      );
    if (command === 'remove') {
      await removeReader(client, role);
      await recordChange(client, 'remove', role);
      return [`Removed ${role}.`];
    }
    const password = await addReader(client, { role, seesPersonal });
    await recordChange(client, 'create', role);
    return [readerUrl(config.databaseReplicaUrl ?? ownerUrl, role, password)];
  };
  const database = await connectForCommand(config, (line) => console.error(line));
  const client = new pg.Client({ connectionString: await roleUrl(config, database.urls.owner) });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN');
    const lines = await run(client, database.urls.owner);
    await client.query('COMMIT');
    for (const line of lines) console.log(line);
  } finally {
    await client.end();
    await database.close();
  }
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({ options: { personal: { type: 'boolean' } }, allowPositionals: true });
    const [command = '', name, ...others] = positionals;
    const isKnown = command === 'list' ? name === undefined : /^(add|remove)$/.test(command) && name !== undefined;
    if (isKnown && others.length === 0)
      return { command, role: name === undefined ? '' : readerRole(name), seesPersonal: values.personal === true };
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
  throw new StartupError(USAGE);
}

/** Of the role that may create roles: the owner, or in the embedded database its superuser. */
async function roleUrl({ databaseUrl, dataDir }: Config, ownerUrl: string): Promise<string> {
  const credentials = databaseUrl === null ? await acceptedCredentials(dataDir) : null;
  if (credentials === null) return ownerUrl;
  const url = new URL(urlsOf(credentials).superuser);
  url.pathname = `/${DATABASE_NAME}`;
  return url.href;
}

/** Over TCP: a reader has its own machine, and the socket is in the data folder. */
function readerUrl(databaseUrl: string, role: string, password: string): string {
  const url = new URL(databaseUrl);
  if (url.hostname.startsWith('%2F')) url.hostname = '127.0.0.1';
  url.username = role;
  url.password = password;
  return url.href;
}

async function recordChange(client: pg.Client, verb: 'create' | 'remove', role: string): Promise<void> {
  await client.query(
    `INSERT INTO staff_audit_event (actor_sub, request_id, action, entity_type, entity_id, outcome)
     VALUES ('operator', $1, $2, 'secret', $3, 'DONE')`,
    [randomUUID(), `secret.${verb}`, role],
  );
}
