import type { ObjectRef } from '@pothos/core';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import { outputFields } from '../../crud/record-fields.graphql.ts';
import { callerMay } from '../../graphql/request-context.ts';
import { forwardArgs, localeArg, localName } from '../../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { addRecordQuery } from '../../graphql/schema/record-query.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import { staffField, stampFields } from '../../graphql/schema/shared-fields.ts';
import type { Wave } from './audience/wave-preview.ts';
import {
  NOTIFICATION_FIELDS,
  type NotificationReference,
  type NotificationRow,
  type NotificationTopic,
} from './notification.list.ts';
import type { NotificationEnums } from './notification-enums.graphql.ts';
import { addNotificationParts, addNotificationRight, addWave } from './notification-parts.graphql.ts';
import { notificationActions, openFieldsOf, readNotification } from './notification-record.ts';

/** Reference to the GraphQL type of a notification. */
export type NotificationRef = ObjectRef<BuilderTypes, NotificationRow>;

/** GraphQL types that other files use. */
export interface NotificationTypes {
  readonly notification: NotificationRef;
  readonly wave: ObjectRef<BuilderTypes, Wave>;
  readonly reference: ObjectRef<BuilderTypes, NotificationReference>;
  readonly topic: ObjectRef<BuilderTypes, NotificationTopic>;
}

/** Adds the type of a notification and `notification(id)`. */
export function addNotificationType(
  builder: Builder,
  enums: NotificationEnums,
  history: AuditConnectionRef,
): NotificationTypes {
  const { topic, area, badge, reference, figures, reason, testSend } = addNotificationParts(builder, enums);
  const wave = addWave(builder);
  const right = addNotificationRight(builder);
  const notification = builder.objectRef<NotificationRow>('Notification').implement({
    description: 'A push notification about a topic.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      topic: t.expose('topic', { type: topic, description: 'Its topic.' }),
      ...outputFields(t, NOTIFICATION_FIELDS, enums),
      title: t.string({
        description: 'Its title in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ titleI18n }, { locale }) => localName(titleI18n, locale),
      }),
      body: t.string({
        description: 'Its text in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ bodyI18n }, { locale }) => localName(bodyI18n, locale),
      }),
      countryCodes: t.exposeStringList('countryCodes', {
        description: 'Countries that the audience is narrowed to, ISO 3166-1 alpha-2; empty: all.',
      }),
      areas: t.expose('areas', { type: [area], description: 'Areas that the audience is narrowed to; empty: all.' }),
      badge: t.expose('badge', orNull('Badge that recipients must have; null: any.', badge)),
      segment: t.expose(
        'segment',
        orNull('Segment that recipients are members of when it is prepared; null: any account.', 'SegmentRef'),
      ),
      state: t.expose('state', { type: enums.state, description: 'Its state.' }),
      stateReason: t.exposeString('stateReason', orNull('Reason for its state; null if none was given.')),
      stateChangedAt: t.expose('stateChangedAt', { type: 'DateTime', description: 'When `state` last changed.' }),
      stateChangedBy: staffField(t, 'stateChangedBy', 'Member of staff who changed the state last; null: the product.'),
      scheduledAt: t.expose('scheduledAt', orNull('When it was scheduled; null for a draft.', 'DateTime')),
      startsAt: t.expose('startsAt', orNull('When sending starts; null for a draft.', 'DateTime')),
      preparedAt: t.expose(
        'preparedAt',
        orNull('When all of its recipients had been recorded; null before.', 'DateTime'),
      ),
      startedAt: t.expose(
        'startedAt',
        orNull('When the first batch was passed to the push service; null before.', 'DateTime'),
      ),
      completedAt: t.expose('completedAt', orNull('When its last delivery ended; null unless SENT.', 'DateTime')),
      audienceEstimate: t.exposeInt('audienceEstimate', orNull('Confirmed number of recipients; null for a draft.')),
      audienceEstimatedAt: t.expose(
        'audienceEstimatedAt',
        orNull('When that number was calculated; null for a draft.', 'DateTime'),
      ),
      audienceIsExact: t.exposeBoolean(
        'audienceIsExact',
        orNull('False if that number is from a sample; null for a draft.'),
      ),
      wavePlan: t.expose('wavePlan', {
        type: [wave],
        description: 'Confirmed plan by time zone; empty unless AT_LOCAL.',
      }),
      figures: t.field({ type: figures, description: 'Its figures.', resolve: (row) => row }),
      reasons: t.expose('reasons', {
        type: [reason],
        description: 'Reasons of waiting, skipped and failed deliveries.',
      }),
      missingLocales: t.exposeStringList('missingLocales', {
        description: 'Published languages without a text of their own; another language is used.',
      }),
      isTested: t.exposeBoolean('isTested', {
        description: 'True if a device has accepted a test of this exact content.',
      }),
      testSends: t.expose('testSends', { type: [testSend], description: 'Its last twenty tests, newest first.' }),
      resendOf: t.expose(
        'resendOf',
        orNull('The notification whose failed deliveries it resends; null for any other.', reference),
      ),
      resentBy: t.expose('resentBy', {
        type: [reference],
        description: 'Notifications that resend its failed deliveries, without canceled ones.',
      }),
      ...stampFields(t),
      createdBy: staffField(t, 'createdBy', 'Member of staff who created it; null if unknown.'),
      openFields: t.stringList({
        description: 'Fields that the caller may change now.',
        resolve: (row, _args, { caller }) => (callerMay(caller, 'notification.edit') ? [...openFieldsOf(row)] : []),
      }),
      actions: t.field({
        type: [right],
        description: 'Actions on it, and why the caller may not take them now.',
        resolve: (row, _args, context) => notificationActions(row, context),
      }),
      history: t.field({
        type: history,
        description: 'Its changes, newest first.',
        args: forwardArgs(t),
        resolve: ({ id }, args, context, info) =>
          auditHistory(context, { type: 'notification', id }, args, selectionOf(info)),
      }),
    }),
  });
  addRecordQuery(builder, 'notification', {
    type: notification,
    description: 'One notification; `record.not-found` if there is none.',
    permission: 'notification.read',
    id: 'Id of the notification.',
    read: readNotification,
  });
  return { notification, wave, reference, topic };
}
