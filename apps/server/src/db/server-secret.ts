import { createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { bestEffort } from './best-effort.ts';
import type { Database } from './client.ts';

/** All random 32-byte keys that processes share. */
export const SERVER_SECRETS = [
  'cursor-key',
  'giveaway-proof-key',
  'giveaway-seed',
  'job-result-key',
  'picture-key',
  'realtime-key',
] as const;
/** Name of a shared key. */
export type ServerSecretName = (typeof SERVER_SECRETS)[number];

/** Current values of a key. Printing it doesn't reveal the bytes. */
export interface SecretValues {
  readonly signing: KeyObject;
  /** Keys whose signatures are accepted, including the signing key. */
  readonly accepted: readonly KeyObject[];
}

/** Call it for each use: the values change while the process runs. */
export type CurrentSecret = () => SecretValues;

/** Interval at which a running process reads rotated keys. */
const REFRESH_MS = 5_000;

/** The shared keys; the first process on a database creates them, and every process refreshes them. */
export class ServerSecrets {
  readonly #db: Kysely<Database>;
  readonly #timer: NodeJS.Timeout;
  #values: ReadonlyMap<string, SecretValues>;

  private constructor(db: Kysely<Database>, values: ReadonlyMap<string, SecretValues>) {
    this.#db = db;
    this.#values = values;
    const refresh = () => bestEffort('reading of rotated secrets', () => this.refresh());
    this.#timer = setInterval(() => void refresh(), REFRESH_MS).unref();
  }

  static async open(db: Kysely<Database>): Promise<ServerSecrets> {
    await makeMissing(db, SERVER_SECRETS);
    return new ServerSecrets(db, await readValues(db));
  }

  of(name: ServerSecretName): CurrentSecret {
    return () => {
      const values = this.#values.get(name);
      if (values === undefined) throw new Error(`The secret ${name} is missing`);
      return values;
    };
  }

  /** Reads all keys again. Runs automatically every 5 s. */
  async refresh(): Promise<void> {
    this.#values = await readValues(this.#db);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** True if one of the accepted keys creates this signature. Compares in constant time. */
export function isSignature(secret: CurrentSecret, given: Buffer, sign: (key: KeyObject) => Buffer): boolean {
  return secret().accepted.some((key) => {
    const right = sign(key);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** Reads the newest value of a key. */
export async function loadServerSecret(db: Kysely<Database>, name: ServerSecretName): Promise<Buffer> {
  await makeMissing(db, [name]);
  const { secret } = await db
    .selectFrom('server_secret')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return secret;
}

/** Reads all values of a key that may have sealed something, newest first. */
export async function loadServerSecrets(db: Kysely<Database>, name: ServerSecretName): Promise<readonly Buffer[]> {
  const newest = await loadServerSecret(db, name);
  const retired = await db
    .selectFrom('retired_server_secret')
    .select('secret')
    .where('name', '=', name)
    .where('accepted_until', '>', sql<Date>`now()`)
    .orderBy('retired_at', 'desc')
    .execute();
  return [newest, ...retired.map(({ secret }) => secret)];
}

async function makeMissing(db: Kysely<Database>, names: readonly ServerSecretName[]): Promise<void> {
  await db
    .insertInto('server_secret')
    .values(names.map((name) => ({ name, secret: randomBytes(32) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The oldest value that may still sign is used, until every process has its successor. */
async function readValues(db: Kysely<Database>): Promise<ReadonlyMap<string, SecretValues>> {
  const { rows } = await sql<{ name: string; secret: Buffer; signs: boolean }>`
    select name, secret, true as signs, null::timestamptz as retired_at from server_secret
    union all
    select name, secret, signs_until > now(), retired_at from retired_server_secret where accepted_until > now()
    order by retired_at nulls last`.execute(db);
  const values = new Map<string, SecretValues>();
  for (const [name, group] of Map.groupBy(rows, (row) => row.name)) {
    const keys = group.map(({ secret, signs }) => ({ key: createSecretKey(secret), signs }));
    const signing = keys.find(({ signs }) => signs)?.key;
    if (signing !== undefined) values.set(name, { signing, accepted: keys.map(({ key }) => key).reverse() });
  }
  return values;
}
