import { type Kysely, sql } from 'kysely';
import { bestEffort } from '../db/best-effort.ts';
import type { Database } from '../db/client.ts';
import { translateDatabaseError } from '../db/database-error.ts';
import type { Refusal } from '../graphql/graphql-handler.ts';
import { statusOf, toAppError } from '../graphql/public-error.ts';
import { isUuid } from '../listing/list-filter.ts';
import { actorOf, rememberActor, writeAudit } from './record-audit.ts';

/** Refusals that wait for the database, in memory; further ones are only in the log. */
export const WAITING_MAX = 10_000;
const RETRY_MS = 5_000;

/**
 * Records refused operations in the audit trail: the required permission, the named record and the error code. Those
 * during an outage of the database are written when it is back.
 */
export class Refusals {
  readonly #db: Kysely<Database>;
  #waiting: Refusal[] = [];
  #retrying: Promise<unknown> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws the error of the database, which the caller logs */
  async record(refusal: Refusal): Promise<void> {
    const { caller, requestId, right, outcome, variables } = refusal;
    try {
      await writeAudit(this.#db, caller, requestId, {
        action: right,
        entityType: typeOf(refusal),
        entityId: targetOf(variables),
        outcome,
        changes: changesOf(refusal),
      });
    } catch (error) {
      if (isOutage(error) && this.#waiting.length < WAITING_MAX) {
        this.#waiting.push(refusal);
        this.#timer ??= setInterval(() => void this.retry(), RETRY_MS).unref();
      }
      throw error;
    }
  }

  /** Writes those that wait, oldest first, until one fails. */
  async retry(): Promise<void> {
    this.#retrying ??= bestEffort('writing refusals of an outage', async () => {
      for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
        await this.#writeLate(next).catch((error: unknown) => {
          if (isOutage(error)) throw error;
          // One that the database refuses would hold up all others.
          return bestEffort('writing a refusal of an outage', () => Promise.reject(error));
        });
        this.#waiting.shift();
      }
      clearInterval(this.#timer);
      this.#timer = undefined;
    }).finally(() => {
      this.#retrying = null;
    });
    await this.#retrying;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#waiting.length > 0) await this.retry();
  }

  /** The connection may have been lost after the row was written. */
  async #writeLate(refusal: Refusal): Promise<void> {
    const { caller, requestId, right, outcome, variables, at } = refusal;
    const [sub, , , roles] = actorOf(caller);
    await rememberActor({ db: this.#db, caller });
    const target = targetOf(variables);
    await sql`
      insert into staff_audit_event (occurred_at, actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, changes)
      select ${at}, ${sub}, ${[...roles]}, ${requestId}, ${right}, ${target === null ? null : typeOf(refusal)}, ${target},
        ${outcome}, ${JSON.stringify(changesOf(refusal))}
      where not exists (select from staff_audit_event where request_id = ${requestId} and action = ${right})`.execute(
      this.#db,
    );
  }
}

const isOutage = (error: unknown): boolean => statusOf(toAppError(translateDatabaseError(error))) === 503;

const typeOf = ({ right }: Refusal): string => right.slice(0, right.indexOf('.'));

const changesOf = ({ code }: Refusal) => ({ refusal: [null, code] }) as const;

/** The id from `$id` or `$input.id` if it is a UUID. Any other text is dropped, because the trail is permanent. */
function targetOf(variables: Readonly<Record<string, unknown>>): string | null {
  const input = variables['input'] as { readonly id?: unknown } | null | undefined;
  const id = variables['id'] ?? input?.id;
  return typeof id === 'string' && isUuid(id) ? id : null;
}
