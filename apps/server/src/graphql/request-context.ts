// biome-ignore-all lint/suspicious/noEmptyInterface: `services.ts` declares the members of Services
import { AppError, type MachineScope, may, type Permission } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import { FIRST_POSITION, type LogPosition } from '../db/log-position.ts';
import type { Caller } from '../ports/identity.ts';
import type { SqlRunner } from './sql-runner.ts';

/** Kept for the life of the process. `services.ts` declares the members, whose types are those of rooms above. */
export interface Services {}

/** What a request reads lists and reports from. */
export interface ListSource {
  readonly sql: SqlRunner;
  /** The replica has everything that was committed until then; null: this is the primary, which has everything. */
  readonly completeUntil: Date | null;
  /** Everything that is in the log before it is seen; the primary, of which nobody asked, sees more. */
  readonly position: LogPosition;
  /** What the request must see at least. */
  readonly wanted: LogPosition;
}

/** Chooses between the replica and the primary, once for a request. */
export interface ListSources {
  source(): Promise<ListSource>;
}

/** What every resolver gets. In a mutation `db` and `sql` are bound to the one transaction of the document. */
export interface RequestContext {
  readonly caller: Caller;
  readonly db: Kysely<Database>;
  readonly sql: SqlRunner;
  /** Where lists and reports may be read as well; null: nowhere. For `readingContext`. */
  readonly lists: ListSources | null;
  readonly services: Services;
  /** Aborts when the client goes away; running SQL is cancelled by it. */
  readonly signal: AbortSignal;
  /** Reference id of the request, as in the `x-request-id` header. */
  readonly requestId: string;
  /** The one time that a request uses. */
  readonly now: Date;
}

/** What a change needs of a request; a job has it as well. */
export type EffectContext = Omit<RequestContext, 'lists' | 'services'>;

/** A request that reads a list or a report. */
export interface ReadingContext extends RequestContext {
  readonly seen: Pick<ListSource, 'position' | 'wanted'>;
}

/**
 * The context that lists and reports are read with: `sql` may be a replica's, and `now` is then the instant until which it has everything. Nothing
 * that a change rests on is read with it.
 */
export async function readingContext(context: RequestContext): Promise<ReadingContext> {
  const source = await context.lists?.source();
  if (source === undefined) return { ...context, seen: { position: FIRST_POSITION, wanted: FIRST_POSITION } };
  const { sql, completeUntil } = source;
  const now = completeUntil === null || completeUntil > context.now ? context.now : completeUntil;
  return { ...context, sql, now, seen: source };
}

/** True when the caller holds the permission; a machine client never does. */
export function callerMay(caller: Caller, permission: Permission): boolean {
  return caller.kind === 'staff' && may(caller.roles, permission);
}

/**
 * @throws AppError `session.action-required` with the address where it is done, `access.denied` that names the permission.
 */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (caller.kind === 'staff' && caller.actionRequired !== undefined)
    throw new AppError('session.action-required', { details: { redirectUrl: caller.actionRequired } });
  if (!callerMay(caller, permission)) {
    throw new AppError('access.denied', {
      message: 'You may not do this.',
      details: { permission },
    });
  }
}

/**
 * Lets a machine client with the scope pass; staff never have one.
 * @throws AppError `access.denied` that names the scope.
 */
export function requireScope(caller: Caller, scope: MachineScope): void {
  if (caller.kind !== 'machine' || !caller.scopes.includes(scope)) {
    throw new AppError('access.denied', { message: 'You may not do this.', details: { scope } });
  }
}
