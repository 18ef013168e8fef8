import { z } from 'zod';
import { longestFilled, placeholderProblem } from './notification-placeholders.ts';
import { defineRecord } from './record.ts';
import { TIMEZONE_FIELD } from './record-fields.ts';
import type { FieldProblem, FieldProblems } from './values/errors.ts';
import { link } from './values/link.ts';
import { isVisibleText, type LocalizedText, localizedText } from './values/localized-text.ts';
import { NOTIFICATION_PICTURE } from './values/published-picture.ts';
import { textIn } from './values/text-in.ts';

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
  'NOT_PREPARED',
] as const;
/** One of the reasons. */
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/** Why an account is not among the recipients; the first reason that applies, in this order. */
export const AUDIENCE_EXCLUSIONS = ['UNSUBSCRIBED', 'OUTSIDE_FILTERS', 'ACCOUNT_NOT_ACTIVE', 'NO_CONSENT'] as const;
/** One of the exclusions. */
export type AudienceExclusion = (typeof AUDIENCE_EXCLUSIONS)[number];

/** Why some recipients are held back: no device, the frequency cap, or quiet hours. */
export const AUDIENCE_HOLDS = ['NO_DEVICE', 'FREQUENCY_CAP', 'QUIET_HOURS', 'EXPIRED', 'NOT_PREPARED'] as const;
/** One of the holds. */
export type AudienceHold = (typeof AUDIENCE_HOLDS)[number];

/** Schemes of a link into the app or to a page. */
export const DEEP_LINK_SCHEMES = ['https', 'backcounter'] as const;

/** Screens of the app that a link can open: `backcounter://coupons`. */
export const APP_SCREENS = ['points', 'coupons', 'offers', 'draws', 'badges', 'stores', 'events', 'account'] as const;

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

const distinct = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .max(max)
    .refine((list) => new Set(list).size === list.length, { error: 'duplicate' })
    .optional();

const days = NOTIFICATION_LIMITS.lastSeenDaysMax;
const { throttleMin, throttleMax, ttlSecondsMax, ttlSecondsDefault } = NOTIFICATION_LIMITS;
const figure = (limit: number): string => limit.toLocaleString('en-US');

const PLACEHOLDERS =
  '`{{firstName|there}}`, `{{points}}` and `{{store|your store}}` differ by account; after the bar is the text without a value.';

