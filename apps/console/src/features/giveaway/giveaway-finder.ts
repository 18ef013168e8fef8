import { load } from '../../lib/api/graphql-client.ts';
import type { RecordFinder } from '../../lib/record/record-finder.ts';
import { say } from '../../lib/settings/i18n.ts';
import { giveawayHref } from './giveaway.entity.ts';
import { findGiveawaysQuery } from './giveaway-finder.operations.ts';

const SHOWN = 6;

/** Giveaways by code, id or title. */
export const giveawayFinder: RecordFinder = {
  hintKey: () => 'giveaway.search.hint',
  async find(text, locale, signal) {
    const variables = { search: text, first: SHOWN, locale };
    const { giveaways } = await load(findGiveawaysQuery, variables, signal);
    const { nodes, pageInfo, matchedBy = null } = giveaways;
    return {
      records: nodes.map(({ id, code, title, status }) => ({
        href: giveawayHref(id),
        title,
        detail: [code, say(`giveaway.status.${status}`)].join(' · '),
        face: null,
      })),
      matchKey: nodes.length > 0 && matchedBy === 'CODE' ? 'giveaway.match.code' : null,
      isExact: nodes.length === 1 && (matchedBy === 'CODE' || matchedBy === 'ID'),
      hasMore: pageInfo.hasNextPage,
    };
  },
};
