import { useMessages } from '@backcounter/i18n/react';
import { CampaignDetail } from '../campaign-detail.tsx';
import { CampaignHead } from '../campaign-head.tsx';
import type { CampaignRecord } from '../use-campaign.ts';

/** A campaign's page for its streamers: their own figures and codes, as in the unfolded row of the list. */
export function OwnCampaign({ campaign }: { readonly campaign: CampaignRecord }) {
  const { t } = useMessages();
  return (
    <CampaignHead campaign={campaign} actions={null} tabs={[{ key: 'own', label: t('campaign.own.title') }]} tab="own">
      <CampaignDetail row={campaign} />
    </CampaignHead>
  );
}
