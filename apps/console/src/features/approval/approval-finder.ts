import { load } from '../../lib/api/graphql-client.ts';
import type { RecordFinder } from '../../lib/record/record-finder.ts';
import { say } from '../../lib/settings/i18n.ts';
import { findApprovalsQuery } from './approval-finder.operations.ts';
import { actionKey } from './approval-words.tsx';

const SHOWN = 6;

/** Requests by their code, or by a part of their title. */
export const approvalFinder: RecordFinder = {
  hintKey: () => 'approval.search.hint',
  async find(text, _locale, signal) {
    const { nodes, pageInfo, matchedBy } = (await load(findApprovalsQuery, { search: text, first: SHOWN }, signal))
      .approvals;
    return {
      records: nodes.map(({ id, code, action, entityType, title, state }) => ({
        href: `/approvals/${id}`,
        // Without a record it is a word of the machine.
        title: entityType == null ? say(actionKey(action)) : title,
        detail: [code, say(`approval.state.${state}`)].join(' · '),
        face: null,
      })),
      matchKey: null,
      isExact: nodes.length === 1 && matchedBy === 'ID',
      hasMore: pageInfo.hasNextPage,
    };
  },
};
