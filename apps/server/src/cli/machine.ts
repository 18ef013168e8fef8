/** `npm run machine -- …`: manages machine clients, for operators. */
import { createHash, randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { parseArgs } from 'node:util';
import { MACHINE_SCOPES, machineClientRecord, parseScopes } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { loadConfig } from '../config.ts';
import type { Expected } from '../crud/read-record.ts';
import { changeState, createRecord, updateRecord } from '../crud/write-record.ts';
import { createDatabase, type Database } from '../db/client.ts';
import { StartupError } from '../db/startup-error.ts';
import { inTransaction } from '../db/transaction.ts';
import { machineClient } from '../features/machine-client/machine-client.entity.ts';
import { rotateMachineClientSecret } from '../features/machine-client/machine-client.service.ts';
import type { EffectContext } from '../graphql/request-context.ts';
import { asCommand, connectForCommand } from './connect.ts';
import { operatorContext } from './operator.ts';
import { readCommand, recordFailure, requiredOption } from './record-command.ts';
import type { DocumentOwner } from './registered-documents.ts';

const USAGE = `Usage: npm run machine -- COMMAND

  add --client-id C --name N --scope S [--scope S …] [--dry] [BOUNDS] [--secret-stdin]
                                                                        adds a client; its secret is generated and shown once, or read;
                                                                        with --dry all that it changes is rolled back
  bind --client-id C [BOUNDS]                                           replaces its bounds; without any it is bound to nothing
  list                                                                  lists clients with scopes, state and last use
  rotate --client-id C [--now] [--secret-stdin]                         sets a new secret; the current one stays valid for 24 hours,
                                                                        with --now it and all tokens end immediately
  revoke --client-id C --reason R                                       refuses the client within 5 s
  reactivate --client-id C                                              accepts the client again
  documents C [FILE | --none]                                           lists its registered GraphQL operations, replaces them by those
                                                                        of a file, or removes them; with any, it runs no others

Bounds: [--store SID …] [--country CODE …] [--points-max N]: it uses these stores alone, accounts of these countries alone, and posts
at most N points at once.
Scopes: ${MACHINE_SCOPES.join(', ')}.`;

const OPTIONS = {
  'client-id': { type: 'string' },
  name: { type: 'string' },
  scope: { type: 'string', multiple: true },
  store: { type: 'string', multiple: true },
  country: { type: 'string', multiple: true },
  'points-max': { type: 'string' },
  reason: { type: 'string' },
  now: { type: 'boolean' },
  dry: { type: 'boolean' },
  'secret-stdin': { type: 'boolean' },
  none: { type: 'boolean' },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];
type Found = Expected & { readonly scopes: string };
type Effect = (context: EffectContext) => Promise<void>;

/** Minimum requirements for a given secret. */
const GIVEN_SECRET = /^[\x21-\x7e]{32,256}$/;

/** Imported only where it is needed: the whole schema loads slowly. */
const documents = async (operands: readonly string[], isNone: boolean) =>
  (await import('./registered-documents.ts')).documentsCommand(OWNER, operands, isNone, USAGE);

const OWNER: DocumentOwner = {
  entity: machineClient,
  column: 'machine_client_id',
  find,
  callerWith: (scopes) => ({
    kind: 'machine',
    sub: '',
    name: '',
    scopes: parseScopes(scopes),
    expiresAt: new Date(),
  }),
};

await asCommand(main, recordFailure);

async function main(): Promise<void> {
  const { command, operands, values } = readCommand(OPTIONS, USAGE);
  const config = loadConfig();
  const run = await (command === 'documents'
    ? documents(operands, values.none === true)
    : prepare(command, values, config.oidcIssuer));
  const database = await connectForCommand(config, (line) => console.error(line));
  try {
    await run(createDatabase(database.pool));
  } finally {
    await database.close();
  }
}

/** Validates arguments before starting a database. */
async function prepare(
  command: string | undefined,
  values: Values,
  issuer: string | null,
): Promise<(db: Kysely<Database>) => Promise<void>> {
  switch (command) {
    case 'add':
      return add(values, issuer);
    case 'list':
      return list;
    case 'rotate':
      return rotate(values, issuer);
    case 'bind':
      return change(
        values,
        (client) => async (context) => void (await updateRecord(context, machineClient, client, boundsOf(values))),
        'Changed the bounds of',
      );
    case 'revoke': {
      const reason = required(values.reason, '--reason');
      return change(
        values,
        (client) => (context) => changeState(context, machineClient, 'SUSPEND', client, reason),
        'Revoked',
      );
    }
    case 'reactivate':
      return change(
        values,
        (client) => (context) => changeState(context, machineClient, 'REACTIVATE', client, null),
        'Reactivated',
      );
    default:
      throw new StartupError(USAGE);
  }
}

async function add(values: Values, issuer: string | null): Promise<(db: Kysely<Database>) => Promise<void>> {
  const clientId = required(values['client-id'], '--client-id');
  const input = {
    clientId,
    name: required(values.name, '--name'),
    scopes: (values.scope ?? []).join(' '),
    isDry: values.dry === true,
    ...boundsOf(values),
  };
  const parsed = machineClientRecord.whole.safeParse(input);
  if (!parsed.success) throw new StartupError(`${String(parsed.error.issues[0]?.path[0])} is not valid.\n\n${USAGE}`);
  if (issuer !== null && values['secret-stdin']) throw secretsAreElsewhere(issuer);
  const secret = issuer === null ? await secretOf(values) : null;
  return async (db) => {
    await inTransaction(db, async (trx) => {
      const context = operatorContext(trx);
      await createRecord(context, machineClient, parsed.data);
      if (secret === null) return;
      const client = await find(trx, clientId);
      await rotateMachineClientSecret(context, client, { secretHash: hashOf(secret.text), endsPresentSecret: true });
    });
    console.log(`Added ${clientId}.`);
    if (secret === null) console.log(`Its secret is kept by ${issuer}.`);
    else show(secret);
  };
}

async function rotate(values: Values, issuer: string | null): Promise<(db: Kysely<Database>) => Promise<void>> {
  required(values['client-id'], '--client-id');
  if (issuer !== null) throw secretsAreElsewhere(issuer);
  const secret = await secretOf(values);
  const rotation = { secretHash: hashOf(secret.text), endsPresentSecret: values.now === true };
  const run = change(
    values,
    (client) => (context) => rotateMachineClientSecret(context, client, rotation),
    'New secret for',
  );
  return async (db) => {
    await run(db);
    show(secret);
  };
}

function boundsOf({ store, country, 'points-max': max }: Values) {
  return {
    stores: store?.join(' ') ?? null,
    countries: country?.join(' ') ?? null,
    pointsMax: max === undefined ? null : Number(max),
  };
}

function change(values: Values, effect: (client: Expected) => Effect, done: string) {
  const clientId = required(values['client-id'], '--client-id');
  return async (db: Kysely<Database>): Promise<void> => {
    await inTransaction(db, async (trx) => effect(await find(trx, clientId))(operatorContext(trx)));
    console.log(`${done} ${clientId}.`);
  };
}

async function list(db: Kysely<Database>): Promise<void> {
  const rows = await db.selectFrom('machine_client').selectAll().orderBy('client_id').execute();
  for (const {
    client_id: id,
    name,
    scopes,
    state,
    is_demo: isDemo,
    is_dry: isDry,
    last_used_at: used,
    ...bound
  } of rows) {
    const bounds = [bound.stores, bound.countries, bound.points_max].filter((each) => each !== null);
    const marks = [state, ...(isDemo ? ['demo'] : []), ...(isDry ? ['dry'] : []), ...bounds].join(', ');
    const lastUsed = used?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never';
    console.log([id, name, scopes || 'no scope', marks, lastUsed].join('\t'));
  }
}

async function find(db: Kysely<Database>, clientId: string): Promise<Found> {
  const { rows } = await sql<Found>`
    select id, version as "expectedVersion", scopes from machine_client where client_id = ${clientId} for update`.execute(
    db,
  );
  const [client] = rows;
  if (client === undefined) throw new StartupError(`Machine client ${clientId} not found.`);
  return client;
}

async function secretOf(values: Values): Promise<{ readonly text: string; readonly isGenerated: boolean }> {
  if (values['secret-stdin'] !== true) return { text: randomBytes(32).toString('base64url'), isGenerated: true };
  const given = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (!GIVEN_SECRET.test(given)) throw new StartupError('A secret must have 32 to 256 visible ASCII characters.');
  return { text: given, isGenerated: false };
}

function show(secret: { readonly text: string; readonly isGenerated: boolean }): void {
  if (secret.isGenerated) console.log(`Secret, shown only now: ${secret.text}`);
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function secretsAreElsewhere(issuer: string): StartupError {
  return new StartupError(`Secrets are kept by the provider at ${issuer} (OIDC_ISSUER), not here.`);
}

function required(value: string | undefined, option: string): string {
  return requiredOption(value, option, USAGE);
}
