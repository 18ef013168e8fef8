import {
  actionsOf,
  DELIVERY_REASONS,
  DELIVERY_STATES,
  NOTIFICATION_MACHINE,
  NOTIFICATION_SEND_MODES,
  NOTIFICATION_STATES,
  type NotificationAction,
  TOPIC_KINDS,
} from '@backcounter/domain';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import type { ActionRight } from '../../crud/state-change.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { localName } from '../../graphql/reference-data.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import { callerMay } from '../../graphql/request-context.ts';
import { selectionOf } from '../../graphql/selection.ts';
import {
  type Named,
  type NotificationReference,
  type NotificationRow,
  type NotificationTopic,
  notificationActions,
  openFieldsOf,
  type ReasonCount,
  readNotification,
  type TestSend,
} from './notification-record.ts';
import type { Wave } from './notification-waves.ts';

/** The enums that the parts of this feature share. */
export function addNotificationEnums(builder: Builder) {
  return {
    state: builder.enumType('NotificationState', { values: NOTIFICATION_STATES }),
    sendMode: builder.enumType('NotificationSendMode', {
      description: 'AT_LOCAL: the same wall time in the zone of each account.',
      values: NOTIFICATION_SEND_MODES,
    }),
    deliveryState: builder.enumType('DeliveryState', { values: DELIVERY_STATES }),
    deliveryReason: builder.enumType('DeliveryReason', { values: DELIVERY_REASONS }),
  };
}

/** The enums of notifications. */
export type NotificationEnums = ReturnType<typeof addNotificationEnums>;
/** The types of notifications. */
export type NotificationTypes = ReturnType<typeof addNotificationType>;
/** The type of a notification. */
export type NotificationRef = NotificationTypes['notification'];

