import { load } from '../../lib/api/graphql-client.ts';
import type { RecordFinder } from '../../lib/record/record-finder.ts';
import { say } from '../../lib/settings/i18n.ts';
import { findStoresQuery } from './store-finder.operations.ts';

const SHOWN = 6;

/** Stores by sid, id, name or city: the search of their list. */
export const storeFinder: RecordFinder = {
  hintKey: () => 'store.search.hint',
  async find(text, locale, signal) {
    const { stores } = await load(findStoresQuery, { search: text, first: SHOWN, locale }, signal);
    const { nodes, pageInfo, matchedBy = null } = stores;
    return {
      records: nodes.map(({ id, sid, name, city, state, country }) => ({
        href: `/stores/${id}`,
        title: name,
        detail: [sid, city ?? country.name, ...(state === 'ACTIVE' ? [] : [say(`store.state.${state}`)])].join(' · '),
        face: null,
      })),
      matchKey: nodes.length > 0 && matchedBy === 'SID' ? 'store.match.sid' : null,
      isExact: nodes.length === 1 && (matchedBy === 'SID' || matchedBy === 'ID'),
      hasMore: pageInfo.hasNextPage,
    };
  },
};
