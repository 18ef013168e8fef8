import { may, NOTIFICATION_SEND_MODES, NOTIFICATION_STATES } from '@backcounter/domain';
import type { NotificationFilter, NotificationRowFragment } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { lazyPart } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { personCode, personOfCode } from '../../listing/address/person-code.ts';
import type { FilterValue } from '../../listing/filter/filter-value.ts';
import type { ListDefinition, ListFilter } from '../../listing/list-definition.ts';
import { listSource } from '../../listing/list-source.ts';
import { listNewsOf } from '../../listing/news/list-news-source.ts';
import { exportAction } from '../../listing/selection/export-action.ts';
import { choiceFilter, valueFilter } from '../../records/entity-columns.tsx';
import { filterInput } from '../../records/filters-as-input.ts';
import { recentPeek } from '../../records/recent-peek.ts';
import { segmentChoices } from '../segment/public.ts';
import { notifications } from './notification.entity.ts';
import { notificationAuthorsQuery, notificationNewsSubscription } from './notification.operations.ts';
import { countryFilterOptions, topicChoices } from './notification-choices.ts';
import { notificationColumns, notificationPhoneRow } from './notification-columns.tsx';
import { notificationDocuments } from './notification-record.operations.ts';

const filters: readonly ListFilter[] = [
  valueFilter('state', 'notification.field.state', NOTIFICATION_STATES, (state) => `notification.state.${state}`),
  valueFilter(
    'sendMode',
    'notification.field.sendMode',
    NOTIFICATION_SEND_MODES,
    (mode) => `notification.mode.${mode}`,
  ),
  choiceFilter('topic', 'notification.field.topicId', topicChoices),
  choiceFilter('segment', 'notification.field.segmentId', segmentChoices),
  { key: 'country', labelKey: 'notification.field.countryCodes', shape: 'set', options: countryFilterOptions },
  {
    key: 'author',
    labelKey: 'notification.field.author',
    shape: 'set',
    options: async ({ signal }) => {
      const { notificationAuthors } = await load(notificationAuthorsQuery, {}, signal);
      return notificationAuthors.map(({ sub, name }) => ({ value: personCode(sub), label: name }));
    },
  },
  { key: 'scheduled', labelKey: 'notification.field.startsAt', shape: 'instant' },
  { key: 'created', labelKey: 'notification.field.created', shape: 'instant' },
  { key: 'recipients', labelKey: 'notification.figure.recipients', shape: 'number' },
];

/** The chosen filters as input of the API: people by subject. */
function notificationFilterInput(chosen: Readonly<Record<string, FilterValue>>) {
  const { author, ...others } = chosen;
  if (author?.kind !== 'set') return filterInput(others);
  return filterInput({ ...others, author: { ...author, values: author.values.map(personOfCode) } });
}

/** Notifications, the newest first. */
export const notificationList: ListDefinition<NotificationRowFragment> = {
  name: notifications.lists[0],
  capability: 'NOTIFICATIONS',
  fileLabels: {
    opened: 'notification.figure.opened',
    canceled: 'notification.figure.canceled',
  },
  titleKey: 'shell.page.notifications',
  searchHintKey: () => 'notification.search.hint',
  emptyKey: 'notification.place.none',
  emptyBodyKey: 'notification.place.none-body',
  columns: notificationColumns,
  filters,
  sorts: { title: 'TITLE', scheduled: 'SCHEDULED', recipients: 'RECIPIENTS', created: 'CREATED', changed: 'UPDATED' },
  matchKey: () => null,
  rowId: ({ id }) => id,
  kinds: ['calendar'],
  KindView: lazyPart(() => import('./notification-calendar.tsx'), 'NotificationCalendar'),
  rowHref: ({ id }) => `/notifications/${id}`,
  editHref: ({ id }) => (may(currentRoles(), 'notification.edit') ? `/notifications/${id}?edit` : undefined),
  Peek: recentPeek(notificationDocuments.history, (id) => ['notification', id, 'history']),
  rowLabel: ({ title }) => title,
  rowCreatedAt: ({ createdAt }) => createdAt,
  phoneRow: notificationPhoneRow,
  source: listSource(notificationDocuments, notificationFilterInput),
  filterInput: notificationFilterInput,
  bulk: [exportAction],
  news: listNewsOf({
    document: notificationNewsSubscription,
    variables: ({ filters: chosen, search }, since) => ({
      since,
      filter: notificationFilterInput(chosen) as NotificationFilter | null,
      search: search || null,
    }),
    count: ({ notificationsCreated }) => notificationsCreated,
  }),
};
