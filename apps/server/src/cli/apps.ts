/** `npm run apps -- …`: manages the pages of other origins that people sign in to, for operators. */
import { APP_SCOPES, parseAppScopes, ROLES } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { loadConfig } from '../config.ts';
import type { Expected } from '../crud/read-record.ts';
import { changeState, createRecord, updateRecord } from '../crud/write-record.ts';
import { createDatabase, type Database } from '../db/client.ts';
import { StartupError } from '../db/startup-error.ts';
import { inTransaction } from '../db/transaction.ts';
import { app } from '../features/app/app.entity.ts';
import type { EffectContext } from '../graphql/request-context.ts';
import { asCommand, connectForCommand } from './connect.ts';
import { operatorContext } from './operator.ts';
import { readCommand, recordFailure, requiredOption } from './record-command.ts';
import type { DocumentOwner } from './registered-documents.ts';

const USAGE = `Usage: npm run apps -- COMMAND

  add --client-id C --name N [--origin O …] [--redirect A …] [--post-logout A …] [--scope S …]
                                        adds an app; without --redirect no one can sign in to it
  list                                  lists apps with state, scopes, origins and redirect addresses
  edit --client-id C [the same options] replaces what is given, such as all origins; --origin '' removes them
  suspend --client-id C --reason R      refuses the app within 5 s
  reactivate --client-id C              accepts the app again
  documents C [FILE | --none]           lists its registered GraphQL operations, replaces them by those of a
                                        file, or removes them; with any, it runs no others

Scopes: ${APP_SCOPES.join(', ')}.`;

const OPTIONS = {
  'client-id': { type: 'string' },
  name: { type: 'string' },
  origin: { type: 'string', multiple: true },
  redirect: { type: 'string', multiple: true },
  'post-logout': { type: 'string', multiple: true },
  scope: { type: 'string', multiple: true },
  reason: { type: 'string' },
  none: { type: 'boolean' },
} as const;

type Found = Expected & { readonly scopes: string | null };

/** Imported only where it is needed: the whole schema loads slowly. */
const documents = async (operands: readonly string[], isNone: boolean) =>
  (await import('./registered-documents.ts')).documentsCommand(OWNER, operands, isNone, USAGE);

const OWNER: DocumentOwner = {
  entity: app,
  column: 'app_id',
  find,
  callerWith: (scopes) => {
    const acting = { clientId: '', scopes: parseAppScopes(scopes), documents: [] };
    return { kind: 'staff', sub: '', name: '', email: null, roles: ROLES, expiresAt: new Date(), app: acting };
  },
};

await asCommand(main, recordFailure);

async function main(): Promise<void> {
  const run = await prepare();
  const database = await connectForCommand(loadConfig(), (line) => console.error(line));
  try {
    await run(createDatabase(database.pool));
  } finally {
    await database.close();
  }
}

/** Validates arguments before starting a database. */
async function prepare(): Promise<(db: Kysely<Database>) => Promise<void>> {
  const { command, operands, values } = readCommand(OPTIONS, USAGE);
  if (command === 'list') return list;
  if (command === 'documents') return documents(operands, values.none === true);
  const clientId = requiredOption(values['client-id'], '--client-id', USAGE);
  const fields = {
    ...(values.name !== undefined && { name: values.name }),
    ...(values.origin && { origins: joined(values.origin, '\n') }),
    ...(values.redirect && { redirectAddresses: joined(values.redirect, '\n') }),
    ...(values['post-logout'] && { postLogoutAddresses: joined(values['post-logout'], '\n') }),
    ...(values.scope && { scopes: joined(values.scope, ' ') }),
  };
  switch (command) {
    case 'add':
      requiredOption(values.name, '--name', USAGE);
      return effect(`Added ${clientId}.`, (context) => createRecord(context, app, { clientId, ...fields }));
    case 'edit':
      return change(clientId, 'Changed', (context, found) => updateRecord(context, app, found, fields));
    case 'suspend': {
      const reason = requiredOption(values.reason, '--reason', USAGE);
      return change(clientId, 'Suspended', (context, found) => changeState(context, app, 'SUSPEND', found, reason));
    }
    case 'reactivate':
      return change(clientId, 'Reactivated', (context, found) => changeState(context, app, 'REACTIVATE', found, null));
    default:
      throw new StartupError(USAGE);
  }
}

/** Null if nothing remains, which removes the value. */
function joined(parts: readonly string[], by: string): string | null {
  return parts.filter(Boolean).join(by) || null;
}

function effect(done: string, run: (context: EffectContext) => Promise<unknown>) {
  return async (db: Kysely<Database>): Promise<void> => {
    await inTransaction(db, (trx) => run(operatorContext(trx)));
    console.log(done);
  };
}

function change(clientId: string, done: string, run: (context: EffectContext, found: Expected) => Promise<unknown>) {
  return effect(`${done} ${clientId}.`, async (context) => run(context, await find(context.db, clientId)));
}

async function find(db: Kysely<Database>, clientId: string): Promise<Found> {
  const { rows } = await sql<Found>`
    select id, version as "expectedVersion", scopes from app where client_id = ${clientId} for update`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new StartupError(`App ${clientId} not found.`);
  return found;
}

async function list(db: Kysely<Database>): Promise<void> {
  const rows = await db.selectFrom('app').selectAll().orderBy('client_id').execute();
  for (const { client_id: id, name, state, scopes, origins, redirect_addresses: redirects } of rows)
    console.log([id, name, state, scopes ?? 'no scope', words(origins), words(redirects)].join('\t'));
}

function words(lines: string | null): string {
  return lines?.replaceAll('\n', ' ') ?? 'none';
}
