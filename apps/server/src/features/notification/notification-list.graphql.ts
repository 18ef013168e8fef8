import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../listing/list-connection.ts';
import { addListNews } from '../../listing/list-news.graphql.ts';
import { runList } from '../../listing/run-list.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { NotificationEnums, NotificationTypes } from './notification.graphql.ts';
import { notificationList } from './notification.list.ts';
import { followNotification } from './notification-follow.ts';
import type { NotificationRow } from './notification-record.ts';

const SEARCH_MATCHES = ['ID', 'TEXT', 'NONE'] as const;
const SORT_KEYS = ['CREATED', 'RECIPIENTS', 'SCHEDULED', 'TITLE', 'UPDATED'] as const;

/** `notifications`, who wrote them, how many came to them since, and one as it changes. */
export function addNotificationList(
  builder: Builder,
  list: ListTypes,
  enums: NotificationEnums,
  { notification }: NotificationTypes,
): void {
  const searchMatch = builder.enumType('NotificationSearchMatch', { values: SEARCH_MATCHES });
  const sort = addListSort(builder, list, 'Notification', SORT_KEYS);
  const filter = addFilter(builder, list, enums);
  const connection = addSearchedConnection(builder, list, 'Notification', notification, searchMatch);
  builder.queryField('notifications', (t) =>
    t.field({
      type: connection,
      extensions: needs('notification.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter }),
        sort: t.arg({ type: sort }),
        search: t.arg.string({ description: 'Id, or part of the title in any language.' }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<NotificationRow>(notificationList, context, args, selectionOf(info)),
    }),
  );
  builder.queryField('notificationAuthors', (t) =>
    t.field({
      type: ['StaffRef'],
      description: 'Who has written notifications, by name; at most a hundred.',
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
      description: 'One notification at once, then whenever it has changed or come further, at most once a second.',
      extensions: needs('notification.read'),
      args: { id: t.arg.id({ required: true }) },
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
    fields: (t) => ({
      state: t.field({ type: stateFilter }),
      sendMode: t.field({ type: sendModeFilter }),
      topic: t.field({ type: list.idFilter }),
      author: t.field({ type: list.textFilter, description: 'Subjects of members of staff.' }),
      country: t.field({ type: list.codeFilter, description: 'Narrowed to one of these countries.' }),
      scheduled: t.field({ type: list.instantFilter }),
      created: t.field({ type: list.instantFilter }),
      recipients: t.field({ type: list.numberFilter }),
    }),
  });
}
