import { useMessages } from '@backcounter/i18n/react';
import { LiveMark } from '@backcounter/ui';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import type { CampaignTickerSubscription } from '../../../generated/graphql.ts';
import { hoursOf } from '../../../lib/format/dates.ts';
import { dateFormat } from '../../../lib/format/formats.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { followLive } from '../../../lib/live/live-feed.ts';
import { streamLostSince } from '../../../lib/live/live-state.ts';
import { dayOf } from '../../../listing/filter/zoned-day.ts';
import { useRefreshRich } from '../../../records/rich-record.ts';
import { type CampaignRecord, campaigns } from '../campaign.entity.ts';
import { MaskedCode } from '../coupon/revealed-code.tsx';
import styles from '../statistics/statistics-tab.module.css';
import { campaignTickerSubscription } from './redemption.operations.ts';

type Entry = CampaignTickerSubscription['campaignTicker'][number];
const SHOWN = 12;
/** Shortest interval between refreshes of the figures beside the ticker. */
const FIGURES_MS = 5_000;

/** Redemptions as they happen, newest first. */
export function Ticker({ campaign }: { readonly campaign: CampaignRecord }) {
  const { t, locale, timeZone } = useMessages();
  const refresh = useRefreshRich(campaigns, campaign.id);
  const lostSince = useSelector(streamLostSince);
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => {
    let isFirst = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = followLive(
      campaignTickerSubscription,
      { campaignId: campaign.id },
      {
        onResult: ({ campaignTicker }) => {
          setEntries((before) => {
            const fresh = campaignTicker.filter(
              (entry) => !before.some(({ id, kind }) => id === entry.id && kind === entry.kind),
            );
            return [...fresh, ...before].sort((a, b) => b.at.localeCompare(a.at)).slice(0, SHOWN);
          });
          if (!isFirst && campaignTicker.length > 0) {
            timer ??= setTimeout(() => {
              timer = undefined;
              void refresh();
            }, FIGURES_MS);
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
  }, [campaign.id, refresh]);
  const today = dayOf(new Date().toISOString(), timeZone);
  const clock = (at: string) =>
    dateFormat(locale, {
      timeZone,
      ...(dayOf(at, timeZone) === today ? { second: '2-digit' } : { day: 'numeric', month: 'short' }),
      hour: '2-digit',
      minute: '2-digit',
      ...hoursOf(locale),
    }).format(new Date(at));
  const given = ({ discountMinor, currency, points }: Entry) =>
    discountMinor != null && currency != null
      ? formatMoney(discountMinor, currency, locale)
      : points != null
        ? t('campaign.reward.points', { count: points })
        : t('campaign.reward.GIFT');
  return (
    <section className={styles['ticker']} aria-label={t('campaign.ticker.title')}>
      <h2 className="bc-row bc-between">
        {t('campaign.ticker.title')}{' '}
        <LiveMark isStale={lostSince !== null}>
          {t(lostSince === null ? 'campaign.ticker.live' : 'campaign.ticker.stale')}
        </LiveMark>
      </h2>
      {entries.length === 0 ? <p>{t('campaign.ticker.none')}</p> : null}
      <ol>
        {entries.map((entry) => (
          <li key={`${entry.id} ${entry.kind}`} data-kind={entry.kind}>
            <time className="bc-faint bc-number" dateTime={entry.at}>
              {clock(entry.at)}
            </time>
            <span>
              <MaskedCode last4={entry.codeLast4} />{' '}
              <small title={[entry.storeName, entry.streamerName].filter(Boolean).join(' · ')}>
                <bdi>{entry.storeName ?? t('coupon.redemption.in-app')}</bdi>
                {entry.streamerName ? (
                  <>
                    {' · '}
                    <bdi>{entry.streamerName}</bdi>
                  </>
                ) : null}
              </small>
            </span>
            <b className="bc-medium bc-number">
              {entry.kind === 'ROLLED_BACK' ? <small>{t('coupon.redemption.state.ROLLED_BACK')} </small> : null}
              {given(entry)}
            </b>
          </li>
        ))}
      </ol>
    </section>
  );
}
