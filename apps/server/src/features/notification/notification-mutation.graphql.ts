import { NOTIFICATION_MACHINE } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import {
  addMutation,
  auditReason,
  expectedRecord,
  type RecordPayload,
  recordPayload,
} from '../../graphql/schema/mutation.ts';
import type { NotificationRef } from './notification.graphql.ts';
import type { NotificationEnums } from './notification-enums.graphql.ts';
import { readNotification } from './notification-record.ts';
import { scheduleNotification, takeNotificationStep } from './notification-state.ts';
import { readTestAccount, sendTest, type TestAccount } from './notification-test-send.ts';
import {
  createNotification,
  duplicateNotification,
  resendNotification,
  updateNotification,
} from './notification-write.ts';

type InputFields = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;
const { actions } = NOTIFICATION_MACHINE;
const NEEDED_REASON = 'Why; kept in the audit trail; `reason.required` without one.';

/** Mutations of notifications. Each answers with the notification as it is afterwards. */
export function addNotificationMutations(
  builder: Builder,
  enums: NotificationEnums,
  notification: NotificationRef,
): void {
  const payload = recordPayload('notification', notification, readNotification);
  addWriting(builder, enums, payload);
  addCopying(builder, payload);
  addTesting(builder, payload);
  addScheduling(builder, payload);
  addStep(builder, payload, 'UNSCHEDULE', 'Takes a scheduled notification back, until shortly before it starts.');
  addStep(builder, payload, 'PAUSE', 'Stops a notification that is going out, for a time.');
  addStep(builder, payload, 'RESUME', 'Lets a paused notification go on.');
  addStep(builder, payload, 'CANCEL', 'Stops a notification for good; what is in flight arrives.');
}

function addWriting(builder: Builder, { sendMode }: NotificationEnums, payload: RecordPayload): void {
  const terms = (t: InputFields, isRequired: boolean) => ({
    ...audienceFields(t, isRequired),
    ...contentFields(t, isRequired),
    sendMode: t.field({ type: sendMode, required: isRequired, description: 'When it goes out.' }),
    ...timingFields(t),
    timezone: t.string({
      required: isRequired,
      description: 'Time zone in which people enter and read its times, such as `Europe/Berlin`.',
    }),
  });
  const patch = builder.inputType('NotificationPatchInput', {
    description: 'Absent fields stay; null empties; lists are whole.',
    fields: (t) => terms(t, false),
  });
  addMutation(builder, 'createNotification', {
    description: 'Creates a draft of a notification.',
    extensions: needs('notification.edit'),
    input: (t) => terms(t, true),
    resolve: async (input, context) => ({ id: await createNotification(context, input) }),
    payload,
  });
  addMutation(builder, 'updateNotification', {
    description: 'Changes fields of a draft.',
    extensions: needs(actions.EDIT.permission),
    input: (t) => ({
      ...expectedRecord(t, 'notification'),
      patch: t.field({ type: patch, required: true, description: 'The fields to change.' }),
    }),
    resolve: async ({ patch: changes, ...expected }, context) => {
      await updateNotification(context, expected, changes);
      return expected;
    },
    payload,
  });
}

function contentFields(t: InputFields, isRequired: boolean) {
  return {
    titleI18n: t.field({
      type: 'LocalizedText',
      required: isRequired,
      description: 'Title, by language; at most 65 characters.',
    }),
    bodyI18n: t.field({
      type: 'LocalizedText',
      required: isRequired,
      description: 'Text, by language; at most 240 characters.',
    }),
    imageUrl: t.string({ description: 'Address of the picture that the phone loads; https only.' }),
    deepLink: t.string({ description: 'Where a tap leads: an address of the scheme https or backcounter.' }),
    ttlSeconds: t.int({
      description: 'Seconds that the push service keeps it for a phone that is off, 0 to 2,419,200, 86,400 by default.',
    }),
  };
}

/** Whom a notification reaches. */
export function audienceFields(t: InputFields, isTopicRequired: boolean) {
  return {
    topicId: t.id({ required: isTopicRequired, description: 'Id of its topic.' }),
    countryCodes: t.stringList({
      description: 'Countries that the audience is narrowed to, ISO 3166-1 alpha-2; empty: all.',
    }),
    areaIds: t.idList({ description: 'Ids of areas that the audience is narrowed to; empty: all.' }),
    badgeId: t.id({ description: 'Id of a badge that recipients have; null: not narrowed so.' }),
    lastSeenWithinDays: t.int({
      description: 'Recipients were seen within so many days, 1 to 3,650; null: not narrowed so.',
    }),
  };
}

