import type { TestApp, TestToken } from '../../../testing/test-app.ts';
import { TOPICS } from '../../../testing/test-topics-badges.ts';

/** A notification in an answer. */
export interface AnsweredNotification {
  readonly id: string;
  readonly version: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly [field: string]: any;
}

/** An error in an answer. */
export interface AnsweredError {
  readonly code: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly details?: any;
}

const FIELDS = `id version state stateReason stateChangedBy { sub } topic { code kind name subscribers } titleI18n title(locale: "de-DE") body
  imageUrl deepLink countryCodes areas { code } badge { code } lastSeenWithinDays notSeenWithinDays sendMode sendAt sendLocal timezone notAfter ttlSeconds
  throttlePerMinute ignoreQuietHours ignoreFrequencyCap scheduledAt startsAt audienceEstimate audienceIsExact missingLocales isTested openFields
  wavePlan { timezone startsAt sendsAt localTime accounts isOver isShifted isQuiet } createdBy { name }
  figures { recipients sent received opened failed skipped deferred canceled pending } reasons { state reason count }
  testSends { devices detail isCurrent locale account { publicNo } by { sub } at } resendOf { id title state } resentBy { id }
  actions { action isAllowed refusal }`;
const AUDIENCE = `recipients kind accounts excluded { reason count } holds { reason count } skipped { reason count } firstAt lastAt isLarge needsTypedNumber
  approvalAbove waves { timezone startsAt sendsAt localTime accounts isOver isShifted isQuiet }`;

/** Content for the topic of offers, to be sent now. */
export function content(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    topicId: TOPICS.offers,
    titleI18n: { 'en-US': 'Hello', 'de-DE': 'Hallo' },
    bodyI18n: { 'en-US': 'There is something new.', 'de-DE': 'Es gibt etwas Neues.' },
    sendMode: 'NOW',
    timezone: 'Europe/Berlin',
    ...more,
  };
}

/** Requests about notifications with the token of one role. */
export function notificationDesk(test: () => TestApp, token: TestToken) {
  const ask = async (field: string, input: object, headers = {}) => {
    const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
    const text = `mutation($input: ${type}!) { ${field}(input: $input) { notification { ${FIELDS} } } }`;
    const { body } = await test().send(text, { input }, { token, headers });
    return {
      value: body.data?.[field]?.notification as AnsweredNotification,
      error: body.errors?.[0]?.extensions as AnsweredError | undefined,
    };
  };
  const done = async (answer: ReturnType<typeof ask>): Promise<AnsweredNotification> => {
    const { value, error } = await answer;
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return value;
  };
  const refusal = async (answer: ReturnType<typeof ask>): Promise<AnsweredError> => {
    const { value, error } = await answer;
    if (error === undefined) throw new Error(`Not refused: ${JSON.stringify(value)}`);
    return error;
  };
  const audienceOf = async (id: string) => {
    const { body } = await test().send(
      `query($id: ID!) { notificationAudienceOf(id: $id) { ${AUDIENCE} } }`,
      { id },
      { token },
    );
    return body.data.notificationAudienceOf;
  };
  const desk = {
    done,
    refusal,
    audienceOf,
    audience: async (input: object) => {
      const text = `query($input: NotificationAudienceInput!) { notificationAudience(input: $input) { ${AUDIENCE} } }`;
      const { body } = await test().send(text, { input }, { token });
      if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors[0].extensions));
      return body.data.notificationAudience;
    },
    create: (more = {}) => ask('createNotification', content(more)),
    made: (more = {}) => done(desk.create(more)),
    update: ({ id, version }: AnsweredNotification, patch: object, headers = {}) =>
      ask('updateNotification', { id, expectedVersion: version, patch }, headers),
    test: ({ id, version }: AnsweredNotification, account: string | null = null, locale: string | null = null) =>
      ask('sendTestNotification', { id, expectedVersion: version, account, locale }),
    schedule: async (
      { id, version }: AnsweredNotification,
      more: { agreed?: number; confirm?: number | null; reason?: string } = {},
      headers = {},
    ) => {
      const agreed = more.agreed ?? (await audienceOf(id)).recipients;
      const confirmRecipients = more.confirm === undefined ? agreed : more.confirm;
      return ask(
        'scheduleNotification',
        { id, expectedVersion: version, agreedRecipients: agreed, confirmRecipients, reason: more.reason },
        headers,
      );
    },
    step: (
      name: 'cancel' | 'pause' | 'resume' | 'unschedule',
      { id, version }: AnsweredNotification,
      reason: string | null = 'test',
      headers = {},
    ) => ask(`${name}Notification`, { id, expectedVersion: version, reason }, headers),
    duplicate: ({ id }: AnsweredNotification) => ask('duplicateNotification', { id }),
    resend: ({ id, version }: AnsweredNotification) => ask('resendNotification', { id, expectedVersion: version }),
    read: async (id: string): Promise<AnsweredNotification> => {
      const { body } = await test().send(`query($id: ID!) { notification(id: $id) { ${FIELDS} } }`, { id }, { token });
      if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors[0]));
      return body.data.notification;
    },
  };
  return desk;
}
