import { changesIn } from '../../records/history/change-list.tsx';
import { richHistory } from '../../records/history/rich-history.tsx';
import { type CampaignRecord, campaigns } from './campaign.entity.ts';
import { campaignFormValues } from './form/campaign-form-values.ts';
import { editedTerms } from './form/edit-campaign.tsx';
import { useCampaignWords } from './form/use-campaign-words.ts';

/** Fields whose earlier values the form can restore one at a time. */
const RESTORABLE = ['name', 'description', 'endsAt', 'redemptionsLimit', 'budgetMinor', 'couponsLimit'] as const;

/** Change history of the campaign. */
export const CampaignChanges = richHistory<CampaignRecord>(
  campaigns,
  ({ currency = null }) => useCampaignWords(undefined, currency),
  (campaign) => {
    const values = campaignFormValues(editedTerms(campaign));
    return Object.fromEntries(RESTORABLE.map((field) => [field, values[field] ?? null]));
  },
);

/** Changes of a campaign with its labels, for pages of other features. */
export const CampaignChangeList = changesIn((changes) => {
  const currency = changes.find(({ field }) => field === 'currency')?.after;
  return useCampaignWords(undefined, typeof currency === 'string' ? currency : null);
});
