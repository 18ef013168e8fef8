/**
 * The closed list of error codes (`noun.problem`), with the HTTP status for answers outside of GraphQL. Every code has
 * an English message under the key `error.<code>` in the console's messages.
 */
export const ERROR_CODES = {
  'session.required': 401,
  'session.expired': 401,
  /** The provider requires an action first, such as setting up a second factor. */
  'session.action-required': 403,
  'access.denied': 403,
  /** A machine client is bound to other stores or smaller amounts. */
  'client.out-of-bounds': 403,
  'record.not-found': 404,
  'record.conflict': 409,
  'state.invalid-transition': 409,
  'wallet.not-found': 404,
  /** The wallet can't be debited: its owner is suspended or closed. */
  'wallet.frozen': 409,
  /** The wallet has reached the largest countable total of moved points. */
  'wallet.full': 409,
  'points.insufficient': 409,
  /** The card was reported lost or replaced. */
  'card.replaced': 409,
  'transfer.already-reversed': 409,
  /** A reversal can't be reversed; post the transfer again. */
  'transfer.not-reversible': 409,
  /** A transfer of this code can't go between such wallets. */
  'transfer.wrong-wallets': 422,
  /** Too far ahead of now, or too long ago. */
  'transfer.time-out-of-range': 422,
  /** The worst case changed after it was agreed to. */
  'exposure.changed': 409,
  /** The campaign has no codes, and none are being generated. */
  'campaign.without-coupons': 409,
  /** Codes are still reserved; reservations end within minutes. */
  'campaign.has-reservations': 409,
  /** More codes than the campaign or the streamer's quota allows. */
  'coupon.limit-reached': 409,
  /** The period for rolling back a redemption is over. */
  'redemption.too-old': 409,
  /** Prizes of this value need the registration numbers of New York and Florida before publication. */
  'giveaway.registration-missing': 409,
  /** Some prizes are neither delivered nor forfeited. */
  'giveaway.prizes-open': 409,
  /** The giveaway has reached its maximum number of entries. */
  'giveaway.full': 409,
  /** The campaign of the prize has no unassigned code left. */
  'giveaway.no-coupon': 409,
  /** No test of exactly this content was sent. */
  'notification.untested': 409,
  /** The number of recipients changed after it was agreed to. */
  'audience.changed': 409,
  'audience.empty': 409,
  /** Too many marketing notifications within a short time, probably a mistake. */
  'notification.blast-blocked': 409,
  /** It starts within a minute, or has started. */
  'notification.too-late': 409,
  'notification.nothing-failed': 409,
  /** The failed deliveries are being resent already. */
  'notification.already-resent': 409,
  /** A published release has the same number or a greater one. */
  'release.not-greatest': 409,
  /** The release has no list of changes, or an empty one. */
  'release.empty': 409,
  /** The last active administrator can't be suspended, removed or lose the role. */
  'staff.last-administrator': 409,
  /** No one changes their own roles or suspends themselves. */
  'staff.own-access': 409,
  /** A second person has to approve it first; details: the action, its value and the limit. */
  'approval.required': 409,
  /** The operation can be done without an approval. */
  'approval.not-needed': 409,
  /** A request for the same is waiting already. */
  'approval.pending': 409,
  /** The content to be approved has changed since the request. */
  'approval.void': 409,
  /** Only people with a second factor approve. */
  'approval.no-second-factor': 403,
  /** No one decides about their own request. */
  'approval.own-request': 403,
  /** Fewer than two people could approve. */
  'approval.unsatisfiable': 409,
  /** Notifications of the topic are being sent. */
  'topic.in-use': 409,
  /** The text to publish, or the published one, changed after it was reviewed. */
  'translation.changed': 409,
  /** Some texts can't be displayed. */
  'translation.invalid': 409,
  /** There is no text to publish. */
  'translation.empty': 409,
  /** English can't be withdrawn. */
  'translation.source-language': 409,
  'field.invalid': 422,
  'reason.required': 422,
  'cursor.invalid': 400,
  'filter.invalid': 400,
  'filter.too-broad': 422,
  'export.too-large': 422,
  'idempotency.mismatch': 409,
  'idempotency.in-flight': 409,
  /** An earlier request with the key was executed, but its answer had personal or secret data and was not stored. */
  'idempotency.not-replayable': 409,
  'request.malformed': 400,
  'request.too-large': 413,
  'request.unsupported-media': 415,
  'operation.not-allowed': 400,
  /** The console was built for another version: its document is unknown or no longer fits the schema. */
  'client.outdated': 400,
  'operation.too-complex': 400,
  /** The person has as many active jobs of this kind as allowed. */
  'job.too-many': 429,
  'rate.limited': 429,
  /** The person's budget for disclosing personal data or codes is used up. */
  'disclosure.limit-reached': 429,
  /** The operation needs the person's second factor, confirmed in the last minutes. */
  'second-factor.required': 403,
  'query.timed-out': 503,
  /** The push service rejects the message. */
  'push.rejected': 409,
  'service.unavailable': 503,
  unexpected: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Problems of fields, keyed by the field's path in the input; each names a rule (`error.field.<rule>` in messages). */
export type FieldProblems = Readonly<Record<string, readonly FieldProblem[]>>;

/** A rule that a field breaks, with the figures for its text. */
export interface FieldProblem {
  readonly rule: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Details needed to understand and resolve a code; sent as `extensions.details`. */
export interface ErrorDetails {
  readonly fields?: FieldProblems;
  /** `record.conflict`: the current row, by field, and its version. */
  readonly current?: Readonly<Record<string, unknown>>;
  /** `state.invalid-transition`. */
  readonly from?: string;
  readonly to?: string;
  readonly allowed?: readonly string[];
  readonly retryAfterSeconds?: number;
  /** `idempotency.not-replayable`, `approval.pending`: the record made or changed, by its noun and id in the audit trail. */
  readonly record?: { readonly kind: string; readonly id: string };
  /** `disclosure.limit-reached`: when to retry, ISO 8601 in UTC; absent if the amount exceeds the daily budget. */
  readonly retryAt?: string;
  /**
   * `job.too-many`: active jobs allowed; `translation.invalid`: number of invalid texts; `notification.blast-blocked`:
   * recipients allowed within the period.
   */
  readonly max?: number;
  /** `audience.changed`: current number of recipients. */
  readonly recipients?: number;
  /** `topic.in-use`: the first notifications that use it, by title. */
  readonly usedBy?: readonly { readonly id: string; readonly title: string; readonly state: string }[];
  /** `session.action-required`: the provider's page for the action. */
  readonly redirectUrl?: string;
  /** `approval.required`: the action, its value and limit; a missing value has no ceiling. */
  readonly action?: string;
  readonly value?: number;
  readonly limit?: number;
  /** `access.denied`: the missing permission. */
  readonly permission?: string;
  /** `access.denied`: the missing scope of a machine client. */
  readonly scope?: string;
}

/** The only error class that reaches clients as it is; any other error becomes `unexpected` with a reference id. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, options: { cause?: unknown; details?: ErrorDetails; message?: string } = {}) {
    super(options.message ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? {};
  }
}
