import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { LiveMark } from '@backcounter/ui';
import { useSelector } from '@tanstack/react-store';
import { streamLostSince } from '../../lib/live/live-state.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import type { CampaignRecord } from './campaign.entity.ts';
import styles from './campaign.module.css';
import { budgetWords, givenMoney, redeemedWords } from './campaign-columns.tsx';
import { useLiveFigures } from './use-live-figures.ts';

/** Uses and cost of a campaign in its header, live on every tab. */
export function CampaignFigures({ campaign }: { readonly campaign: CampaignRecord }) {
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
