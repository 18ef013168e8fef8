import { load } from '../../lib/api/graphql-client.ts';
import type { RecordFinder } from '../../lib/record/record-finder.ts';
import { say } from '../../lib/settings/i18n.ts';
import { releases as kind } from './release.entity.ts';
import { findReleasesQuery } from './release-finder.operations.ts';

const SHOWN = 6;

/** Releases by version, id or text. */
export const releaseFinder: RecordFinder = {
  hintKey: () => 'release.search.hint',
  async find(text, _locale, signal) {
    const { releases } = await load(findReleasesQuery, { search: text, first: SHOWN }, signal);
    const { nodes, pageInfo, matchedBy = null } = releases;
    return {
      records: nodes.map(({ id, number, state }) => ({
        href: kind.href(id),
        title: number,
        detail: say(`release.state.${state}`),
        face: null,
      })),
      matchKey: nodes.length > 0 && matchedBy === 'NUMBER' ? 'release.match.number' : null,
      isExact: nodes.length === 1 && matchedBy === 'ID',
      hasMore: pageInfo.hasNextPage,
    };
  },
};
