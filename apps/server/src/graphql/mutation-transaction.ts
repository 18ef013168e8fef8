import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@backcounter/domain';
import type { ExecutionResult } from 'graphql';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { isRetryable } from '../db/database-error.ts';
import { toAppError } from './public-error.ts';

/** A finished answer: the bytes that go out and, for a replay, that were stored. */
export interface MutationAnswer {
  readonly body: string;
  readonly isReplayed: boolean;
  /** Null for a replay. */
  readonly result: ExecutionResult | null;
}

/** One execution of a mutation document. */
export interface MutationRun {
  readonly actorSub: string;
  /** From the `Idempotency-Key` header, or null. */
  readonly idempotencyKey: string | null;
  readonly operation: string;
  /** The request's body: what must be the same when the key comes again. */
  readonly requestText: string;
  /** The effect is one statement, which is a transaction by itself. */
  readonly isOneStatement: boolean;
  /** With a transaction, or with the pool where the effect is one statement. */
  execute(db: Kysely<Database>): Promise<ExecutionResult>;
  print(result: ExecutionResult): string;
}

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 20;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Carries an answer with errors out of the transaction, which thereby rolls back. */
class Refused extends Error {
  readonly result: ExecutionResult;

  constructor(result: ExecutionResult) {
    super('refused');
    this.result = result;
  }
}

/** Fingerprint of a request's body. */
function requestHash(body: string): Buffer {
  return createHash('sha256').update(body).digest();
}

/** @throws AppError `request.malformed` for a key that isn't 1 to 255 visible ASCII characters. */
export function checkIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw new AppError('request.malformed', { message: 'Idempotency-Key must be 1 to 255 visible ASCII characters.' });
}

/**
 * Runs the whole document in one transaction: lock of the key, effect, audit row, key row with the answer. An answer
 * with errors leaves nothing behind. Serialisation failures and deadlocks are repeated three times. An effect of one
 * statement without a key is that transaction itself.
 * @throws AppError `idempotency.in-flight`, `idempotency.mismatch`
 */
export async function runMutation(db: Kysely<Database>, run: MutationRun): Promise<MutationAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (run.isOneStatement && run.idempotencyKey === null) return await attemptMutation(db, run);
      return await db.transaction().execute((transaction) => attemptMutation(transaction, run));
    } catch (error) {
      const cause = error instanceof Refused ? retryableCause(error.result) : error;
      if (isRetryable(cause) && attempt < MAX_ATTEMPTS) {
        await sleep(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
        continue;
      }
      if (error instanceof Refused) {
        return { body: run.print(error.result), isReplayed: false, result: error.result };
      }
      throw error;
    }
  }
}

async function attemptMutation(transaction: Kysely<Database>, run: MutationRun): Promise<MutationAnswer> {
  const hash = run.idempotencyKey === null ? null : requestHash(run.requestText);
  if (run.idempotencyKey !== null && hash !== null) {
    const stored = await claimKey(transaction, run.actorSub, run.idempotencyKey, hash);
    if (stored !== null) return { body: stored, isReplayed: true, result: null };
  }
  const result = await run.execute(transaction);
  if (result.errors !== undefined) throw new Refused(result);
  const body = run.print(result);
  if (run.idempotencyKey !== null && hash !== null) {
    await transaction
      .insertInto('idempotency_key')
      .values({
        actor_sub: run.actorSub,
        key: run.idempotencyKey,
        operation: run.operation,
        request_hash: hash,
        response: JSON.stringify(body),
      })
      .onConflict((conflict) =>
        conflict.columns(['actor_sub', 'key']).doUpdateSet((insert) => ({
          operation: insert.ref('excluded.operation'),
          request_hash: insert.ref('excluded.request_hash'),
          response: insert.ref('excluded.response'),
          created_at: insert.ref('excluded.created_at'),
        })),
      )
      .execute();
  }
  return { body, isReplayed: false, result };
}

async function claimKey(
  transaction: Kysely<Database>,
  actorSub: string,
  key: string,
  hash: Buffer,
): Promise<string | null> {
  const lock = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${actorSub}\n${key}`}, 0)) as locked`.execute(transaction);
  if (lock.rows[0]?.locked !== true) {
    throw new AppError('idempotency.in-flight', {
      message: 'The same request is being worked on.',
      details: { retryAfterSeconds: 1 },
    });
  }
  const row = await transaction
    .selectFrom('idempotency_key')
    .select(['request_hash', 'response'])
    .where('actor_sub', '=', actorSub)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (!hash.equals(row.request_hash)) {
    throw new AppError('idempotency.mismatch', { message: 'This Idempotency-Key was used for another request.' });
  }
  // Stored as one JSON text, so that a replay has the same bytes.
  return String(row.response);
}

function retryableCause(result: ExecutionResult): unknown {
  return result.errors?.map((error) => toAppError(error).cause).find(isRetryable);
}
