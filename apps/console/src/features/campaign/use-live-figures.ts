import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { load } from '../../lib/api/graphql-client.ts';
import { followLive } from '../../lib/live/live-feed.ts';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { richKey } from '../../records/record-kind.ts';
import { type CampaignRecord, campaigns } from './campaign.entity.ts';
import { campaignDocuments } from './campaign-record.operations.ts';
import { campaignTickerSubscription } from './redemption/redemption.operations.ts';

/** Redemptions within this time are one refresh. */
const TOGETHER_MS = 1_000;

/** Keeps the figures of a campaign's page current while it is redeemed. */
export function useLiveFigures(id: string): void {
  const { locale } = useMessages();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!may(currentRoles(), 'campaign.statistics')) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const refresh = () =>
      bestEffort('Reading the figures again', async () => {
        const { record } = await load(campaignDocuments.record, { id, locale });
        queryClient.setQueryData<CampaignRecord | null>(richKey(campaigns.noun, id, locale), (shown) => {
          if (!shown || !record) return shown;
          // An open form keeps the version that it was filled with.
          return record.version === shown.version ? record : { ...shown, figures: record.figures, pulse: record.pulse };
        });
      });
    const stop = followLive(
      campaignTickerSubscription,
      { campaignId: id },
      {
        onResult: () => {
          if (!isFirst) {
            timer ??= setTimeout(() => {
              timer = undefined;
              void refresh();
            }, TOGETHER_MS);
          }
          isFirst = false;
        },
        onRecovered: () => void refresh(),
      },
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [id, locale, queryClient]);
}