/** A notification as people read it, and `notification(id)`. */
export function addNotificationType(builder: Builder, enums: NotificationEnums, history: AuditConnectionRef) {
  const { topic, area, badge, reference } = addNames(builder, enums);
  const wave = addWave(builder);
  const testSend = addTestSend(builder);
  const { figures, reason } = addFigures(builder, enums);
  const right = addRight(builder);
  const person = (sub: string | null, name: string | null) => (sub === null ? null : { sub, name: name ?? sub });
  const notification = builder.objectRef<NotificationRow>('Notification').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      topic: t.expose('topic', { type: topic }),
      titleI18n: t.expose('titleI18n', { type: 'LocalizedText' }),
      bodyI18n: t.expose('bodyI18n', { type: 'LocalizedText' }),
      title: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ titleI18n }, { locale }) => localName(titleI18n, locale),
      }),
      body: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ bodyI18n }, { locale }) => localName(bodyI18n, locale),
      }),
      imageUrl: t.exposeString('imageUrl', { nullable: true, description: 'Picture that the phone loads.' }),
      deepLink: t.exposeString('deepLink', { nullable: true }),
      countryCodes: t.exposeStringList('countryCodes', { description: 'Empty: of every country.' }),
      areas: t.expose('areas', { type: [area] }),
      badge: t.expose('badge', { type: badge, nullable: true }),
      lastSeenWithinDays: t.exposeInt('lastSeenWithinDays', { nullable: true }),
      sendMode: t.expose('sendMode', { type: enums.sendMode }),
      sendAt: t.expose('sendAt', { type: 'DateTime', nullable: true }),
      sendLocal: t.exposeString('sendLocal', { nullable: true, description: 'Such as 2026-11-30T18:00.' }),
      timezone: t.exposeString('timezone', { description: 'In which people enter and read its times.' }),
      notAfter: t.expose('notAfter', { type: 'DateTime', nullable: true }),
      ttlSeconds: t.exposeInt('ttlSeconds'),
      throttlePerMinute: t.exposeInt('throttlePerMinute', { nullable: true }),
      ignoreQuietHours: t.exposeBoolean('ignoreQuietHours', {
        description: 'Of no effect for a service topic, as `ignoreFrequencyCap`: it has neither.',
      }),
      ignoreFrequencyCap: t.exposeBoolean('ignoreFrequencyCap'),
      state: t.expose('state', { type: enums.state }),
      stateReason: t.exposeString('stateReason', { nullable: true }),
      stateChangedAt: t.expose('stateChangedAt', { type: 'DateTime' }),
      stateChangedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        description: 'Null: the product itself.',
        resolve: (row) => person(row.stateChangedBySub, row.stateChangedByName),
      }),
      scheduledAt: t.expose('scheduledAt', { type: 'DateTime', nullable: true }),
      startsAt: t.expose('startsAt', {
        type: 'DateTime',
        nullable: true,
        description: 'Until then nobody has got it.',
      }),
      preparedAt: t.expose('preparedAt', { type: 'DateTime', nullable: true }),
      startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
      completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
      audienceEstimate: t.exposeInt('audienceEstimate', { nullable: true, description: 'As it was confirmed.' }),
      audienceEstimatedAt: t.expose('audienceEstimatedAt', { type: 'DateTime', nullable: true }),
      audienceIsExact: t.exposeBoolean('audienceIsExact', { nullable: true }),
      wavePlan: t.expose('wavePlan', { type: [wave], description: 'As it was confirmed; empty unless AT_LOCAL.' }),
      figures: t.field({ type: figures, resolve: (row) => row }),
      reasons: t.expose('reasons', { type: [reason], description: 'Why accounts wait, were left out or not reached.' }),
      missingLocales: t.exposeStringList('missingLocales', {
        description: 'Languages that the product publishes and for which another text stands in.',
      }),
      isTested: t.exposeBoolean('isTested', { description: 'Exactly this content has been on a phone.' }),
      testSends: t.expose('testSends', { type: [testSend], description: 'The last twenty, newest first.' }),
      resendOf: t.expose('resendOf', { type: reference, nullable: true }),
      resentBy: t.expose('resentBy', { type: [reference] }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: (row) => person(row.createdBySub, row.createdByName),
      }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      updatedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: (row) => person(row.updatedBySub, row.updatedByName),
      }),
      version: t.exposeInt('version'),
      openFields: t.stringList({
        description: 'Fields that this person may change now.',
        resolve: (row, _args, { caller }) => (callerMay(caller, 'notification.edit') ? [...openFieldsOf(row)] : []),
      }),
      actions: t.field({
        type: [right],
        description: 'What this person may do with it now, and why not.',
        resolve: (row, _args, context) => notificationActions(row, context),
      }),
      history: t.field({
        type: history,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: ({ id }, args, context, info) =>
          auditHistory(context, { type: 'notification', id }, args, selectionOf(info)),
      }),
    }),
  });
  builder.queryField('notification', (t) =>
    t.field({
      type: notification,
      nullable: true,
      extensions: needs('notification.read'),
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context, info) => readNotification(context, id, selectionOf(info)),
    }),
  );
  return { notification, wave, reference, topic };
}

function addNames(builder: Builder, { state }: NotificationEnums) {
  const kind = builder.enumType('NotificationTopicKind', { values: TOPIC_KINDS });
  const topic = builder.objectRef<NotificationTopic>('NotificationTopic').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code'),
      kind: t.expose('kind', { type: kind }),
      name: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ nameI18n }, { locale }) => localName(nameI18n, locale),
      }),
      isArchived: t.exposeBoolean('isArchived'),
      subscribers: t.exposeInt('subscribers'),
    }),
  });
  const area = builder.objectRef<NotificationRow['areas'][number]>('NotificationArea').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code'),
      countryCode: t.exposeString('countryCode'),
      name: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ nameI18n }, { locale }) => localName(nameI18n, locale),
      }),
    }),
  });
  const badge = builder.objectRef<Named>('NotificationBadge').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code'),
      name: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ nameI18n }, { locale }) => localName(nameI18n, locale),
      }),
    }),
  });
  const reference = builder.objectRef<NotificationReference>('NotificationReference').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      title: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ titleI18n }, { locale }) => localName(titleI18n, locale),
      }),
      state: t.expose('state', { type: state }),
    }),
  });
  return { topic, area, badge, reference };
}

