import { localeArg, localName } from '../../../graphql/schema/arguments.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { addEnumFilter, addSearchedConnection } from '../../../listing/list-connection.ts';
import { addListQuery } from '../../../listing/list-query.graphql.ts';
import type { NotificationTypes } from '../notification.graphql.ts';
import type { Named } from '../notification.list.ts';
import type { NotificationEnums } from '../notification-enums.graphql.ts';
import { accountNotificationList, type DeliveryRow, notificationDeliveryList } from './delivery.list.ts';

const SEARCH_MATCHES = {
  ID: 'As the id of an account or notification.',
  NUMBER: 'As the number of an account.',
  TEXT: 'As part of a title.',
  NONE: 'As nothing that can be found.',
};

/** Adds lists of deliveries: by notification and by account. */
export function addDeliveryLists(
  builder: Builder,
  list: ListTypes,
  enums: NotificationEnums,
  types: NotificationTypes,
): void {
  const row = addRow(builder, enums, types);
  const match = addEnum(builder, 'DeliverySearchMatch', 'Kind of search text that was recognised.', SEARCH_MATCHES);
  const connection = addSearchedConnection(builder, list, 'Delivery', row, match);
  const shared = {
    permission: 'notification.read',
    connection,
    enums: {
      state: addEnumFilter(builder, 'DeliveryStateFilter', enums.deliveryState),
      reason: addEnumFilter(builder, 'DeliveryReasonFilter', enums.deliveryReason),
    },
  } as const;
  addListQuery(builder, list, {
    ...shared,
    name: 'notificationDeliveries',
    description: 'Accounts of one notification, by their ids; `filter.notification.in` names it.',
    list: notificationDeliveryList,
    filter: ['NotificationDeliveryFilter', 'Filters of the list; `notification.in` names exactly one.'],
    sort: ['NotificationDelivery'],
    search: 'Number or id of an account.',
  });
  addListQuery(builder, list, {
    ...shared,
    name: 'accountNotifications',
    description: 'Notifications of one account, newest first; `filter.account.in` names it.',
    list: accountNotificationList,
    filter: ['AccountNotificationFilter', 'Filters of the list; `account.in` names exactly one.'],
    sort: ['AccountNotification'],
    search: 'Id, or part of the title in any language.',
  });
}

function addRow(
  builder: Builder,
  { deliveryState, deliveryReason }: NotificationEnums,
  { reference }: NotificationTypes,
) {
  const account = builder.objectRef<DeliveryRow>('DeliveryAccount').implement({
    description: 'The account of a delivery.',
    fields: (t) => ({
      id: t.exposeID('accountId', { description: 'Its id.' }),
      publicNo: t.expose('accountNumber', { type: 'SafeInt', description: 'Its number.' }),
      displayName: t.exposeString('accountName', orNull('Its display name; null without one.')),
      countryCode: t.exposeString('accountCountry', { description: 'Its country, ISO 3166-1 alpha-2.' }),
      timezone: t.exposeString('accountTimezone', { description: 'Its time zone, such as `Europe/Berlin`.' }),
    }),
  });
  const topic = builder.objectRef<Named>('DeliveryTopic').implement({
    description: 'The topic of a delivery.',
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
  return builder.objectRef<DeliveryRow>('Delivery').implement({
    description: 'State of a notification for one account.',
    fields: (t) => ({
      id: t.exposeID('id', {
        description: 'Id of the account in `notificationDeliveries`, of the notification in `accountNotifications`.',
      }),
      account: t.field({ type: account, description: 'The account.', resolve: (row) => row }),
      notification: t.expose('notification', { type: reference, description: 'The notification.' }),
      topic: t.expose('topic', { type: topic, description: 'Topic of the notification.' }),
      state: t.expose('state', { type: deliveryState, description: 'Its state.' }),
      reason: t.expose('reason', orNull('Why it waits, was skipped or failed; null otherwise.', deliveryReason)),
      attempts: t.exposeInt('attempts', { description: 'Number of attempts at the push service.' }),
      devices: t.exposeInt('devices', { description: 'Number of devices whose message the push service accepted.' }),
      notBefore: t.expose('notBefore', { type: 'DateTime', description: 'It is not sent before this instant.' }),
      changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When it last changed.' }),
      sentAt: t.expose('sentAt', orNull('When the push service accepted it; null before.', 'DateTime')),
      receivedAt: t.expose('receivedAt', orNull('When it arrived, as reported by a device; null before.', 'DateTime')),
      openedAt: t.expose('openedAt', orNull('When it was opened, as reported by a device; null before.', 'DateTime')),
      providerCode: t.exposeString(
        'providerCode',
        orNull('Error code of the push service if it failed; null otherwise.'),
      ),
    }),
  });
}
