import { z } from 'zod';
import type { FieldProblem, FieldProblems } from './errors.ts';
import { isVisibleText, type LocalizedText, localizedText } from './localized-text.ts';
import { textIn } from './text-in.ts';
import { timezone } from './timezone.ts';

/** When a notification goes out: after the time in which it can be taken back, at an instant, or at the same wall time in every zone. */
export const NOTIFICATION_SEND_MODES = ['NOW', 'AT_INSTANT', 'AT_LOCAL'] as const;
/** One of the modes. */
export type NotificationSendMode = (typeof NOTIFICATION_SEND_MODES)[number];

/** States of one account's part of a notification, in the order in which it passes through them; the last three end it otherwise. */
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

/** Why an account waits, was left out, or could not be reached. */
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

/** Why an account is not among the recipients; the first that holds, in this order. */
export const AUDIENCE_EXCLUSIONS = ['UNSUBSCRIBED', 'ACCOUNT_NOT_ACTIVE', 'OUTSIDE_FILTERS', 'NO_CONSENT'] as const;
/** One of the exclusions. */
export type AudienceExclusion = (typeof AUDIENCE_EXCLUSIONS)[number];

/** What will hold back some of the recipients: no device, at the frequency cap, or waiting for the end of the quiet hours. */
export const AUDIENCE_HOLDS = ['NO_DEVICE', 'FREQUENCY_CAP', 'QUIET_HOURS', 'EXPIRED'] as const;
/** One of the holds. */
export type AudienceHold = (typeof AUDIENCE_HOLDS)[number];

/** Schemes that a link into the app or to a page may have. */
export const DEEP_LINK_SCHEMES = ['https', 'backcounter'] as const;

/** Limits of notifications; they hold in the database as well. */
export const NOTIFICATION_LIMITS = {
  titleMaxLength: 65,
  bodyMaxLength: 240,
  linkMaxLength: 1_000,
  /** Of one message with everything in it, in any of its languages (FCM). */
  payloadBytesMax: 4_096,
  ttlSecondsMax: 2_419_200,
  ttlSecondsDefault: 86_400,
  throttleMin: 60,
  throttleMax: 480_000,
  lastSeenDaysMax: 3_650,
  countriesMax: 100,
  areasMax: 500,
  /** More recipients than this are typed again before they are written to. */
  typedAbove: 1_000,
  /** Recipients may have become more or fewer by this part of them, or by this many, since they were agreed to. */
  audienceTolerance: { share: 0.05, accounts: 10 },
  /** Marketing recipients within this time stay below this many times the subscribers; small numbers are never stopped. */
  blastGuard: { minutes: 15, timesSubscribers: 3, alwaysAllowed: 1_000 },
  /** Deliveries stay for this many months; the totals stay. */
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

/** An address of at most 1,000 signs with one of the given schemes and without a name and password in it. Breaks rule `link`. */
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
  /** None: of every country. */
  countryCodes: distinct(z.string().regex(/^[A-Z]{2}$/, { error: 'unknown' }), NOTIFICATION_LIMITS.countriesMax),
  areaIds: distinct(z.uuid(), NOTIFICATION_LIMITS.areasMax),
  badgeId: z.uuid().nullable().optional(),
  lastSeenWithinDays: z.int().min(1).max(NOTIFICATION_LIMITS.lastSeenDaysMax).nullable().optional(),
};

const timingShape = {
  sendMode: z.enum(NOTIFICATION_SEND_MODES),
  sendAt: z.date().nullable().optional(),
  sendLocal: localTime.nullable().optional(),
  /** Zone in which people enter and read its times. */
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

/** Field rules of a notification; forms and the API use the same ones. What holds between fields is `notificationProblems`. */
export const notificationFields = z.strictObject({
  ...audienceShape,
  titleI18n: localizedText(NOTIFICATION_LIMITS.titleMaxLength),
  bodyI18n: localizedText(NOTIFICATION_LIMITS.bodyMaxLength),
  /** Picture that the phone loads. */
  imageUrl: link(['https']),
  /** Where a tap leads. */
  deepLink: link(DEEP_LINK_SCHEMES),
  ...timingShape,
  /** How long the push service keeps it for a phone that is off. */
  ttlSeconds: z.int().min(0).max(NOTIFICATION_LIMITS.ttlSecondsMax).optional(),
});
/** What people enter about a notification. */
export type NotificationInput = z.infer<typeof notificationFields>;

/** Of a notification, what decides whom it reaches and when. */
export const notificationAudienceFields = z.strictObject({ ...audienceShape, ...timingShape }).partial({
  sendMode: true,
  timezone: true,
});

/** An account for a test send, as a person names it: its number, or its e-mail address. */
export const testAccountName = z.string().trim().min(1).max(254).refine(isVisibleText, { error: 'characters' });

/** What decides between the fields of a notification. */
export type NotificationTerms = Pick<NotificationInput, 'sendMode' | 'titleI18n' | 'bodyI18n'> &
  Partial<Pick<NotificationInput, 'sendAt' | 'sendLocal' | 'notAfter' | 'imageUrl' | 'deepLink'>>;

/** What is wrong between the fields of a notification, by field. A draft may lack texts of a language; it can't be scheduled like that. */
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

/** Texts that are there in one of title and body alone, by field; nobody should get half a notification. */
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

/** Room that the message has for what comes with each delivery: ids, and the names of members. */
const ENVELOPE_BYTES = 512;

/** Bytes of one message in one language as JSON, with everything that comes with each delivery. */
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

/** True when a number of recipients is not what was agreed to any more. */
export function hasAudienceMoved(agreed: number, recipients: number): boolean {
  const { share, accounts } = NOTIFICATION_LIMITS.audienceTolerance;
  return Math.abs(recipients - agreed) > Math.max(accounts, agreed * share);
}
