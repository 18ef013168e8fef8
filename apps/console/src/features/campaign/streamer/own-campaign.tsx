import { useMessages } from '@backcounter/i18n/react';
import { IconTicket } from '@tabler/icons-react';
import { RecordPage, RecordPicture } from '../../../records/record-page.tsx';
import type { CampaignRecord } from '../campaign.entity.ts';
import { CampaignDetail } from '../campaign-detail.tsx';
import { campaignHead } from '../campaign-head.tsx';

/** A campaign's page for its streamers: their own figures and codes, as in the unfolded row of the list. */
export function OwnCampaign({ campaign }: { readonly campaign: CampaignRecord }) {
  const formats = useMessages();
  return (
    <RecordPage
      picture={<RecordPicture icon={IconTicket} />}
      title={campaign.name}
      {...campaignHead(campaign, formats)}
      actions={null}
      tabs={[{ key: 'own', label: formats.t('campaign.own.title') }]}
      tab="own"
      isAlone
    >
      <CampaignDetail row={campaign} />
    </RecordPage>
  );
}
