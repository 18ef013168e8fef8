import type { DeliveryReason, DeliveryState } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { localName } from '../../graphql/reference-data.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../listing/list-connection.ts';
import { runList } from '../../listing/run-list.ts';
import { accountNotificationList, notificationDeliveryList } from './delivery.list.ts';
import type { NotificationEnums, NotificationTypes } from './notification.graphql.ts';
import type { Named, NotificationReference } from './notification-record.ts';

interface DeliveryRow {
  readonly id: string;
  readonly accountId: string;
  readonly accountNumber: number;
  readonly accountName: string | null;
  readonly accountCountry: string;
  readonly accountTimezone: string;
  readonly notification: NotificationReference;
  readonly topic: Named;
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
  readonly attempts: number;
  readonly devices: number;
  readonly notBefore: string;
  readonly changedAt: string;
  readonly sentAt: string | null;
  readonly receivedAt: string | null;
  readonly openedAt: string | null;
  readonly providerCode: string | null;
}

const SEARCH_MATCHES = ['ID', 'NUMBER', 'TEXT', 'NONE'] as const;

/** What became of a notification for each account, and of each notification for an account. */
export function addDeliveryLists(
  builder: Builder,
  list: ListTypes,
  enums: NotificationEnums,
  types: NotificationTypes,
): void {
  const row = addRow(builder, enums, types);
  const match = builder.enumType('DeliverySearchMatch', { values: SEARCH_MATCHES });
  const connection = addSearchedConnection(builder, list, 'Delivery', row, match);
  const stateFilter = addEnumFilter(builder, 'DeliveryStateFilter', enums.deliveryState);
  const reasonFilter = addEnumFilter(builder, 'DeliveryReasonFilter', enums.deliveryReason);
  builder.queryField('notificationDeliveries', (t) =>
    t.field({
      type: connection,
      description: 'Accounts of one notification, by their ids; `filter.notification.in` names it.',
      extensions: needs('notification.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({
          type: builder.inputType('NotificationDeliveryFilter', {
            fields: (f) => ({
              notification: f.field({ type: list.idFilter }),
              state: f.field({ type: stateFilter }),
              reason: f.field({ type: reasonFilter }),
              sent: f.field({ type: list.instantFilter }),
            }),
          }),
          required: true,
        }),
        sort: t.arg({ type: addListSort(builder, list, 'NotificationDelivery', ['ACCOUNT']) }),
        search: t.arg.string({ description: 'Number or id of an account.' }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<DeliveryRow>(notificationDeliveryList, context, args, selectionOf(info)),
    }),
  );
  builder.queryField('accountNotifications', (t) =>
    t.field({
      type: connection,
      description: 'Notifications of one account, newest first; `filter.account.in` names it.',
      extensions: needs('notification.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({
          type: builder.inputType('AccountNotificationFilter', {
            fields: (f) => ({
              account: f.field({ type: list.idFilter }),
              notification: f.field({ type: list.idFilter }),
              state: f.field({ type: stateFilter }),
              reason: f.field({ type: reasonFilter }),
              topic: f.field({ type: list.idFilter }),
              sent: f.field({ type: list.instantFilter }),
            }),
          }),
          required: true,
        }),
        sort: t.arg({ type: addListSort(builder, list, 'AccountNotification', ['PREPARED']) }),
        search: t.arg.string({ description: 'Id, or part of the title in any language.' }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<DeliveryRow>(accountNotificationList, context, args, selectionOf(info)),
    }),
  );
}

function addRow(
  builder: Builder,
  { deliveryState, deliveryReason }: NotificationEnums,
  { reference }: NotificationTypes,
) {
  const account = builder.objectRef<DeliveryRow>('DeliveryAccount').implement({
    fields: (t) => ({
      id: t.exposeID('accountId'),
      publicNo: t.expose('accountNumber', { type: 'SafeInt' }),
      displayName: t.exposeString('accountName', { nullable: true }),
      countryCode: t.exposeString('accountCountry'),
      timezone: t.exposeString('accountTimezone'),
    }),
  });
  const topic = builder.objectRef<Named>('DeliveryTopic').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code'),
      name: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ nameI18n }, { locale }) => localName(nameI18n, locale),
      }),
    }),
  });
  return builder.objectRef<DeliveryRow>('Delivery').implement({
    description: 'A notification and an account.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Of the account in a notification, of the notification in an account.' }),
      account: t.field({ type: account, resolve: (row) => row }),
      notification: t.expose('notification', { type: reference }),
      topic: t.expose('topic', { type: topic }),
      state: t.expose('state', { type: deliveryState }),
      reason: t.expose('reason', { type: deliveryReason, nullable: true }),
      attempts: t.exposeInt('attempts'),
      devices: t.exposeInt('devices', { description: 'Devices whose message the push service took.' }),
      notBefore: t.expose('notBefore', { type: 'DateTime' }),
      changedAt: t.expose('changedAt', { type: 'DateTime' }),
      sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
      receivedAt: t.expose('receivedAt', { type: 'DateTime', nullable: true }),
      openedAt: t.expose('openedAt', { type: 'DateTime', nullable: true }),
      providerCode: t.exposeString('providerCode', { nullable: true }),
    }),
  });
}
