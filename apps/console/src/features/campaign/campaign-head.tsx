import { useMessages } from '@backcounter/i18n/react';
import { IconTicket } from '@tabler/icons-react';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import { RecordPage, type RecordPageProps } from '../../records/record-page.tsx';
import styles from './campaign.module.css';
import { rewardOf } from './campaign-columns.tsx';
import { CampaignFigures } from './campaign-figures.tsx';
import { CampaignStatusMark } from './campaign-state.tsx';
import { nearWords, windowWords } from './campaign-window.ts';
import type { CampaignRecord } from './use-campaign.ts';

interface CampaignHeadProps extends Omit<RecordPageProps, 'picture' | 'title' | 'state' | 'facts'> {
  readonly campaign: CampaignRecord;
}

/** A campaign's page, with the header shared by managers and streamers. */
export function CampaignHead({ campaign, ...page }: CampaignHeadProps) {
  const formats = useMessages();
  const soon = nearWords(campaign, campaign.status, formats);
  return (
    <RecordPage
      picture={
        <span className="bc-record-picture">
          <IconTicket size={24} stroke={1.75} aria-hidden />
        </span>
      }
      title={campaign.name}
      state={
        <>
          <CampaignStatusMark state={campaign.status} variant="pill" />
          {soon === null ? null : <span className={styles['soon']}>{soon}</span>}
        </>
      }
      facts={[
        <CopyChip key="code" value={campaign.code} />,
        <span key="reward" dir="auto">
          {rewardOf(campaign, formats)}
        </span>,
        <span key="window">
          {windowWords(campaign, formats)}{' '}
          <bdi className={styles['zone']} dir="ltr">
            {placeOfZone(campaign.timezone)}
          </bdi>
        </span>,
        // Nothing can be redeemed before the campaign starts.
        ...(campaign.status === 'DRAFT' ? [] : [<CampaignFigures key="figures" campaign={campaign} />]),
      ]}
      {...page}
    />
  );
}
