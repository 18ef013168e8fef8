import { load } from '../../lib/api/graphql-client.ts';
import type { RecordFinder } from '../../lib/record/record-finder.ts';
import { say } from '../../lib/settings/i18n.ts';
import { findNotificationsQuery } from './notification-finder.operations.ts';

const SHOWN = 6;

/** Notifications by a part of their title in any language, or by id. */
export const notificationFinder: RecordFinder = {
  hintKey: () => 'notification.search.hint',
  async find(text, locale, signal) {
    const variables = { search: text, first: SHOWN, locale };
    const { notifications } = await load(findNotificationsQuery, variables, signal);
    const { nodes, pageInfo, matchedBy = null } = notifications;
    return {
      records: nodes.map(({ id, title, state, topic }) => ({
        href: `/notifications/${id}`,
        title,
        detail: [topic.name, say(`notification.state.${state}`)].join(' · '),
        face: null,
      })),
      matchKey: null,
      isExact: nodes.length === 1 && matchedBy === 'ID',
      hasMore: pageInfo.hasNextPage,
    };
  },
};
