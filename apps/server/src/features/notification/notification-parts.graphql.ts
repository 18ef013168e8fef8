import type { NotificationAction, TOPIC_KINDS } from '@backcounter/domain';
import { addActionRight } from '../../crud/action-right.graphql.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import { localeArg, localName } from '../../graphql/schema/arguments.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import type { Wave } from './audience/wave-preview.ts';
import type {
  Named,
  NotificationReference,
  NotificationRow,
  NotificationTopic,
  ReasonCount,
  TestSend,
} from './notification.list.ts';
import type { NotificationEnums } from './notification-enums.graphql.ts';

const ACTIONS: Readonly<Record<NotificationAction, string>> = {
  EDIT: 'Change its fields.',
  TEST: 'Send it to the devices of one account.',
  SCHEDULE: 'Schedule it for its time.',
  UNSCHEDULE: 'Make it a draft again.',
  PAUSE: 'Stop it temporarily.',
  RESUME: 'Continue sending.',
  CANCEL: 'Stop it permanently.',
  RESEND: 'Create a draft for its failed deliveries only.',
  DUPLICATE: 'Create a draft with the same content, audience and timing.',
};

const TOPIC_KIND_TEXTS: Readonly<Record<(typeof TOPIC_KINDS)[number], string>> = {
  MARKETING: 'Sent to subscribers with push consent, within the caps and outside quiet hours.',
  SERVICE: 'Sent to active accounts that have not unsubscribed, without caps and quiet hours.',
};

/** Adds the types of a notification's parts. */
export function addNotificationParts(builder: Builder, enums: NotificationEnums) {
  return { ...addNames(builder, enums), ...addFigures(builder, enums), testSend: addTestSend(builder) };
}

function addNames(builder: Builder, { state }: NotificationEnums) {
  const kind = addEnum(builder, 'NotificationTopicKind', 'Purpose of a topic.', TOPIC_KIND_TEXTS);
  const topic = builder.objectRef<NotificationTopic>('NotificationTopic').implement({
    description: 'The topic of a notification.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      code: t.exposeString('code', { description: 'Its code.' }),
      kind: t.expose('kind', { type: kind, description: 'Its purpose.' }),
      name: t.string({
        description: 'Its name in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ nameI18n }, { locale }) => localName(nameI18n, locale),
      }),
      isArchived: t.exposeBoolean('isArchived', { description: 'True if it can no longer be chosen.' }),
      subscribers: t.exposeInt('subscribers', { description: 'Number of accounts that are subscribed.' }),
    }),
  });
  const area = builder.objectRef<NotificationRow['areas'][number]>('NotificationArea').implement({
    description: 'An area that the audience is narrowed to.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      code: t.exposeString('code', { description: 'Its code.' }),
      countryCode: t.exposeString('countryCode', { description: 'Its country, ISO 3166-1 alpha-2.' }),
      name: t.string({
        description: 'Its name in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ nameI18n }, { locale }) => localName(nameI18n, locale),
      }),
    }),
  });
  const badge = builder.objectRef<Named>('NotificationBadge').implement({
    description: 'A badge that recipients must have.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      code: t.exposeString('code', { description: 'Its code.' }),
      name: t.string({
        description: 'Its name in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ nameI18n }, { locale }) => localName(nameI18n, locale),
      }),
    }),
  });
  const reference = builder.objectRef<NotificationReference>('NotificationReference').implement({
    description: 'Another notification, in short.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      title: t.string({
        description: 'Its title in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ titleI18n }, { locale }) => localName(titleI18n, locale),
      }),
      state: t.expose('state', { type: state, description: 'Its state.' }),
    }),
  });
  return { topic, area, badge, reference };
}

