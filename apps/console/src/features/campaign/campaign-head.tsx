import { may } from '@backcounter/domain';
import { type MessagesHook, useMessages } from '@backcounter/i18n/react';
import { LiveMark } from '@backcounter/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { load } from '../../lib/api/graphql-client.ts';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import { followLive } from '../../lib/live/live-feed.ts';
import { streamLostSince } from '../../lib/live/live-state.ts';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { richKey } from '../../records/record-kind.ts';
import { type CampaignRecord, campaigns } from './campaign.entity.ts';
import styles from './campaign.module.css';
import { budgetWords, givenMoney, redeemedWords, rewardOf } from './campaign-columns.tsx';
import { campaignDocuments } from './campaign-record.operations.ts';
import { CampaignStatusMark } from './campaign-state.tsx';
import { nearWords, windowWords } from './campaign-window.ts';
import { campaignTickerSubscription } from './redemption/redemption.operations.ts';

/** Redemptions within this time are one refresh. */
const TOGETHER_MS = 1_000;

/** Keeps the figures of a campaign's page current while it is redeemed. */
function useLiveFigures(id: string): void {
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

/** Uses and cost of a campaign in its header, live on every tab. */
function CampaignFigures({ campaign }: { readonly campaign: CampaignRecord }) {
  const formats = useMessages();
  const { t, intl, locale } = formats;
  const lostSince = useSelector(streamLostSince);
  useLiveFigures(campaign.id);
  const { figures, currency, rewardType } = campaign;
  const seesAll = may(currentRoles(), 'campaign.read-all');
  const budget = budgetWords(campaign, formats);
  const facts = [
    [t(seesAll ? 'campaign.card.uses' : 'campaign.figures.own-redeemed'), redeemedWords(campaign, formats)],
    ...(rewardType === 'POINTS' ? [[t('campaign.card.points'), intl.formatNumber(figures.points)]] : []),
    ...(budget === null ? [] : [[t('campaign.budget.used'), budget]]),
    ...(budget === null && currency != null && (rewardType === 'PERCENT' || rewardType === 'AMOUNT')
      ? [[t('campaign.figures.discount'), givenMoney(campaign, currency, locale)]]
      : []),
  ];
  return (
    <span className={styles['live']} data-own-line>
      <LiveMark isStale={lostSince !== null}>
        {t(lostSince === null ? 'campaign.ticker.live' : 'campaign.ticker.stale')}
      </LiveMark>
      {facts.map(([label, value]) => (
        <span key={label}>
          {label} <b>{value}</b>
        </span>
      ))}
    </span>
  );
}

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
