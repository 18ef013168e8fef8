import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@backcounter/domain';
import type { ExecutionResult } from 'graphql';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { isRetryable } from '../db/database-error.ts';
import { inTransaction } from '../db/transaction.ts';
import { toAppError } from './public-error.ts';
import type { WhenRepeated } from './repeated-mutation.ts';

/** A finished answer: the bytes to send and, if allowed, to store for a repeat. */
export interface MutationAnswer {
  readonly body: string;
  readonly isReplayed: boolean;
  /** Null for a stored answer. */
  readonly result: ExecutionResult | null;
}

/** One execution of a mutation document. */
export interface MutationRun {
  readonly actorSub: string;
  /** From the `Idempotency-Key` header, or null. */
  readonly idempotencyKey: string | null;
  readonly operation: string;
  /** The request's body, which must be the same when the key is repeated. */
  readonly requestText: string;
  readonly requestId: string;
  /** The effect is one statement, which is a transaction on its own. */
  readonly isOneStatement: boolean;
  /** Everything is rolled back in the end. */
  readonly isDry: boolean;
  readonly whenRepeated: WhenRepeated;
  /** With a transaction, or with the pool where the effect is one statement. */
  execute(db: Kysely<Database>): Promise<ExecutionResult>;
  print(result: ExecutionResult): string;
}

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 20;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Carries an answer with errors out of the transaction, which rolls it back. */
class Refused extends Error {
  readonly result: ExecutionResult;

  constructor(result: ExecutionResult) {
    super('refused');
    this.result = result;
  }
}

/** Carries the answer of a dry run out of the transaction, which rolls it back. */
class DryRun extends Error {
  readonly answer: MutationAnswer;

  constructor(answer: MutationAnswer) {
    super('dry run');
    this.answer = answer;
  }
}

/** A refusal that leaves something behind: `settle` runs after everything else was rolled back. */
export class SettledRefusal extends AppError {
  readonly settle: (db: Kysely<Database>) => Promise<void>;

  constructor(refusal: AppError, settle: (db: Kysely<Database>) => Promise<void>) {
    super(refusal.code, refusal);
    this.settle = settle;
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
 * with errors rolls everything back. Serialisation failures and deadlocks are retried three times. An effect of one
 * statement without a key needs no other transaction.
 * @throws AppError `idempotency.in-flight`, `idempotency.mismatch`, `idempotency.not-replayable`
 */
export async function runMutation(db: Kysely<Database>, run: MutationRun): Promise<MutationAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (run.isOneStatement && run.idempotencyKey === null) return await attemptMutation(db, run);
      return await db.transaction().execute(async (transaction) => {
        const answer = await attemptMutation(transaction, run);
        if (!run.isDry) return answer;
        // As a commit would check them.
        await sql`set constraints all immediate`.execute(transaction);
        throw new DryRun(answer);
      });
    } catch (error) {
      if (error instanceof DryRun) return error.answer;
      const cause = error instanceof Refused ? retryableCause(error.result) : error;
      if (isRetryable(cause) && attempt < MAX_ATTEMPTS) {
        await sleep(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
        continue;
      }
      if (error instanceof Refused) {
        for (const each of error.result.errors ?? []) {
          const refusal = toAppError(each);
          if (refusal instanceof SettledRefusal && !run.isDry) await inTransaction(db, refusal.settle);
        }
        return { body: run.print(error.result), isReplayed: false, result: error.result };
      }
      throw error;
    }
  }
}

async function attemptMutation(transaction: Kysely<Database>, run: MutationRun): Promise<MutationAnswer> {
  const key = run.whenRepeated === 'run-again' ? null : run.idempotencyKey;
  if (key === null) return executeOnce(transaction, run);
  const hash = requestHash(run.requestText);
  const done = await claimKey(transaction, run.actorSub, key, hash);
  if (done !== null) {
    if (done.response === null) throw await notReplayable(transaction, done.request_id);
    // Stored as one JSON text, so that a replay has the same bytes.
    return { body: String(done.response), isReplayed: true, result: null };
  }
  const answer = await executeOnce(transaction, run);
  await transaction
    .insertInto('idempotency_key')
    .values({
      actor_sub: run.actorSub,
      key,
      operation: run.operation,
      request_hash: hash,
      request_id: run.requestId,
      response: run.whenRepeated === 'refused' ? null : JSON.stringify(answer.body),
    })
    .onConflict((conflict) =>
      conflict.columns(['actor_sub', 'key']).doUpdateSet((insert) => ({
        operation: insert.ref('excluded.operation'),
        request_hash: insert.ref('excluded.request_hash'),
        request_id: insert.ref('excluded.request_id'),
        response: insert.ref('excluded.response'),
        created_at: insert.ref('excluded.created_at'),
      })),
    )
    .execute();
  return answer;
}

/** @throws Refused for an answer with errors */
async function executeOnce(transaction: Kysely<Database>, run: MutationRun): Promise<MutationAnswer> {
  const result = await run.execute(transaction);
  if (result.errors !== undefined) throw new Refused(result);
  return { body: run.print(result), isReplayed: false, result };
}

/** Row of an earlier request with the key, or null. Locks the key until the transaction ends. */
async function claimKey(transaction: Kysely<Database>, actorSub: string, key: string, hash: Buffer) {
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
    .select(['request_hash', 'request_id', 'response'])
    .where('actor_sub', '=', actorSub)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
  if (row !== undefined && !hash.equals(row.request_hash)) {
    throw new AppError('idempotency.mismatch', { message: 'This Idempotency-Key was used for another request.' });
  }
  return row ?? null;
}

/** Identifies the record that the first request created or changed, from the audit trail. */
async function notReplayable(transaction: Kysely<Database>, requestId: string | null): Promise<AppError> {
  const event = await transaction
    .selectFrom('staff_audit_event')
    .select(['entity_type as kind', 'entity_id as id'])
    .where('request_id', '=', requestId)
    .where('outcome', '=', 'DONE')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const record = event?.kind != null && event.id != null ? { kind: event.kind, id: event.id } : undefined;
  return new AppError('idempotency.not-replayable', {
    message: 'Already done. The answer had personal or secret data, so it was not stored.',
    details: record === undefined ? {} : { record },
  });
}

function retryableCause(result: ExecutionResult): unknown {
  return result.errors?.map((error) => toAppError(error).cause).find(isRetryable);
}
