import { NOTIFICATION_MACHINE } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { NotificationEnums, NotificationRef } from './notification.graphql.ts';
import { readNotification } from './notification-record.ts';
import { scheduleNotification, takeNotificationStep } from './notification-state.ts';
import { readTestAccount, sendTest } from './notification-test-send.ts';
import {
  createNotification,
  duplicateNotification,
  resendNotification,
  updateNotification,
} from './notification-write.ts';

const { actions } = NOTIFICATION_MACHINE;

/** Mutations of notifications. Each answers with the notification as it is afterwards. */
export function addNotificationMutations(
  builder: Builder,
  enums: NotificationEnums,
  notification: NotificationRef,
): void {
  addWriting(builder, enums, notification);
  addCopying(builder, notification);
  addTesting(builder, notification);
  addScheduling(builder, notification);
  addStep(builder, notification, 'UNSCHEDULE');
  addStep(builder, notification, 'PAUSE');
  addStep(builder, notification, 'RESUME');
  addStep(builder, notification, 'CANCEL');
}

function addWriting(builder: Builder, enums: NotificationEnums, notification: NotificationRef): void {
  const { create, update } = addInputs(builder, enums);
  builder.mutationField('createNotification', (t) =>
    t.field({
      type: notification,
      extensions: needs('notification.edit'),
      args: { input: t.arg({ type: create, required: true }) },
      resolve: async (_root, { input }, context, info) =>
        readNotification(context, await createNotification(context, input), selectionOf(info)),
    }),
  );
  builder.mutationField('updateNotification', (t) =>
    t.field({
      type: notification,
      description: 'Of a draft.',
      extensions: needs(actions.EDIT.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        input: t.arg({ type: update, required: true }),
      },
      resolve: async (_root, { input, ...expected }, context, info) => {
        await updateNotification(context, expected, input);
        return readNotification(context, expected.id, selectionOf(info));
      },
    }),
  );
}

function addInputs(builder: Builder, { sendMode }: NotificationEnums) {
  const make = (name: string, isRequired: boolean, description?: string) =>
    builder.inputType(name, {
      ...(description === undefined ? {} : { description }),
      fields: (t) => ({
        topicId: t.id({ required: isRequired }),
        titleI18n: t.field({ type: 'LocalizedText', required: isRequired }),
        bodyI18n: t.field({ type: 'LocalizedText', required: isRequired }),
        imageUrl: t.string(),
        deepLink: t.string(),
        countryCodes: t.stringList(),
        areaIds: t.idList(),
        badgeId: t.id(),
        lastSeenWithinDays: t.int(),
        sendMode: t.field({ type: sendMode, required: isRequired }),
        sendAt: t.field({ type: 'DateTime' }),
        sendLocal: t.string({ description: 'Wall time, such as 2026-11-30T18:00.' }),
        timezone: t.string({ required: isRequired }),
        notAfter: t.field({ type: 'DateTime' }),
        ttlSeconds: t.int(),
        throttlePerMinute: t.int(),
        ignoreQuietHours: t.boolean(),
        ignoreFrequencyCap: t.boolean(),
      }),
    });
  return {
    create: make('CreateNotificationInput', true),
    update: make('UpdateNotificationInput', false, 'Absent fields stay; null empties; lists are whole.'),
  };
}

function addCopying(builder: Builder, notification: NotificationRef): void {
  builder.mutationField('duplicateNotification', (t) =>
    t.field({
      type: notification,
      description: 'A draft with the same content, audience and timing.',
      extensions: needs(actions.DUPLICATE.permission),
      args: { id: t.arg.id({ required: true }) },
      resolve: async (_root, { id }, context, info) =>
        readNotification(context, await duplicateNotification(context, id), selectionOf(info)),
    }),
  );
  builder.mutationField('resendNotification', (t) =>
    t.field({
      type: notification,
      description: 'A draft for those alone whom it failed to reach. Answers with the draft.',
      extensions: needs(actions.RESEND.permission),
      args: { id: t.arg.id({ required: true }), expectedVersion: t.arg.int({ required: true }) },
      resolve: async (_root, expected, context, info) =>
        readNotification(context, await resendNotification(context, expected), selectionOf(info)),
    }),
  );
}

function addTesting(builder: Builder, notification: NotificationRef): void {
  const account = builder
    .objectRef<{ readonly id: string; readonly publicNo: number; readonly displayName: string | null }>('MyTestAccount')
    .implement({
      fields: (t) => ({
        id: t.exposeID('id'),
        publicNo: t.expose('publicNo', { type: 'SafeInt' }),
        displayName: t.exposeString('displayName', { nullable: true }),
      }),
    });
  builder.queryField('myTestAccount', (t) =>
    t.field({
      type: account,
      nullable: true,
      description: 'To whose phone this person sent the last test.',
      extensions: needs('notification.edit'),
      resolve: (_root, _args, context) => readTestAccount(context),
    }),
  );
  builder.mutationField('sendTestNotification', (t) =>
    t.field({
      type: notification,
      description: 'Sends a draft to the phones of one account at once; it counts for no cap.',
      extensions: needs(actions.TEST.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        account: t.arg.string({
          description:
            'Number of the account, or its e-mail for those who see e-mails; absent: the one of the last test.',
        }),
        locale: t.arg.string({ description: 'Language of the text; absent: that of the account.' }),
      },
      resolve: async (_root, { account: named, locale, ...expected }, context, info) => {
        await sendTest(context, expected, { account: named ?? null, locale: locale ?? null });
        return readNotification(context, expected.id, selectionOf(info));
      },
    }),
  );
}

function addScheduling(builder: Builder, notification: NotificationRef): void {
  builder.mutationField('scheduleNotification', (t) =>
    t.field({
      type: notification,
      extensions: needs(actions.SCHEDULE.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        agreedRecipients: t.arg.int({ required: true, description: 'As they were shown.' }),
        confirmRecipients: t.arg.int({ description: 'The same number, typed; where `needsTypedNumber` says so.' }),
        reason: t.arg.string({ description: 'Needed where an administrator has to schedule it.' }),
      },
      resolve: async (_root, { agreedRecipients, confirmRecipients, reason, ...expected }, context, info) => {
        const agreed = { recipients: agreedRecipients, confirmed: confirmRecipients ?? null };
        await scheduleNotification(context, { ...expected, reason: reason ?? null }, agreed);
        return readNotification(context, expected.id, selectionOf(info));
      },
    }),
  );
}

function addStep(
  builder: Builder,
  notification: NotificationRef,
  action: 'CANCEL' | 'PAUSE' | 'RESUME' | 'UNSCHEDULE',
): void {
  builder.mutationField(`${action.toLowerCase()}Notification`, (t) =>
    t.field({
      type: notification,
      extensions: needs(actions[action].permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        reason: t.arg.string({ description: 'Needed for a pause and a cancellation.' }),
      },
      resolve: async (_root, { reason, ...expected }, context, info) => {
        await takeNotificationStep(context, { ...expected, reason: reason ?? null }, action);
        return readNotification(context, expected.id, selectionOf(info));
      },
    }),
  );
}