function addWave(builder: Builder) {
  return builder.objectRef<Wave>('NotificationWave').implement({
    description: 'What goes out in one zone.',
    fields: (t) => ({
      timezone: t.exposeString('timezone'),
      startsAt: t.field({
        type: 'DateTime',
        description: 'Instant of the wall time that was asked for.',
        resolve: ({ startsAt }) => new Date(startsAt),
      }),
      sendsAt: t.field({
        type: 'DateTime',
        description: 'The same, or the end of the quiet hours that it lies in.',
        resolve: ({ sendsAt }) => new Date(sendsAt),
      }),
      localTime: t.exposeString('localTime', { description: 'Wall time there, such as 2026-11-30T18:00.' }),
      accounts: t.exposeInt('accounts'),
      isOver: t.exposeBoolean('isOver', { description: 'The time has passed, or is after the last one: skipped.' }),
      isShifted: t.exposeBoolean('isShifted', { description: 'The clock there skips the time that was asked for.' }),
      isQuiet: t.exposeBoolean('isQuiet', { description: 'Waits for the end of the quiet hours.' }),
    }),
  });
}

function addTestSend(builder: Builder) {
  const account = builder.objectRef<TestSend['account']>('NotificationTestAccount').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      publicNo: t.expose('publicNo', { type: 'SafeInt' }),
      displayName: t.exposeString('displayName', { nullable: true, extensions: NEVER_STORED }),
    }),
  });
  return builder.objectRef<TestSend>('NotificationTestSend').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      at: t.field({ type: 'DateTime', resolve: ({ at }) => new Date(at) }),
      by: t.field({ type: 'StaffRef', resolve: ({ bySub, byName }) => ({ sub: bySub, name: byName ?? bySub }) }),
      account: t.expose('account', { type: account }),
      locale: t.exposeString('locale'),
      devices: t.exposeInt('devices', { description: 'Devices that took it; 0: it failed.' }),
      detail: t.exposeString('detail', { nullable: true, description: 'What the push service said where it failed.' }),
      isCurrent: t.exposeBoolean('isCurrent', { description: 'Of the content as it is now.' }),
    }),
  });
}

function addFigures(builder: Builder, { deliveryState, deliveryReason }: NotificationEnums) {
  const figures = builder.objectRef<NotificationRow>('NotificationFigures').implement({
    description: 'Accounts; opened ones are among the received ones, and those among the sent ones.',
    fields: (t) => ({
      recipients: t.exposeInt('recipients'),
      sent: t.exposeInt('sent'),
      received: t.exposeInt('received'),
      opened: t.exposeInt('opened'),
      failed: t.exposeInt('failed'),
      skipped: t.exposeInt('skipped'),
      deferred: t.exposeInt('deferred', { description: 'Of the pending ones, those that wait for a later time.' }),
      canceled: t.exposeInt('canceled'),
      pending: t.exposeInt('pending'),
    }),
  });
  const reason = builder.objectRef<ReasonCount>('NotificationReasonCount').implement({
    fields: (t) => ({
      state: t.expose('state', { type: deliveryState }),
      reason: t.expose('reason', { type: deliveryReason }),
      count: t.exposeInt('count'),
    }),
  });
  return { figures, reason };
}

function addRight(builder: Builder) {
  const action = builder.enumType('NotificationAction', { values: actionsOf(NOTIFICATION_MACHINE) });
  return builder.objectRef<ActionRight<NotificationAction>>('NotificationActionRight').implement({
    fields: (t) => ({
      action: t.expose('action', { type: action }),
      isAllowed: t.exposeBoolean('isAllowed'),
      refusal: t.exposeString('refusal', {
        nullable: true,
        description: 'Error code that the action would answer with; null when allowed.',
      }),
    }),
  });
}
