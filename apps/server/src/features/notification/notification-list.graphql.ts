import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import {
  addEnumFilter,
  addListSort,
  addSearchedConnection,
  listArgs,
  searchArg,
} from '../../listing/list-connection.ts';
import { addListNews } from '../../listing/list-news.graphql.ts';
import { runList } from '../../listing/run-list.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { followNotification } from './dispatch/notification-follow.ts';
import type { NotificationTypes } from './notification.graphql.ts';
import { notificationList } from './notification.list.ts';
import type { NotificationEnums } from './notification-enums.graphql.ts';
import type { NotificationRow } from './notification-record.ts';

const SEARCH_MATCHES = {
  ID: 'As the id of a notification.',
  TEXT: 'As part of a title.',
  NONE: 'As nothing that can be found.',
};
const SORT_KEYS = ['CREATED', 'RECIPIENTS', 'SCHEDULED', 'TITLE', 'UPDATED'] as const;

/** Adds `notifications`, their authors, the count of new ones, and the subscription to one. */
export function addNotificationList(
  builder: Builder,
  list: ListTypes,
  enums: NotificationEnums,
  { notification }: NotificationTypes,
): void {
  const searchMatch = addEnum(
    builder,
    'NotificationSearchMatch',
    'Kind of search text that was recognised.',
    SEARCH_MATCHES,
  );
  const sort = addListSort(builder, list, 'Notification', SORT_KEYS);
  const filter = addFilter(builder, list, enums);
  const connection = addSearchedConnection(builder, list, 'Notification', notification, searchMatch);
  builder.queryField('notifications', (t) =>
    t.field({
      type: connection,
      description: 'Notifications.',
      extensions: needs('notification.read'),
      args: {
        ...listArgs(t, list, filter, sort),
        search: searchArg(t, 'Id, or part of the title in any language.'),
      },
      resolve: (_root, args, context, info) =>
        runList<NotificationRow>(notificationList, context, args, selectionOf(info)),
    }),
  );
  builder.queryField('notificationAuthors', (t) =>
    t.field({
      type: ['StaffRef'],
      description: 'Authors of notifications, by name; at most 100.',
      extensions: needs('notification.read'),
      resolve: (_root, _args, { sql, signal }) =>
        sql.rows<{ sub: string; name: string }>(statementFor(AUTHORS), [], { signal, timeoutMs: LIST_TIMEOUT_MS }),
    }),
  );
  addListNews(builder, list, {
    name: 'notificationsCreated',
    what: 'notifications',
    permission: 'notification.read',
    filter,
    list: () => notificationList,
    createdSql: 'r.created_at',
    topic: 'notification_created',
  });
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

function addFilter(builder: Builder, list: ListTypes, { state, sendMode }: NotificationEnums) {
  const stateFilter = addEnumFilter(builder, 'NotificationStateFilter', state);
  const sendModeFilter = addEnumFilter(builder, 'NotificationSendModeFilter', sendMode);
  return builder.inputType('NotificationFilter', {
    description: 'Filters of the list; a notification must match all of them.',
    fields: (t) => ({
      state: t.field({ type: stateFilter, description: 'By state.' }),
      sendMode: t.field({ type: sendModeFilter, description: 'By when they are sent.' }),
      topic: t.field({ type: list.idFilter, description: 'Of one of these topics.' }),
      segment: t.field({ type: list.idFilter, description: 'Narrowed to one of these segments.' }),
      author: t.field({
        type: list.textFilter,
        description: 'Created by one of these members of staff, given by subject.',
      }),
      country: t.field({ type: list.codeFilter, description: 'Narrowed to one of these countries.' }),
      scheduled: t.field({ type: list.instantFilter, description: 'By `startsAt`.' }),
      created: t.field({ type: list.instantFilter, description: 'By `createdAt`.' }),
      recipients: t.field({ type: list.numberFilter, description: 'By the number of recipients.' }),
    }),
  });
}
