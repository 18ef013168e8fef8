import { load } from '../../lib/api/graphql-client.ts';
import type { Choices } from '../../records/fields/choices.ts';
import { segmentChoicesQuery } from './segment-choices.operations.ts';

/** Segments that a record can be for. */
export const segmentChoices: Choices = {
  noun: 'segment',
  permission: 'segment.read',
  load: async (_locale, signal) => {
    const { list } = await load(segmentChoicesQuery, {}, signal);
    return list.nodes.map(({ id, name, archivedAt }) => ({ value: id, label: name, isOpen: archivedAt == null }));
  },
};