/** Fields of a notification, by the steps of its form. `notificationProblems` has the rules between fields. */
export const notificationRecord = defineRecord('notification', {
  titleI18n: {
    kind: 'LOCALIZED_TEXT',
    group: 'content',
    description: `Title, by language; at most ${NOTIFICATION_LIMITS.titleMaxLength} characters. ${PLACEHOLDERS}`,
    rule: localizedText(NOTIFICATION_LIMITS.titleMaxLength),
  },
  bodyI18n: {
    kind: 'LOCALIZED_TEXT',
    group: 'content',
    description: `Text, by language; at most ${NOTIFICATION_LIMITS.bodyMaxLength} characters. ${PLACEHOLDERS}`,
    rule: localizedText(NOTIFICATION_LIMITS.bodyMaxLength),
  },
  topicId: { kind: 'ID', group: 'content', shownAs: 'topic', description: 'Id of its topic.', rule: z.uuid() },
  deepLink: {
    kind: 'TEXT',
    group: 'content',
    description: 'Target of a tap: an address of the scheme https or backcounter; null: it opens the app.',
    rule: link('link', DEEP_LINK_SCHEMES, NOTIFICATION_LIMITS.linkMaxLength),
  },
  imageUrl: {
    kind: 'TEXT',
    group: 'content',
    description: 'Address of the picture that the phone loads: https, or the path from `publishPicture`.',
    rule: link('link', ['https'], NOTIFICATION_LIMITS.linkMaxLength, NOTIFICATION_PICTURE),
  },
  badgeId: {
    kind: 'ID',
    group: 'audience',
    shownAs: 'badge',
    description: 'Id of a badge that recipients have; null: not narrowed so.',
    rule: z.uuid().nullable().optional(),
  },
  segmentId: {
    kind: 'ID',
    group: 'audience',
    shownAs: 'segment',
    description:
      'Id of a segment that recipients are members of when the notification is prepared; null: not narrowed so.',
    rule: z.uuid().nullable().optional(),
  },
  lastSeenWithinDays: {
    kind: 'INT',
    group: 'audience',
    description: `Recipients were seen within so many days, 1 to ${figure(days)}; null: not narrowed so.`,
    rule: z.int().min(1).max(days).nullable().optional(),
  },
  notSeenWithinDays: {
    kind: 'INT',
    group: 'audience',
    description: `Recipients were last seen longer ago than so many days, 1 to ${figure(days)}; null: not narrowed so.`,
    rule: z.int().min(1).max(days).nullable().optional(),
  },
  sendMode: {
    kind: 'ENUM',
    group: 'timing',
    description: 'When it is sent.',
    rule: z.enum(NOTIFICATION_SEND_MODES),
    values: {
      NOW: 'As soon as it can no longer be undone, after `push.undo_seconds`.',
      AT_INSTANT: 'At the same instant everywhere.',
      AT_LOCAL: 'At the same wall time in the time zone of each account.',
    },
  },
  timezone: {
    ...TIMEZONE_FIELD,
    group: 'timing',
    description: 'Time zone in which people enter and read its times, such as `Europe/Berlin`.',
  },
  sendAt: {
    kind: 'INSTANT',
    group: 'timing',
    description: 'Instant at which it is sent; null unless AT_INSTANT.',
    rule: z.date().nullable().optional(),
  },
  sendLocal: {
    kind: 'TEXT',
    group: 'timing',
    description: 'Wall time at which it is sent, such as 2026-11-30T18:00; null unless AT_LOCAL.',
    rule: localTime.nullable().optional(),
  },
  notAfter: {
    kind: 'INSTANT',
    group: 'timing',
    description: 'From then on it is not sent to anyone; null: no limit.',
    rule: z.date().nullable().optional(),
  },
  throttlePerMinute: {
    kind: 'INT',
    group: 'timing',
    description: `Highest number of recipients a minute, ${throttleMin} to ${figure(throttleMax)}; null: as fast as the product sends.`,
    rule: z.int().min(throttleMin).max(throttleMax).nullable().optional(),
  },
  ttlSeconds: {
    kind: 'INT',
    group: 'timing',
    description: `Seconds that the push service keeps it for a phone that is off, 0 to ${figure(ttlSecondsMax)}, ${figure(ttlSecondsDefault)} by default.`,
    rule: z.int().min(0).max(ttlSecondsMax).optional(),
  },
  ignoreQuietHours: {
    kind: 'BOOLEAN',
    group: 'timing',
    description:
      'True: it is sent in quiet hours too, which takes `notification.override-limits`; no effect for a service topic.',
    rule: z.boolean().optional(),
  },
  ignoreFrequencyCap: {
    kind: 'BOOLEAN',
    group: 'timing',
    description:
      'True: it is sent beyond the caps, which takes `notification.override-limits`; no effect for a service topic.',
    rule: z.boolean().optional(),
  },
});

/** Field rules of a notification with its countries and areas, shared by forms and the API. Empty: every country and area. */
export const notificationFields = notificationRecord.whole.extend({
  countryCodes: distinct(z.string().regex(/^[A-Z]{2}$/, { error: 'unknown' }), NOTIFICATION_LIMITS.countriesMax),
  areaIds: distinct(z.uuid(), NOTIFICATION_LIMITS.areasMax),
});
/** The entered fields of a notification. */
export type NotificationInput = z.infer<typeof notificationFields>;

/** The fields of a notification that determine recipients and time. */
export const notificationAudienceFields = notificationFields
  .omit({ titleI18n: true, bodyI18n: true, imageUrl: true, deepLink: true, ttlSeconds: true })
  .partial({ sendMode: true, timezone: true });

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
  for (const field of ['titleI18n', 'bodyI18n'] as const) {
    for (const [locale, text] of Object.entries(terms[field])) {
      const rule = placeholderProblem(text);
      if (rule !== null) say(`${field}.${locale}`, rule);
    }
  }
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

/** Bytes reserved for the data of each delivery, ids and member names, and for the host of an uploaded picture. */
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
  const texts = [titleI18n, bodyI18n].map((text) => longestFilled(textIn(text, locale) ?? ''));
  const content = [...texts, imageUrl ?? '', deepLink ?? ''];
  return ENVELOPE_BYTES + new TextEncoder().encode(JSON.stringify(content)).length;
}

/** True when the number of recipients differs too much from the confirmed one. */
export function hasAudienceMoved(agreed: number, recipients: number): boolean {
  const { share, accounts } = NOTIFICATION_LIMITS.audienceTolerance;
  return Math.abs(recipients - agreed) > Math.max(accounts, agreed * share);
}
