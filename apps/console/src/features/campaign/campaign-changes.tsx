import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import { changesIn } from '../../records/history/change-list.tsx';
import { HistoryTab } from '../../records/history/history-tab.tsx';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { rightTo } from '../../records/state-actions.ts';
import { campaignDocuments } from './campaign-record.operations.ts';
import { campaignFormValues } from './form/campaign-form-values.ts';
import { editedTerms } from './form/edit-campaign.tsx';
import { useCampaignWords } from './form/use-campaign-words.ts';
import type { CampaignRecord } from './use-campaign.ts';

/** Fields whose earlier values the form can restore one at a time. */
const RESTORABLE = ['name', 'description', 'endsAt', 'redemptionsLimit', 'budgetMinor', 'couponsLimit'] as const;

interface CampaignChangesProps {
  readonly campaign: CampaignRecord;
  /** Opens the form with earlier values. */
  readonly onRestore: (earlier: EarlierValues) => void;
}

/** Change history of the campaign. */
export function CampaignChanges({ campaign, onRestore }: CampaignChangesProps) {
  const { t } = useMessages();
  const words = useCampaignWords(undefined, campaign.currency ?? null);
  const present = useMemo(() => {
    const values = campaignFormValues(editedTerms(campaign));
    return Object.fromEntries(RESTORABLE.map((field) => [field, values[field] ?? null]));
  }, [campaign]);
  return (
    <HistoryTab
      {...words}
      putBack={{
        present,
        open: rightTo(campaign, 'EDIT')?.isAllowed ? onRestore : null,
        whyNot: t('campaign.action.not-now', { state: t(`campaign.status.${campaign.status}`) }),
      }}
      queryKey={['campaign', campaign.id, 'history']}
      id={campaign.id}
      document={campaignDocuments.history}
    />
  );
}

/** Changes of a campaign with its labels, for pages of other features. */
export const CampaignChangeList = changesIn(() => useCampaignWords());
