import { load } from '../../lib/api/graphql-client.ts';
import type { RecordFinder } from '../../lib/record/record-finder.ts';
import { say } from '../../lib/settings/i18n.ts';
import { findStreamersQuery } from './streamer-finder.operations.ts';

const SHOWN = 4;

/** Streamers by name. */
export const streamerFinder: RecordFinder = {
  hintKey: () => null,
  async find(text, _locale, signal) {
    const { streamers } = await load(findStreamersQuery, { search: text, first: SHOWN }, signal);
    return {
      records: streamers.nodes.map(({ id, displayName, platform }) => ({
        href: `/admin/streamers?${new URLSearchParams({ edit: id })}`,
        title: displayName,
        detail: say(`streamer.platform.${platform}`),
        face: null,
      })),
      matchKey: null,
      isExact: false,
      hasMore: streamers.pageInfo.hasNextPage,
    };
  },
};
