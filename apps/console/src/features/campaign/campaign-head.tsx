import type { MessagesHook } from '@backcounter/i18n/react';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import type { CampaignRecord } from './campaign.entity.ts';
import { rewardOf } from './campaign-columns.tsx';
import { CampaignFigures } from './campaign-figures.tsx';
import { CampaignStatusMark } from './campaign-state.tsx';
import { nearWords, windowWords } from './campaign-window.ts';

/** State and facts of a campaign in its page's head, for managers and streamers. */
export function campaignHead(campaign: CampaignRecord, formats: MessagesHook) {
  const soon = nearWords(campaign, campaign.status, formats);
  return {
    state: (
      <>
        <CampaignStatusMark state={campaign.status} variant="pill" />
        {soon === null ? null : <span className="bc-muted">{soon}</span>}
      </>
    ),
    facts: [
      <CopyChip key="code" value={campaign.code} />,
      <span key="reward" dir="auto">
        {rewardOf(campaign, formats)}
      </span>,
      <span key="window">
        {windowWords(campaign, formats)}{' '}
        <bdi className="bc-small bc-faint" dir="ltr">
          {placeOfZone(campaign.timezone)}
        </bdi>
      </span>,
      // Nothing can be redeemed before the campaign starts.
      ...(campaign.status === 'DRAFT' ? [] : [<CampaignFigures key="figures" campaign={campaign} />]),
    ],
  };
}