/** Adds the type of a wave. */
export function addWave(builder: Builder) {
  return builder.objectRef<Wave>('NotificationWave').implement({
    description: 'Deliveries in one time zone.',
    fields: (t) => ({
      timezone: t.exposeString('timezone', { description: 'The time zone, such as `Europe/Berlin`.' }),
      startsAt: t.field({
        type: 'DateTime',
        description: 'Instant of the requested wall time.',
        resolve: ({ startsAt }) => new Date(startsAt),
      }),
      sendsAt: t.field({
        type: 'DateTime',
        description: '`startsAt`, or the end of the quiet hours that contain it.',
        resolve: ({ sendsAt }) => new Date(sendsAt),
      }),
      localTime: t.exposeString('localTime', {
        description: 'Wall time of `startsAt` there, such as 2026-11-30T18:00.',
      }),
      accounts: t.exposeInt('accounts', { description: 'Number of recipients there.' }),
      isOver: t.exposeBoolean('isOver', { description: 'True if its time has passed or is too late: skipped.' }),
      isShifted: t.exposeBoolean('isShifted', {
        description: 'True if the clock there skips the requested time.',
      }),
      isQuiet: t.exposeBoolean('isQuiet', { description: 'True if it waits for the end of the quiet hours.' }),
    }),
  });
}

function addTestSend(builder: Builder) {
  const account = builder.objectRef<TestSend['account']>('NotificationTestAccount').implement({
    description: 'The account that a test was sent to.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      publicNo: t.expose('publicNo', { type: 'SafeInt', description: 'Its number.' }),
      displayName: t.exposeString('displayName', {
        nullable: true,
        description: 'Its display name; null without one.',
        extensions: NEVER_STORED,
      }),
    }),
  });
  return builder.objectRef<TestSend>('NotificationTestSend').implement({
    description: 'A test of a notification on the devices of one account.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      at: t.field({ type: 'DateTime', description: 'When it was sent.', resolve: ({ at }) => new Date(at) }),
      by: t.field({
        type: 'StaffRef',
        description: 'Member of staff who sent it.',
        resolve: ({ bySub, byName }) => ({ sub: bySub, name: byName ?? bySub }),
      }),
      account: t.expose('account', { type: account, description: 'The account it was sent to.' }),
      locale: t.exposeString('locale', { description: 'Language of the text.' }),
      devices: t.exposeInt('devices', { description: 'Number of devices that accepted it; 0: it failed.' }),
      detail: t.exposeString('detail', orNull('Error of the push service if it failed; null otherwise.')),
      isCurrent: t.exposeBoolean('isCurrent', {
        description: 'True if the content has not changed since.',
      }),
    }),
  });
}

function addFigures(builder: Builder, { deliveryState, deliveryReason }: NotificationEnums) {
  const figures = builder.objectRef<NotificationRow>('NotificationFigures').implement({
    description: 'Numbers of accounts; `sent` includes `received`, which includes `opened`.',
    fields: (t) => ({
      recipients: t.exposeInt('recipients', { description: 'Accounts in its audience.' }),
      sent: t.exposeInt('sent', { description: 'Accounts whose message the push service accepted.' }),
      received: t.exposeInt('received', { description: 'Accounts with a device that reported its arrival.' }),
      opened: t.exposeInt('opened', { description: 'Accounts with a device that reported its opening.' }),
      failed: t.exposeInt('failed', { description: 'Accounts whose delivery failed.' }),
      skipped: t.exposeInt('skipped', { description: 'Accounts that were skipped.' }),
      deferred: t.exposeInt('deferred', { description: 'Pending accounts that wait for a later time.' }),
      canceled: t.exposeInt('canceled', { description: 'Accounts not sent to because of its cancellation.' }),
      pending: t.exposeInt('pending', { description: 'Accounts still to be sent to.' }),
    }),
  });
  const reason = builder.objectRef<ReasonCount>('NotificationReasonCount').implement({
    description: 'Number of accounts with one state and reason.',
    fields: (t) => ({
      state: t.expose('state', { type: deliveryState, description: 'State of their deliveries.' }),
      reason: t.expose('reason', { type: deliveryReason, description: 'The reason.' }),
      count: t.exposeInt('count', { description: 'Number of accounts.' }),
    }),
  });
  return { figures, reason };
}

/** Adds the type of an action that the caller may or may not take. */
export function addNotificationRight(builder: Builder) {
  return addActionRight(builder, 'Notification', 'a notification', ACTIONS);
}
