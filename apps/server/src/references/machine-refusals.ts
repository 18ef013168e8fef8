import { AppError, POINTS_LIMITS } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { bestEffort } from '../db/best-effort.ts';
import { callFunction } from '../db/call-function.ts';
import type { Database } from '../db/client.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import { isUuid } from '../listing/list-filter.ts';

/** A request that was refused, as the client sent it. */
export interface RefusedRequest {
  readonly accountId?: string | null | undefined;
  readonly firebaseId?: string | null | undefined;
  readonly walletIds?: readonly (string | null | undefined)[];
  readonly storeSid?: string | null | undefined;
  readonly receipt?: string | null | undefined;
  /** Code of a coupon, of which only the end is kept. */
  readonly code?: string | null | undefined;
  readonly points?: number | undefined;
  readonly occurredAt?: Date | null | undefined;
  /** Error code or outcome. */
  readonly reason: string;
}

/** Requests that wait to be written, and those of one statement; further ones are dropped. */
const WAITING_MAX = 1_000;
const TOGETHER = 200;
const BATCH = 1_000;
const CODE_END = 4;
const DAY_MS = 86_400_000;

/**
 * Notes refused requests of machine clients about accounts, outside of the transaction that the refusal rolls back.
 * Requests don't wait for it, and it uses one connection of the process at most.
 */
export class MachineRefusals {
  readonly #db: Kysely<Database>;
  #waiting: object[] = [];
  #writing: Promise<void> | null = null;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  note(
    context: Pick<RequestContext, 'caller' | 'now' | 'afterDryRun'>,
    operation: string,
    requests: readonly RefusedRequest[],
  ): void {
    const { caller, now, afterDryRun } = context;
    if (afterDryRun !== undefined) return;
    for (const { accountId, firebaseId, walletIds, storeSid, receipt, code, points, occurredAt, reason } of requests) {
      if (this.#waiting.length >= WAITING_MAX) break;
      this.#waiting.push({
        client: caller.sub,
        operation,
        account: uuidOrNull(accountId),
        firebase: plain(firebaseId),
        wallets: (walletIds ?? []).flatMap((id) => uuidOrNull(id) ?? []),
        store: plain(storeSid),
        receipt: plain(receipt),
        code_end: plain(code)?.slice(-CODE_END) ?? null,
        points: points ?? null,
        reason,
        occurred: isRecent(occurredAt, now) ? occurredAt : null,
      });
    }
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  /** Waits for those that are noted. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const items = this.#waiting.splice(0, TOGETHER);
      await bestEffort('noting refused requests', () => callFunction(this.#db, 'note_machine_refusals', { items }));
    }
  }
}

/** Runs a request, and notes it if an error refuses it. `asked` is the request as far as it is known by then. */
export async function notingRefusal<T>(
  context: RequestContext,
  operation: string,
  asked: () => Omit<RefusedRequest, 'reason'>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError)
      context.services.machineRefusals.note(context, operation, [{ ...asked(), reason: error.code }]);
    throw error;
  }
}

/** Deletes refused requests after 30 days; true when more may be left. */
export async function deleteOldRefusals(trx: Kysely<Database>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from machine_refusal where id in (
      select id from machine_refusal where day < current_date - 30 order by day limit ${BATCH})`.execute(trx);
  return numAffectedRows === BigInt(BATCH);
}

const uuidOrNull = (text: string | null | undefined): string | null => (text != null && isUuid(text) ? text : null);

/** Text that the database takes, without control characters; refused requests may hold any. */
function plain(text: string | null | undefined): string | null {
  const kept = (text ?? '')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, POINTS_LIMITS.referenceMaxLength);
  return kept.isWellFormed() && kept !== '' ? kept : null;
}

const isRecent = (at: Date | null | undefined, now: Date): boolean =>
  at != null && at <= now && now.getTime() - at.getTime() < POINTS_LIMITS.behindDays * DAY_MS;
