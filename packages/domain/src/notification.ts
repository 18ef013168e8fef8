import { z } from 'zod';
import type { FieldProblem, FieldProblems } from './values/errors.ts';
import { isVisibleText, type LocalizedText, localizedText } from './values/localized-text.ts';
import { textIn } from './values/text-in.ts';
import { timezone } from './values/timezone.ts';

/** When a notification is sent: after the undo period, at an instant, or at the same wall time in every zone. */
export const NOTIFICATION_SEND_MODES = ['NOW', 'AT_INSTANT', 'AT_LOCAL'] as const;
/** One of the modes. */
export type NotificationSendMode = (typeof NOTIFICATION_SEND_MODES)[number];

/** States of the delivery to one account, in order of progress; the last three are other endings. */
export const DELIVERY_STATES = [
  'PENDING',
  'DEFERRED',
  'SENDING',
  'SENT',
  'RECEIVED',
  'OPENED',
  'FAILED',
  'SKIPPED',
  'CANCELED',
] as const;
/** One of the states. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a delivery waits, was skipped, or failed. */
export const DELIVERY_REASONS = [
  'UNSUBSCRIBED',
  'NO_CONSENT',
  'NO_DEVICE',
  'FREQUENCY_CAP',
  'ACCOUNT_NOT_ACTIVE',
  'EXPIRED',
  'QUIET_HOURS',
  'PROVIDER_REJECTED',
  'PROVIDER_UNAVAILABLE',
  'TOKEN_INVALID',
  'PAYLOAD_TOO_BIG',
  'CANCELED_BY_STAFF',
  'NOTIFICATION_FAILED',
] as const;
/** One of the reasons. */
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/** Why an account is not among the recipients; the first reason that applies, in this order. */
export const AUDIENCE_EXCLUSIONS = ['UNSUBSCRIBED', 'ACCOUNT_NOT_ACTIVE', 'OUTSIDE_FILTERS', 'NO_CONSENT'] as const;
/** One of the exclusions. */
export type AudienceExclusion = (typeof AUDIENCE_EXCLUSIONS)[number];

/** Why some recipients are held back: no device, the frequency cap, or quiet hours. */
export const AUDIENCE_HOLDS = ['NO_DEVICE', 'FREQUENCY_CAP', 'QUIET_HOURS', 'EXPIRED'] as const;
/** One of the holds. */
export type AudienceHold = (typeof AUDIENCE_HOLDS)[number];

/** Schemes of a link into the app or to a page. */
export const DEEP_LINK_SCHEMES = ['https', 'backcounter'] as const;

/** Limits of notifications; the database enforces them as well. */
export const NOTIFICATION_LIMITS = {
  titleMaxLength: 65,
  bodyMaxLength: 240,
  linkMaxLength: 1_000,
  /** Complete message in any of its languages (limit of FCM). */
  payloadBytesMax: 4_096,
  ttlSecondsMax: 2_419_200,
  ttlSecondsDefault: 86_400,
  throttleMin: 60,
  throttleMax: 480_000,
  lastSeenDaysMax: 3_650,
  countriesMax: 100,
  areasMax: 500,
  /** Above this number of recipients, the number must be typed to confirm. */
  typedAbove: 1_000,
  /** Share and number by which the recipients may change after confirmation. */
  audienceTolerance: { share: 0.05, accounts: 10 },
  /**
   * Marketing recipients within this time may reach this many times the subscribers; small numbers are always allowed.
   */
  blastGuard: { minutes: 15, timesSubscribers: 3, alwaysAllowed: 1_000 },
  /** Months for which deliveries are kept; totals are kept permanently. */
  deliveryMonths: 13,
} as const;

