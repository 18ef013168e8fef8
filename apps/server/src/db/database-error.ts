import { AppError } from '@backcounter/domain';
import { z } from 'zod';
import { errorCodeOf } from './error-code.ts';

/** SQLSTATEs that this schema raises, besides PostgreSQL's own. */
export const OWN_SQLSTATES = {
  invalidTransition: 'BC001',
  appendOnly: 'BC002',
  topicInUse: 'BC004',
  lastAdministrator: 'BC005',
  ownAccess: 'BC006',
  approversStay: 'BC007',
  segmentApproved: 'BC008',
} as const;

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN']);
/**
 * Classes 08 connection, 28 authorization, 3D missing database, 53 resources, 57P operator intervention, 58 system;
 * 25P03 and 25P04 slow transaction, 25006 read-only replica.
 */
const UNAVAILABLE_STATE = /^(08|28|3D|53|57P|58|25P0[34]$|25006$)/;
const RETRYABLE_STATES = new Set(['40001', '40P01']);
/** A lock or statement that took too long. */
const TIMED_OUT_STATES = new Set(['55P03', '57014']);

const usedBySchema = z.object({ id: z.string(), title: z.string(), state: z.string() });

/** True for serialization failures and deadlocks: repeating the whole transaction may succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE_STATES.has(errorCodeOf(error) ?? '');
}

/** True if the database refused a value: classes 22 data and 23 integrity. */
export function isRefusedValue(error: unknown): error is { readonly code: string } {
  return /^2[23]/.test(errorCodeOf(error) ?? '');
}

/** True if the database is unreachable, has closed the connection or is out of resources. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCodeOf(error);
  if (code !== undefined && (NETWORK_CODES.has(code) || UNAVAILABLE_STATE.test(code))) return true;
  // A socket that is missing, not any other file.
  if (code === 'ENOENT') return (error as NodeJS.ErrnoException).syscall === 'connect';
  return error instanceof AggregateError && error.errors.some(isUnavailable);
}

/**
 * Maps an error of the database to an AppError: `service.unavailable` (retry after 1 s) if it is unreachable or out of
 * resources, `query.timed-out` if a statement or lock took too long, `state.invalid-transition` if the database refused
 * a state, `topic.in-use` with the notifications that use it, `staff.last-administrator`, `staff.own-access`,
 * `approval.unsatisfiable`. Returns other errors unchanged.
 */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = errorCodeOf(error);
  if (isUnavailable(error) || isRetryable(error)) {
    return new AppError('service.unavailable', { cause: error, details: { retryAfterSeconds: 1 } });
  }
  if (TIMED_OUT_STATES.has(code ?? '')) return new AppError('query.timed-out', { cause: error });
  if (code === OWN_SQLSTATES.invalidTransition) return new AppError('state.invalid-transition', { cause: error });
  if (code === OWN_SQLSTATES.lastAdministrator) {
    const message = 'This is the last active administrator. Make someone else an administrator first.';
    return new AppError('staff.last-administrator', { cause: error, message });
  }
  if (code === OWN_SQLSTATES.approversStay) {
    const message = 'Two people who can approve must stay while a rule of approval is on.';
    return new AppError('approval.unsatisfiable', { cause: error, message });
  }
  if (code === OWN_SQLSTATES.ownAccess) {
    const message = 'Another administrator must change your own roles and access.';
    return new AppError('staff.own-access', { cause: error, message });
  }
  if (code === OWN_SQLSTATES.segmentApproved) {
    const message = 'An approved notification waits for this segment.';
    return new AppError('field.invalid', {
      cause: error,
      message,
      details: { fields: { rule: [{ rule: 'approved' }] } },
    });
  }
  if (code === OWN_SQLSTATES.topicInUse) {
    const { detail } = error as { readonly detail?: string };
    const usedBy = z.array(usedBySchema).safeParse(detail === undefined ? [] : JSON.parse(detail));
    return new AppError('topic.in-use', {
      cause: error,
      message: 'Notifications of this topic are on their way.',
      details: { usedBy: usedBy.data ?? [] },
    });
  }
  return error;
}
