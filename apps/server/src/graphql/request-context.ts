// biome-ignore-all lint/suspicious/noEmptyInterface: `services.ts` declares the members of Services
import { AppError, hasScope, type MachineScope, may, type Permission } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import { FIRST_POSITION, type LogPosition } from '../db/log-position.ts';
import type { Caller } from '../ports/identity.ts';
import type { SqlRunner } from './sql-runner.ts';

/**
 * Services that live as long as the process. `services.ts` declares the members, whose types belong to higher rooms.
 */
export interface Services {}

/** The database from which a request reads lists and reports. */
export interface ListSource {
  readonly sql: SqlRunner;
  /** The replica has everything that was committed until then; null: the primary, which has everything. */
  readonly completeUntil: Date | null;
  /** The log up to here is visible; the primary's position is not queried, and it sees more. */
  readonly position: LogPosition;
  /** Minimum position that the request must see. */
  readonly wanted: LogPosition;
}

/** Chooses between the replica and the primary, once per request. */
export interface ListSources {
  source(): Promise<ListSource>;
}

/** The context of every resolver. In a mutation `db` and `sql` are bound to the document's transaction. */
export interface RequestContext {
  readonly caller: Caller;
  readonly db: Kysely<Database>;
  readonly sql: SqlRunner;
  /** Alternative sources of lists and reports; null: none. For `readingContext`. */
  readonly lists: ListSources | null;
  readonly services: Services;
  /** Aborts when the client disconnects, and cancels running SQL. */
  readonly signal: AbortSignal;
  /** Reference id of the request, as in the `x-request-id` header. */
  readonly requestId: string;
  /** The single time that a request uses. */
  readonly now: Date;
  /** Of a dry run: run after its changes were rolled back. */
  readonly afterDryRun?: ((db: Kysely<Database>) => Promise<unknown>)[];
  /** Absent: the caller acts alone. */
  readonly approval?: ApprovalPass;
}

/** An operation that runs only to see what would need approval, or because it was approved. */
export type ApprovalPass =
  | { readonly kind: 'ASKING'; readonly isForced: boolean; found: ApprovalContent | null }
  | {
      readonly kind: 'GRANTED';
      readonly action: string;
      readonly contentHash: string;
      readonly code: string;
      readonly by: string;
      isUsed: boolean;
    };

/** The content that a second person approves. */
export interface ApprovalContent {
  readonly action: string;
  /** In the unit of the action; null: without a ceiling, or not counted. */
  readonly value: number | null;
  readonly limit: number | null;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly title: string;
  /** As shown. `before` is null for what is new. */
  readonly fields: readonly { readonly key: string; readonly before: unknown; readonly after: unknown }[];
  /** How far it reaches, as shown. */
  readonly figures: readonly { readonly key: string; readonly value: unknown }[];
  /** SHA-256 of everything that the effect reads, in hex. */
  readonly contentHash: string;
}

/** The part of the context that changes need; a job has it as well. */
export type EffectContext = Omit<RequestContext, 'lists' | 'services'>;

/** The part of the context that changes of pictures need; a job has it as well. */
export type PictureContext = EffectContext & { readonly services: Pick<Services, 'files'> };

/** A request that reads a list or a report. */
export interface ReadingContext extends RequestContext {
  readonly seen: Pick<ListSource, 'position' | 'wanted'>;
}

/**
 * The context for reading lists and reports: `sql` may use a replica, and `now` is then the instant until which it is
 * complete. Never use it for data that a change depends on.
 */
export async function readingContext(context: RequestContext): Promise<ReadingContext> {
  const source = await context.lists?.source();
  if (source === undefined) return { ...context, seen: { position: FIRST_POSITION, wanted: FIRST_POSITION } };
  const { sql, completeUntil } = source;
  const now = completeUntil === null || completeUntil > context.now ? context.now : completeUntil;
  return { ...context, sql, now, seen: source };
}

/** True when the caller holds the permission; a machine client does within its exports only. */
export function callerMay(caller: Caller, permission: Permission): boolean {
  return caller.kind === 'staff' ? may(caller.roles, permission) : caller.exports?.includes(permission) === true;
}

/** @throws AppError `session.action-required` with the URL of the action, `access.denied` with the permission. */
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

/** True when the caller is a machine client with the scope. */
export function callerHasScope(caller: Caller, scope: MachineScope): boolean {
  return caller.kind === 'machine' && hasScope(caller.scopes, scope);
}

/**
 * Allows only machine clients with the scope; staff never have one.
 * @throws AppError `access.denied` with the scope.
 */
export function requireScope(caller: Caller, scope: MachineScope): void {
  if (!callerHasScope(caller, scope)) {
    throw new AppError('access.denied', { message: 'You may not do this.', details: { scope } });
  }
}
