import type { EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addListQuery } from '../../listing/list-query.graphql.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { addNotificationAudience } from './audience/notification-audience.graphql.ts';
import { addDeliveryLists } from './dispatch/delivery-list.graphql.ts';
import { followNotification } from './dispatch/notification-follow.ts';
import { addNotificationType, type NotificationTypes } from './notification.graphql.ts';
import { type NotificationRow, notificationList } from './notification.list.ts';
import { addNotificationEnums, type NotificationEnums } from './notification-enums.graphql.ts';
import { addNotificationMutations } from './notification-mutation.graphql.ts';

/** Adds notifications and their deliveries. */
export function addNotification(builder: Builder, shared: EntityTypes): void {
  const enums = addNotificationEnums(builder);
  const types = addNotificationType(builder, enums, shared.history);
  addNotificationList(builder, shared.list, enums, types);
  addNotificationAudience(builder, enums, types);
  addNotificationMutations(builder, enums, types.notification);
  addDeliveryLists(builder, shared.list, enums, types);
}

const SEARCH_MATCHES = {
  ID: 'As the id of a notification.',
  TEXT: 'As part of a title.',
  NONE: 'As nothing that can be found.',
};

/** Adds `notifications`, their authors, the count of new ones, and the subscription to one. */
function addNotificationList(
  builder: Builder,
  list: ListTypes,
  enums: NotificationEnums,
  { notification }: NotificationTypes,
): void {
  addListQuery<NotificationRow>(builder, list, {
    name: 'notifications',
    description: 'Notifications.',
    permission: 'notification.read',
    list: notificationList,
    connection: ['Notification', notification, 'Kind of search text that was recognised.', SEARCH_MATCHES],
    filter: ['NotificationFilter', 'Filters of the list; a notification must match all of them.'],
    enums: { state: enums.state, sendMode: enums.sendMode },
    sort: ['Notification'],
    search: 'Id, or part of the title in any language.',
    news: { createdSql: 'r.created_at', topic: 'notification_created' },
  });
  builder.queryField('notificationAuthors', (t) =>
    t.field({
      type: ['StaffRef'],
      description: 'Authors of notifications, by name; at most 100.',
      extensions: needs('notification.read'),
      resolve: (_root, _args, { sql, signal }) =>
        sql.rows<{ sub: string; name: string }>(statementFor(AUTHORS), [], { signal, timeoutMs: LIST_TIMEOUT_MS }),
    }),
  );
  builder.subscriptionField('notificationChanged', (t) =>
    t.field({
      type: notification,
      description: 'One notification at once, then after each change or progress, at most once a second.',
      extensions: needs('notification.read'),
      args: { id: t.arg.id({ required: true, description: 'Id of the notification.' }) },
      subscribe: (_root, { id }, context, info) => followNotification(context, id, selectionOf(info)),
      resolve: (row) => row,
    }),
  );
}

const AUTHORS = `
  select a.sub, coalesce(u.display_name, a.sub) as name
  from (select distinct created_by as sub from notification where created_by is not null limit 100) a
    left join staff_user u on u.sub = a.sub
  order by 2, 1`;
