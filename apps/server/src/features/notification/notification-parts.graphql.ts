import type { NotificationAction, TOPIC_KINDS } from '@backcounter/domain';
import { addActionRight } from '../../crud/action-right.graphql.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import { localeArg } from '../../graphql/schema/arguments.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { localName } from '../../graphql/schema/reference-data.ts';
import type { Wave } from './dispatch/notification-waves.ts';
import type { NotificationEnums } from './notification-enums.graphql.ts';
import type {
  Named,
  NotificationReference,
  NotificationRow,
  NotificationTopic,
  ReasonCount,
  TestSend,
} from './notification-record.ts';

const ACTIONS: Readonly<Record<NotificationAction, string>> = {
  EDIT: 'Change its fields.',
  TEST: 'Send it to the phones of one account.',
  SCHEDULE: 'Let it go out at its time.',
  UNSCHEDULE: 'Take it back: it is a draft again.',
  PAUSE: 'Stop it for a time.',
  RESUME: 'Let it go on.',
  CANCEL: 'Stop it for good.',
  RESEND: 'Make a draft for those alone whom it failed to reach.',
  DUPLICATE: 'Make a draft with the same content, audience and timing.',
};

const TOPIC_KIND_TEXTS: Readonly<Record<(typeof TOPIC_KINDS)[number], string>> = {
  MARKETING: 'Goes to subscribers who agreed to push notifications, within the caps and outside quiet hours.',
  SERVICE: 'Goes to active accounts that have not unsubscribed; it has no caps and no quiet hours.',
};

/** What belongs to a notification. */
export function addNotificationParts(builder: Builder, enums: NotificationEnums) {
  return { ...addNames(builder, enums), ...addFigures(builder, enums), testSend: addTestSend(builder) };
}

function addNames(builder: Builder, { state }: NotificationEnums) {
  const kind = addEnum(builder, 'NotificationTopicKind', 'What a topic is for.', TOPIC_KIND_TEXTS);
  const topic = builder.objectRef<NotificationTopic>('NotificationTopic').implement({
    description: 'The topic of a notification.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      code: t.exposeString('code', { description: 'Its code.' }),
      kind: t.expose('kind', { type: kind, description: 'What it is for.' }),
      name: t.string({
        description: 'Its name in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ nameI18n }, { locale }) => localName(nameI18n, locale),
      }),
      isArchived: t.exposeBoolean('isArchived', { description: 'True where it can no longer be chosen.' }),
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
    description: 'A badge that recipients have.',
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

/** What goes out in one time zone. */
export function addWave(builder: Builder) {
  return builder.objectRef<Wave>('NotificationWave').implement({
    description: 'What goes out in one time zone.',
    fields: (t) => ({
      timezone: t.exposeString('timezone', { description: 'The time zone, such as `Europe/Berlin`.' }),
      startsAt: t.field({
        type: 'DateTime',
        description: 'Instant of the wall time that was asked for.',
        resolve: ({ startsAt }) => new Date(startsAt),
      }),
      sendsAt: t.field({
        type: 'DateTime',
        description: '`startsAt`, or the end of the quiet hours that it lies in.',
        resolve: ({ sendsAt }) => new Date(sendsAt),
      }),
      localTime: t.exposeString('localTime', {
        description: 'Wall time of `startsAt` there, such as 2026-11-30T18:00.',
      }),
      accounts: t.exposeInt('accounts', { description: 'Number of recipients there.' }),
      isOver: t.exposeBoolean('isOver', { description: 'True where its time has passed or is too late: skipped.' }),
      isShifted: t.exposeBoolean('isShifted', {
        description: 'True where the clock there skips the time that was asked for.',
      }),
      isQuiet: t.exposeBoolean('isQuiet', { description: 'True where it waits for the end of the quiet hours.' }),
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
    description: 'A test of a notification on the phones of one account.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      at: t.field({ type: 'DateTime', description: 'When it was sent.', resolve: ({ at }) => new Date(at) }),
      by: t.field({
        type: 'StaffRef',
        description: 'Who sent it.',
        resolve: ({ bySub, byName }) => ({ sub: bySub, name: byName ?? bySub }),
      }),
      account: t.expose('account', { type: account, description: 'The account it was sent to.' }),
      locale: t.exposeString('locale', { description: 'Language of the text.' }),
      devices: t.exposeInt('devices', { description: 'Number of devices that took it; 0: it failed.' }),
      detail: t.exposeString('detail', {
        nullable: true,
        description: 'What the push service said where it failed; null otherwise.',
      }),
      isCurrent: t.exposeBoolean('isCurrent', {
        description: 'True where the content has not changed since.',
      }),
    }),
  });
}

function addFigures(builder: Builder, { deliveryState, deliveryReason }: NotificationEnums) {
  const figures = builder.objectRef<NotificationRow>('NotificationFigures').implement({
    description: 'Numbers of accounts; opened ones are among the received ones, and those among the sent ones.',
    fields: (t) => ({
      recipients: t.exposeInt('recipients', { description: 'Accounts that it was to reach.' }),
      sent: t.exposeInt('sent', { description: 'Accounts whose message the push service took.' }),
      received: t.exposeInt('received', { description: 'Accounts where a device told that it came.' }),
      opened: t.exposeInt('opened', { description: 'Accounts where a device told that it was opened.' }),
      failed: t.exposeInt('failed', { description: 'Accounts that it could not be sent to.' }),
      skipped: t.exposeInt('skipped', { description: 'Accounts that were left out.' }),
      deferred: t.exposeInt('deferred', { description: 'Of the pending ones, those that wait for a later time.' }),
      canceled: t.exposeInt('canceled', { description: 'Accounts that it was not sent to because it was canceled.' }),
      pending: t.exposeInt('pending', { description: 'Accounts that it is still to be sent to.' }),
    }),
  });
  const reason = builder.objectRef<ReasonCount>('NotificationReasonCount').implement({
    description: 'How many accounts wait, were left out or not reached for one reason.',
    fields: (t) => ({
      state: t.expose('state', { type: deliveryState, description: 'State of their deliveries.' }),
      reason: t.expose('reason', { type: deliveryReason, description: 'The reason.' }),
      count: t.exposeInt('count', { description: 'Number of accounts.' }),
    }),
  });
  return { figures, reason };
}

/** What the caller may do with a notification. */
export function addNotificationRight(builder: Builder) {
  return addActionRight(builder, 'Notification', 'a notification', ACTIONS);
}
