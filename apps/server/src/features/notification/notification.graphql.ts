import type { ObjectRef } from '@pothos/core';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import { outputFields } from '../../crud/record-fields.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import { callerMay } from '../../graphql/request-context.ts';
import { forwardArgs, localeArg } from '../../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { localName } from '../../graphql/schema/reference-data.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import { stampFields } from '../../graphql/schema/shared-fields.ts';
import type { Wave } from './dispatch/notification-waves.ts';
import { NOTIFICATION_FIELDS } from './notification.list.ts';
import type { NotificationEnums } from './notification-enums.graphql.ts';
import { addNotificationParts, addNotificationRight, addWave } from './notification-parts.graphql.ts';
import {
  type NotificationReference,
  type NotificationRow,
  type NotificationTopic,
  notificationActions,
  openFieldsOf,
  readNotification,
} from './notification-record.ts';

/** The type of a notification. */
export type NotificationRef = ObjectRef<BuilderTypes, NotificationRow>;

/** The types of notifications. */
export interface NotificationTypes {
  readonly notification: NotificationRef;
  readonly wave: ObjectRef<BuilderTypes, Wave>;
  readonly reference: ObjectRef<BuilderTypes, NotificationReference>;
  readonly topic: ObjectRef<BuilderTypes, NotificationTopic>;
}

/** A notification as people read it, and `notification(id)`. */
export function addNotificationType(
  builder: Builder,
  enums: NotificationEnums,
  history: AuditConnectionRef,
): NotificationTypes {
  const { topic, area, badge, reference, figures, reason, testSend } = addNotificationParts(builder, enums);
  const wave = addWave(builder);
  const right = addNotificationRight(builder);
  const person = (sub: string | null, name: string | null) => (sub === null ? null : { sub, name: name ?? sub });
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
      badge: t.expose('badge', {
        type: badge,
        nullable: true,
        description: 'Badge that recipients have; null: not narrowed so.',
      }),
      state: t.expose('state', { type: enums.state, description: 'Its state.' }),
      stateReason: t.exposeString('stateReason', {
        nullable: true,
        description: 'Why it is in its state, as far as that was said; null otherwise.',
      }),
      stateChangedAt: t.expose('stateChangedAt', { type: 'DateTime', description: 'When `state` last changed.' }),
      stateChangedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        description: 'Who changed the state last; null: the product itself.',
        resolve: (row) => person(row.stateChangedBySub, row.stateChangedByName),
      }),
      scheduledAt: t.expose('scheduledAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When it was scheduled; null for a draft.',
      }),
      startsAt: t.expose('startsAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When it starts: until then nobody has got it; null for a draft.',
      }),
      preparedAt: t.expose('preparedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When all of its recipients were written down; null before.',
      }),
      startedAt: t.expose('startedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the first batch went to the push service; null before.',
      }),
      completedAt: t.expose('completedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When no delivery was waiting any more; null unless SENT.',
      }),
      audienceEstimate: t.exposeInt('audienceEstimate', {
        nullable: true,
        description: 'Number of recipients as it was confirmed; null for a draft.',
      }),
      audienceEstimatedAt: t.expose('audienceEstimatedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When that number was found; null for a draft.',
      }),
      audienceIsExact: t.exposeBoolean('audienceIsExact', {
        nullable: true,
        description: 'False where that number comes from a sample; null for a draft.',
      }),
      wavePlan: t.expose('wavePlan', { type: [wave], description: 'As it was confirmed; empty unless AT_LOCAL.' }),
      figures: t.field({ type: figures, description: 'What has become of it.', resolve: (row) => row }),
      reasons: t.expose('reasons', { type: [reason], description: 'Why accounts wait, were left out or not reached.' }),
      missingLocales: t.exposeStringList('missingLocales', {
        description: 'Languages that the product publishes and for which another text stands in.',
      }),
      isTested: t.exposeBoolean('isTested', { description: 'True where exactly this content has been on a phone.' }),
      testSends: t.expose('testSends', { type: [testSend], description: 'Its last twenty tests, newest first.' }),
      resendOf: t.expose('resendOf', {
        type: reference,
        nullable: true,
        description: 'The notification whose failed deliveries it sends again; null for any other.',
      }),
      resentBy: t.expose('resentBy', {
        type: [reference],
        description: 'Notifications that send its failed deliveries again, without canceled ones.',
      }),
      ...stampFields(t),
      createdBy: t.field({
        type: 'StaffRef',
        nullable: true,
        description: 'Who created it; null where nobody noted it.',
        resolve: (row) => person(row.createdBySub, row.createdByName),
      }),
      openFields: t.stringList({
        description: 'Fields that the caller may change now.',
        resolve: (row, _args, { caller }) => (callerMay(caller, 'notification.edit') ? [...openFieldsOf(row)] : []),
      }),
      actions: t.field({
        type: [right],
        description: 'What the caller may do with it now, and why not.',
        resolve: (row, _args, context) => notificationActions(row, context),
      }),
      history: t.field({
        type: history,
        description: 'Who changed it, newest first.',
        args: forwardArgs(t),
        resolve: ({ id }, args, context, info) =>
          auditHistory(context, { type: 'notification', id }, args, selectionOf(info)),
      }),
    }),
  });
  builder.queryField('notification', (t) =>
    t.field({
      type: notification,
      nullable: true,
      description: 'One notification; `record.not-found` where there is none.',
      extensions: needs('notification.read'),
      args: { id: t.arg.id({ required: true, description: 'Id of the notification.' }) },
      resolve: (_root, { id }, context, info) => readNotification(context, id, selectionOf(info)),
    }),
  );
  return { notification, wave, reference, topic };
}
