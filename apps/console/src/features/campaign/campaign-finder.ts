import { may } from '@backcounter/domain';
import { load } from '../../lib/api/graphql-client.ts';
import type { RecordFinder } from '../../lib/record/record-finder.ts';
import { say } from '../../lib/settings/i18n.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { findCampaignsQuery } from './campaign-finder.operations.ts';

const SHOWN = 6;

/** Campaigns by code, id or name. A person who may not open a campaign's page gets its row in the list. */
export const campaignFinder: RecordFinder = {
  hintKey: () => 'campaign.search.hint',
  async find(text, _locale, signal) {
    const { campaigns } = await load(findCampaignsQuery, { search: text, first: SHOWN }, signal);
    const { nodes, pageInfo, matchedBy = null } = campaigns;
    const opensPage = may(currentRoles(), 'area.campaign-coupons');
    return {
      records: nodes.map(({ id, code, name, status }) => ({
        href: opensPage ? `/campaigns/${id}` : `/campaigns?${new URLSearchParams({ q: code, open: id })}`,
        title: name,
        detail: [code, say(`campaign.status.${status}`)].join(' · '),
        face: null,
      })),
      matchKey: nodes.length > 0 && matchedBy === 'CODE' ? 'campaign.match.code' : null,
      isExact: nodes.length === 1 && (matchedBy === 'CODE' || matchedBy === 'ID'),
      hasMore: pageInfo.hasNextPage,
    };
  },
};
