import { createHash, randomUUID } from 'node:crypto';
import { AppError } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { callFunction } from '../../db/call-function.ts';
import type { Database } from '../../db/client.ts';
import type { DatabaseTransaction } from '../../db/transaction.ts';

const STREAMS_A_PERSON_MAX = 20;
/**
 * Twice the operations of a stream: a client may start all of them and end them again before the first is picked up.
 */
const WAITING_MAX = 60;
/** `LiveStreams` renews it three times as often. After a process has died, its streams still count for this long. */
const LEASE = sql`interval '30 s'`;
const BATCH = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The start or end of a subscription, on its way to the process that carries its stream. */
export interface PostedOperation {
  readonly kind: 'START' | 'END';
  /** Parameters of the GraphQL request; for an end only `operationId`. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Id of the HTTP request. */
  readonly requestId: string;
  readonly isPersisted: boolean;
}

/**
 * Streams of all API processes, in PostgreSQL (decision 0051). A stream does not exist for any access token but the one
 * that reserved it.
 */
export class LiveSessions {
  readonly #db: Kysely<Database>;
  readonly #process = randomUUID();

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Reserves a stream for 10 s; returns its id. @throws AppError `rate.limited` when the person has 20 */
  async reserve(sub: string, accessToken: string): Promise<string> {
    const id = randomUUID();
    const isReserved = await callFunction(this.#db, 'reserve_live_session', {
      new_id: id,
      of_sub: sub,
      with_hash: hashOf(accessToken),
      streams_max: STREAMS_A_PERSON_MAX,
    });
    if (isReserved !== true)
      throw new AppError('rate.limited', { message: 'Too many streams are open.', details: { retryAfterSeconds: 10 } });
    return id;
  }

  /**
   * Makes this process the carrier of the stream.
   * @throws AppError `record.not-found`; `state.invalid-transition` when a process carries it already
   */
  async claim(id: string, accessToken: string): Promise<void> {
    const { rows } = await sql<{ isOurs: boolean }>`
      update live_session set carried_by = coalesce(carried_by, ${this.#process}),
        alive_until = case when carried_by is null then clock_timestamp() + ${LEASE} else alive_until end
      where id = ${checkedId(id)} and token_hash = ${hashOf(accessToken)} and alive_until > now()
      returning carried_by = ${this.#process} as "isOurs"`.execute(this.#db);
    if (rows[0] === undefined) throw notFound();
    if (!rows[0].isOurs) throw new AppError('state.invalid-transition', { message: 'The stream is open already.' });
  }

  /**
   * Posts an operation to the process that carries the stream, or will; `take` returns it there.
   * @throws AppError `record.not-found`; `rate.limited` when 60 wait already
   */
  async post(id: string, accessToken: string, operation: PostedOperation): Promise<void> {
    const { kind, request, requestId, isPersisted } = operation;
    const { rows } = await sql<{ isKnown: boolean; isAdded: boolean }>`
      with known as (
        select id from live_session
        where id = ${checkedId(id)} and token_hash = ${hashOf(accessToken)} and alive_until > now() for key share),
      added as (
        insert into live_operation (session_id, kind, request, request_id, is_persisted)
        select id, ${kind}, ${JSON.stringify(request)}::json, ${requestId}, ${isPersisted} from known
        where (select count(*) from live_operation where session_id = known.id) < ${WAITING_MAX}
        returning pg_notify('live_operation_posted', session_id::text))
      select exists (select from known) as "isKnown", exists (select from added) as "isAdded"`.execute(this.#db);
    if (rows[0]?.isKnown !== true) throw notFound();
    if (!rows[0].isAdded)
      throw new AppError('rate.limited', { message: 'Too many operations wait.', details: { retryAfterSeconds: 1 } });
  }

  /** Removes the pending operations of these streams, and returns them in the order of posting. */
  async take(ids: readonly string[]): Promise<readonly (PostedOperation & { readonly sessionId: string })[]> {
    const { rows } = await sql<PostedOperation & { readonly sessionId: string }>`
      with taken as (delete from live_operation where session_id = any(${ids}) returning *)
      select session_id as "sessionId", kind, request, request_id as "requestId", is_persisted as "isPersisted"
      from taken order by seq`.execute(this.#db);
    return rows;
  }

  /**
   * Renews the streams that this process carries; returns their ids. A missing one is unknown to the others, and must
   * end.
   */
  async keepAlive(): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ id: string }>`
      update live_session set alive_until = clock_timestamp() + ${LEASE} where carried_by = ${this.#process} returning id`.execute(
      this.#db,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Deletes streams with their pending operations. */
  async end(ids: readonly string[]): Promise<void> {
    await sql`delete from live_session where id = any(${ids})`.execute(this.#db);
  }
}

/**
 * Deletes streams of dead processes and those that were never opened, with their pending operations; true when more may
 * be left.
 */
export async function deleteDeadSessions(trx: DatabaseTransaction): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from live_session where id in (
      select id from live_session where alive_until <= now() limit ${BATCH} for update skip locked)`.execute(trx);
  return numAffectedRows === BigInt(BATCH);
}

function hashOf(accessToken: string): Buffer {
  return createHash('sha256').update(accessToken).digest();
}

/** @throws AppError `record.not-found` for an invalid id */
function checkedId(id: string): string {
  if (!UUID.test(id)) throw notFound();
  return id;
}

function notFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such stream.' });
}
