/**
 * The closed list of error codes (`noun.problem`), with the HTTP status used where the error is not answered as a
 * GraphQL error. Every code has an English message under the key `error.<code>` in the console's messages.
 */
export const ERROR_CODES = {
  'session.required': 401,
  'session.expired': 401,
  /** Something must be done at the provider first, such as setting up a second factor. */
  'session.action-required': 403,
  'access.denied': 403,
  'record.not-found': 404,
  'record.conflict': 409,
  'state.invalid-transition': 409,
  'wallet.not-found': 404,
  /** Nothing may leave the wallet: its owner is suspended or closed. */
  'wallet.frozen': 409,
  /** The wallet has moved as many points in all as can be counted. */
  'wallet.full': 409,
  'points.insufficient': 409,
  'transfer.already-reversed': 409,
  /** A reversal is not reversed: the transfer is posted anew. */
  'transfer.not-reversible': 409,
  /** Too far ahead of now, or too long ago. */
  'transfer.time-out-of-range': 422,
  /** The worst case that was agreed to is not the present one. */
  'exposure.changed': 409,
  /** The campaign has no codes, and none are being made. */
  'campaign.without-coupons': 409,
  /** Uses are still held: they end within minutes. */
  'campaign.has-reservations': 409,
  /** More codes than the campaign, or the streamer's quota, allows. */
  'coupon.limit-reached': 409,
  /** A redemption can be rolled back for some time only. */
  'redemption.too-old': 409,
  /** Prizes of this worth need the registration numbers of New York and Florida before publication. */
  'giveaway.registration-missing': 409,
  /** Prizes are neither given nor given up. */
  'giveaway.prizes-open': 409,
  /** As many entries as the giveaway takes are there. */
  'giveaway.full': 409,
  /** The campaign of the prize has no code left that nobody has. */
  'giveaway.no-coupon': 409,
  /** Nobody has tried exactly this content on a phone. */
  'notification.untested': 409,
  /** The recipients are not as many any more as were agreed to. */
  'audience.changed': 409,
  'audience.empty': 409,
  /** So many marketing notifications within a short time would be a mistake. */
  'notification.blast-blocked': 409,
  /** It starts within a minute, or has started. */
  'notification.too-late': 409,
  'notification.nothing-failed': 409,
  /** What failed is being sent again already. */
  'notification.already-resent': 409,
  /** Something published has the same number or a greater one. */
  'release.not-greatest': 409,
  /** There is no list of changes, or one without changes. */
  'release.empty': 409,
  /** Notifications of the topic are on their way. */
  'topic.in-use': 409,
  /** What is to be published, or what readers have, is not what was looked at. */
  'translation.changed': 409,
  /** Some texts cannot be shown. */
  'translation.invalid': 409,
  /** There is no text to publish. */
  'translation.empty': 409,
  /** Readers always have English. */
  'translation.source-language': 409,
  'field.invalid': 422,
  'reason.required': 422,
  'cursor.invalid': 400,
  'filter.invalid': 400,
  'filter.too-broad': 422,
  'export.too-large': 422,
  'idempotency.mismatch': 409,
  'idempotency.in-flight': 409,
  /** Done by an earlier request with the key, whose answer had personal or secret data and was not stored. */
  'idempotency.not-replayable': 409,
  'request.malformed': 400,
  'request.too-large': 413,
  'request.unsupported-media': 415,
  'operation.not-allowed': 400,
  /** The console was built for another version: its document is not known, or no longer fits the schema. */
  'client.outdated': 400,
  'operation.too-complex': 400,
  /** As many jobs of a kind as a person may have at once go on already. */
  'job.too-many': 429,
  'rate.limited': 429,
  /** The person's budget of personal data or codes is used up. */
  'disclosure.limit-reached': 429,
  /** The next one needs a code of the person's second factor. */
  'second-factor.required': 403,
  'query.timed-out': 503,
  /** The push service refuses what it is given. */
  'push.rejected': 409,
  'service.unavailable': 503,
  unexpected: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Problems of fields, keyed by the field's path in the input; each names a rule (`error.field.<rule>` in messages). */
export type FieldProblems = Readonly<Record<string, readonly FieldProblem[]>>;

/** A rule that a field breaks, with the figures that its text needs. */
export interface FieldProblem {
  readonly rule: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** What a code needs to be understood and acted on; sent as `extensions.details`. */
export interface ErrorDetails {
  readonly fields?: FieldProblems;
  /** `record.conflict`: the row as it is now, by field, and its version. */
  readonly current?: Readonly<Record<string, unknown>>;
  /** `state.invalid-transition`. */
  readonly from?: string;
  readonly to?: string;
  readonly allowed?: readonly string[];
  readonly retryAfterSeconds?: number;
  /** `idempotency.not-replayable`: what was made or changed, by the noun and id of the audit trail. */
  readonly record?: { readonly kind: string; readonly id: string };
  /** `disclosure.limit-reached`: when to retry, ISO 8601 in UTC; absent if the amount exceeds the daily budget. */
  readonly retryAt?: string;
  /** `job.too-many`: how many there may be at once; `translation.invalid`: how many there are; `notification.blast-blocked`: recipients within the time. */
  readonly max?: number;
  /** `audience.changed`: recipients as of now. */
  readonly recipients?: number;
  /** `topic.in-use`: what uses it, the first ones by title. */
  readonly usedBy?: readonly { readonly id: string; readonly title: string; readonly state: string }[];
  /** `session.action-required`: the provider's page where it is done. */
  readonly redirectUrl?: string;
  /** `access.denied`: the permission that is missing. */
  readonly permission?: string;
  /** `access.denied`: the scope of a machine client that is missing. */
  readonly scope?: string;
}

/** The one error class that crosses an edge; anything else becomes `unexpected` with a reference id. */
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