const WINDOW_FIRST = Date.UTC(2000, 0, 1);
const WINDOW_END = Date.UTC(2100, 0, 1);
const LOCAL_TIME = /^(20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;

/** A wall time without a zone, to the minute: `2026-11-30T18:00`. Breaks rule `local-time`. */
export const localTime = z
  .string()
  .refine((text) => LOCAL_TIME.test(text) && new Date(`${text}:00Z`).toISOString().startsWith(text), {
    error: 'local-time',
  });

/** A URL of at most 1,000 characters with one of the given schemes and no user name or password. Breaks rule `link`. */
function link(schemes: readonly string[]) {
  return z
    .string()
    .trim()
    .min(1)
    .max(NOTIFICATION_LIMITS.linkMaxLength)
    .refine(
      (text) => {
        if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false;
        const { protocol, username, password, hostname } = new URL(text);
        const isComplete = schemes.some((scheme) => text.startsWith(`${scheme}://`) && protocol === `${scheme}:`);
        return isComplete && username === '' && password === '' && hostname !== '';
      },
      { error: 'link' },
    )
    .nullable()
    .optional();
}

const distinct = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .max(max)
    .refine((list) => new Set(list).size === list.length, { error: 'duplicate' })
    .optional();

const audienceShape = {
  topicId: z.uuid(),
  /** Empty: every country. */
  countryCodes: distinct(z.string().regex(/^[A-Z]{2}$/, { error: 'unknown' }), NOTIFICATION_LIMITS.countriesMax),
  areaIds: distinct(z.uuid(), NOTIFICATION_LIMITS.areasMax),
  badgeId: z.uuid().nullable().optional(),
  lastSeenWithinDays: z.int().min(1).max(NOTIFICATION_LIMITS.lastSeenDaysMax).nullable().optional(),
};

const timingShape = {
  sendMode: z.enum(NOTIFICATION_SEND_MODES),
  sendAt: z.date().nullable().optional(),
  sendLocal: localTime.nullable().optional(),
  /** Zone in which its times are entered and shown. */
  timezone,
  notAfter: z.date().nullable().optional(),
  throttlePerMinute: z
    .int()
    .min(NOTIFICATION_LIMITS.throttleMin)
    .max(NOTIFICATION_LIMITS.throttleMax)
    .nullable()
    .optional(),
  ignoreQuietHours: z.boolean().optional(),
  ignoreFrequencyCap: z.boolean().optional(),
};

/** Field rules of a notification, shared by forms and the API. `notificationProblems` has the rules between fields. */
export const notificationFields = z.strictObject({
  ...audienceShape,
  titleI18n: localizedText(NOTIFICATION_LIMITS.titleMaxLength),
  bodyI18n: localizedText(NOTIFICATION_LIMITS.bodyMaxLength),
  /** Picture that the phone downloads. */
  imageUrl: link(['https']),
  /** Target of a tap. */
  deepLink: link(DEEP_LINK_SCHEMES),
  ...timingShape,
  /** How long the push service keeps the message for a phone that is off. */
  ttlSeconds: z.int().min(0).max(NOTIFICATION_LIMITS.ttlSecondsMax).optional(),
});
/** The entered fields of a notification. */
export type NotificationInput = z.infer<typeof notificationFields>;

/** The fields of a notification that determine recipients and time. */
export const notificationAudienceFields = z.strictObject({ ...audienceShape, ...timingShape }).partial({
  sendMode: true,
  timezone: true,
});

/** An account for a test send, by its number or email address. */
export const testAccountName = z.string().trim().min(1).max(254).refine(isVisibleText, { error: 'characters' });

/** The fields of a notification that depend on each other. */
export type NotificationTerms = Pick<NotificationInput, 'sendMode' | 'titleI18n' | 'bodyI18n'> &
  Partial<Pick<NotificationInput, 'sendAt' | 'sendLocal' | 'notAfter' | 'imageUrl' | 'deepLink'>>;

/**
 * Problems between the fields of a notification, by field. A draft may lack texts of a language, but then it can't be
 * scheduled.
 */
export function notificationProblems(terms: NotificationTerms): FieldProblems {
  const problems: Record<string, FieldProblem[]> = {};
  const say = (field: string, rule: string, params?: FieldProblem['params']): void => {
    problems[field] ??= [params === undefined ? { rule } : { rule, params }];
  };
  if ((terms.sendAt != null) !== (terms.sendMode === 'AT_INSTANT')) {
    say('sendAt', terms.sendMode === 'AT_INSTANT' ? 'required' : 'only-at-instant');
  }
  if ((terms.sendLocal != null) !== (terms.sendMode === 'AT_LOCAL')) {
    say('sendLocal', terms.sendMode === 'AT_LOCAL' ? 'required' : 'only-at-local-time');
  }
  for (const field of ['sendAt', 'notAfter'] as const) {
    const time = terms[field]?.getTime();
    if (time !== undefined && (time < WINDOW_FIRST || time >= WINDOW_END)) say(field, 'date');
  }
  if (terms.sendAt != null && terms.notAfter != null && terms.notAfter <= terms.sendAt)
    say('notAfter', 'not-after-start');
  for (const locale of Object.keys(terms.titleI18n)) {
    const bytes = payloadBytes(terms, locale);
    const max = NOTIFICATION_LIMITS.payloadBytesMax;
    if (bytes > max) say(`bodyI18n.${locale}`, 'payload-too-big', { bytes, max });
  }
  return problems;
}

/** Languages that only title or only body has, by field. */
export function unpairedTexts({
  titleI18n,
  bodyI18n,
}: Pick<NotificationTerms, 'titleI18n' | 'bodyI18n'>): FieldProblems {
  const missing = (field: string, texts: LocalizedText, others: LocalizedText) =>
    Object.keys(others)
      .filter((locale) => !Object.hasOwn(texts, locale))
      .map((locale) => [`${field}.${locale}`, [{ rule: 'required' }]] as const);
  return Object.fromEntries([
    ...missing('titleI18n', titleI18n, bodyI18n),
    ...missing('bodyI18n', bodyI18n, titleI18n),
  ]);
}

/** Bytes reserved for the data of each delivery: ids and member names. */
const ENVELOPE_BYTES = 512;

/** Bytes of one message in one language as JSON, including the data of each delivery. */
export function payloadBytes(
  {
    titleI18n,
    bodyI18n,
    imageUrl,
    deepLink,
  }: Pick<NotificationTerms, 'titleI18n' | 'bodyI18n' | 'imageUrl' | 'deepLink'>,
  locale: string,
): number {
  const content = [textIn(titleI18n, locale) ?? '', textIn(bodyI18n, locale) ?? '', imageUrl ?? '', deepLink ?? ''];
  return ENVELOPE_BYTES + new TextEncoder().encode(JSON.stringify(content)).length;
}

/** True when the number of recipients differs too much from the confirmed one. */
export function hasAudienceMoved(agreed: number, recipients: number): boolean {
  const { share, accounts } = NOTIFICATION_LIMITS.audienceTolerance;
  return Math.abs(recipients - agreed) > Math.max(accounts, agreed * share);
}
