import { CAMPAIGN_CODE_MODES, CAMPAIGN_REWARDS, CAMPAIGN_STATUSES, may } from '@backcounter/domain';
import type { CampaignFilter, CampaignRowFragment } from '../../generated/graphql.ts';
import { lazyPart } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import type { ListDefinition, ListFilter } from '../../listing/list-definition.ts';
import { listSource } from '../../listing/list-source.ts';
import { listNewsOf } from '../../listing/news/list-news-source.ts';
import { exportAction } from '../../listing/selection/export-action.ts';
import { choiceFilter, valueFilter } from '../../records/entity-columns.tsx';
import { filterInput } from '../../records/filters-as-input.ts';
import { recentPeek } from '../../records/recent-peek.ts';
import { segmentChoices } from '../segment/public.ts';
import { CAMPAIGN_LISTS } from './campaign.entity.ts';
import { campaignNewsSubscription } from './campaign.operations.ts';
import { areaOptions, storeOptions, streamerOptions } from './campaign-choices.ts';
import { campaignColumns, campaignPhoneRow, ownCampaignColumns } from './campaign-columns.tsx';
import { campaignDocuments } from './campaign-record.operations.ts';

const filters: readonly ListFilter[] = [
  valueFilter('status', 'campaign.field.status', CAMPAIGN_STATUSES, (status) => `campaign.status.${status}`),
  valueFilter('rewardType', 'campaign.field.reward', CAMPAIGN_REWARDS, (reward) => `campaign.reward.${reward}`),
  valueFilter('codeMode', 'campaign.field.codeMode', CAMPAIGN_CODE_MODES, (mode) => `campaign.mode.${mode}`),
  { key: 'streamer', labelKey: 'campaign.field.streamers', shape: 'set', options: streamerOptions },
  { key: 'area', labelKey: 'campaign.field.areaIds', shape: 'set', options: areaOptions },
  { key: 'store', labelKey: 'campaign.field.storeIds', shape: 'set', options: storeOptions },
  choiceFilter('segment', 'campaign.field.segmentId', segmentChoices),
  { key: 'starts', labelKey: 'campaign.field.startsAt', shape: 'instant' },
  { key: 'ends', labelKey: 'campaign.field.endsAt', shape: 'instant' },
  { key: 'redeemed', labelKey: 'campaign.field.redeemed', shape: 'number' },
  { key: 'budgetUse', labelKey: 'campaign.field.budgetUse', shape: 'number' },
  { key: 'created', labelKey: 'campaign.field.created', shape: 'instant' },
];

/** The list of campaigns. A person who may not open a campaign's page can unfold its row. */
const campaigns: ListDefinition<CampaignRowFragment> = {
  name: CAMPAIGN_LISTS.campaigns,
  capability: 'CAMPAIGNS',
  fileLabels: {
    reserved: 'campaign.figures.reserved',
    discountUsedMinor: 'campaign.figures.discount',
  },
  titleKey: 'shell.page.campaigns',
  searchHintKey: () => 'campaign.search.hint',
  emptyKey: 'campaign.place.none',
  columns: campaignColumns,
  filters,
  sorts: {
    name: 'NAME',
    code: 'CODE',
    starts: 'STARTS',
    ends: 'ENDS',
    redeemed: 'REDEEMED',
    budget: 'BUDGET_USE',
    created: 'CREATED',
    changed: 'UPDATED',
  },
  matchKey: (matchedBy) => (matchedBy === 'CODE' ? 'campaign.match.code' : null),
  rowId: ({ id }) => id,
  rowHref: ({ id }, search) => {
    if (may(currentRoles(), 'area.campaign-coupons')) return `/campaigns/${id}`;
    const params = new URLSearchParams(search);
    if (params.get('open') === id) params.delete('open');
    else params.set('open', id);
    return `/campaigns?${params}`;
  },
  rowLabel: ({ name }) => name,
  rowCreatedAt: ({ createdAt }) => createdAt,
  phoneRow: campaignPhoneRow,
  detail: lazyPart(() => import('./campaign-detail.tsx'), 'CampaignDetail'),
  source: listSource(campaignDocuments, filterInput),
  filterInput,
  bulk: [exportAction],
  news: listNewsOf({
    document: campaignNewsSubscription,
    variables: ({ filters: chosen, search }, since) => ({
      since,
      filter: filterInput(chosen) as CampaignFilter | null,
      search: search || null,
    }),
    count: ({ campaignsCreated }) => campaignsCreated,
  }),
};

/** The list of campaigns for staff. */
export const campaignList: ListDefinition<CampaignRowFragment> = {
  ...campaigns,
  editHref: ({ id }) => (may(currentRoles(), 'campaign.edit') ? `/campaigns/${id}?edit` : undefined),
  Peek: recentPeek(campaignDocuments.history, (id) => ['campaign', id, 'history']),
};

/** The list of campaigns for a partner, without bulk actions. */
export const ownCampaignList: ListDefinition<CampaignRowFragment> = {
  ...campaigns,
  columns: ownCampaignColumns,
  bulk: [],
};