/** When a notification goes out, apart from `sendMode` and `timezone`. */
export function timingFields(t: InputFields) {
  return {
    sendAt: t.field({ type: 'DateTime', description: 'Instant at which it goes out; of AT_INSTANT alone.' }),
    sendLocal: t.string({
      description: 'Wall time at which it goes out, such as 2026-11-30T18:00; of AT_LOCAL alone.',
    }),
    notAfter: t.field({ type: 'DateTime', description: 'From then on it is not sent to anybody; null: no limit.' }),
    throttlePerMinute: t.int({
      description: 'Highest number of recipients a minute, 60 to 480,000; null: as fast as the product sends.',
    }),
    ignoreQuietHours: t.boolean({
      description: 'True: it goes out in quiet hours too; needs the permission `notification.override-limits`.',
    }),
    ignoreFrequencyCap: t.boolean({
      description: 'True: it goes out beyond the caps; needs the permission `notification.override-limits`.',
    }),
  };
}

function addCopying(builder: Builder, payload: RecordPayload): void {
  addMutation(builder, 'duplicateNotification', {
    description: 'Creates a draft with the same content, audience and timing, and answers with it.',
    extensions: needs(actions.DUPLICATE.permission),
    input: (t) => ({ id: t.id({ required: true, description: 'The notification to copy.' }) }),
    resolve: async ({ id }, context) => ({ id: await duplicateNotification(context, id) }),
    payload,
  });
  addMutation(builder, 'resendNotification', {
    description: 'Creates a draft for those alone whom it failed to reach, and answers with the draft.',
    extensions: needs(actions.RESEND.permission),
    input: (t) => expectedRecord(t, 'notification'),
    resolve: async (expected, context) => ({ id: await resendNotification(context, expected) }),
    payload,
  });
}

function addTesting(builder: Builder, payload: RecordPayload): void {
  const account = builder.objectRef<TestAccount>('MyTestAccount').implement({
    description: "The account of the caller's last test.",
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      publicNo: t.expose('publicNo', { type: 'SafeInt', description: 'Its number.' }),
      displayName: t.exposeString('displayName', {
        nullable: true,
        description: 'Its display name; null without one.',
      }),
    }),
  });
  builder.queryField('myTestAccount', (t) =>
    t.field({
      type: account,
      nullable: true,
      description: 'To whose phones the caller sent the last test; null before one, or where it is no longer active.',
      extensions: needs('notification.edit'),
      resolve: (_root, _args, context) => readTestAccount(context),
    }),
  );
  addMutation(builder, 'sendTestNotification', {
    description: 'Sends a draft to the phones of one account at once; it counts for no cap.',
    extensions: needs(actions.TEST.permission),
    input: (t) => ({
      ...expectedRecord(t, 'notification'),
      account: t.string({
        description:
          'Number of the account, or its e-mail for those who see e-mails; absent: the one of the last test.',
      }),
      locale: t.string({ description: 'Language of the text; absent: that of the account.' }),
    }),
    resolve: async ({ account: named, locale, ...expected }, context) => {
      await sendTest(context, expected, { account: named ?? null, locale: locale ?? null });
      return expected;
    },
    payload,
  });
}

function addScheduling(builder: Builder, payload: RecordPayload): void {
  addMutation(builder, 'scheduleNotification', {
    description: 'Lets a tested draft go out at its time.',
    extensions: needs(actions.SCHEDULE.permission),
    input: (t) => ({
      ...expectedRecord(t, 'notification'),
      agreedRecipients: t.int({
        required: true,
        description:
          'Number of recipients as it was shown; `audience.changed` if it has moved by more than 10 and 5 percent since.',
      }),
      confirmRecipients: t.int({ description: 'The same number, typed; where `needsTypedNumber` says so.' }),
      reason: t.string({
        description: 'Why; kept in the audit trail; `reason.required` where an administrator has to schedule it.',
      }),
    }),
    resolve: async ({ agreedRecipients, confirmRecipients, reason, ...expected }, context) => {
      const agreed = { recipients: agreedRecipients, confirmed: confirmRecipients ?? null };
      await scheduleNotification(context, { ...expected, reason: reason ?? null }, agreed);
      return expected;
    },
    payload,
  });
}

function addStep(
  builder: Builder,
  payload: RecordPayload,
  action: 'CANCEL' | 'PAUSE' | 'RESUME' | 'UNSCHEDULE',
  description: string,
): void {
  const isReasonNeeded = action === 'CANCEL' || action === 'PAUSE';
  addMutation(builder, `${action.toLowerCase()}Notification`, {
    description,
    extensions: needs(actions[action].permission),
    input: (t) => ({
      ...expectedRecord(t, 'notification'),
      reason: isReasonNeeded ? t.string({ description: NEEDED_REASON }) : auditReason(t),
    }),
    resolve: async ({ reason, ...expected }, context) => {
      await takeNotificationStep(context, { ...expected, reason: reason ?? null }, action);
      return expected;
    },
    payload,
  });
}
