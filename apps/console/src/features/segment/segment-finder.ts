import { load } from '../../lib/api/graphql-client.ts';
import type { RecordFinder } from '../../lib/record/record-finder.ts';
import { findSegmentsQuery } from './segment-finder.operations.ts';

const SHOWN = 6;

/** Segments by a part of their name or description, or by id. */
export const segmentFinder: RecordFinder = {
  hintKey: () => 'segment.search.hint',
  async find(text, _locale, signal) {
    const { segments } = await load(findSegmentsQuery, { search: text, first: SHOWN }, signal);
    const { nodes, pageInfo, matchedBy = null } = segments;
    return {
      records: nodes.map(({ id, name, description }) => ({
        href: `/accounts/segments/${id}`,
        title: name,
        detail: description ?? '',
        face: null,
      })),
      matchKey: null,
      isExact: nodes.length === 1 && matchedBy === 'ID',
      hasMore: pageInfo.hasNextPage,
    };
  },
};
