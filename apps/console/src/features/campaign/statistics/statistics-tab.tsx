import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { SegmentedControl } from '@mantine/core';
import { formatPercent } from '../../../lib/format/formats.ts';
import { QueryFailure } from '../../../lib/page/query-failure.tsx';
import type { TabPart } from '../../../records/record-screen.tsx';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../../../lib/api/graphql-client.ts';
import { DayFigures } from '../../../lib/chart/day-figures.tsx';
import { everyDay, sumByDay } from '../../../lib/chart/every-day.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { addDays } from '../../../lib/format/zoned-time.ts';
import { placeOfZone, zonedWords } from '../../../lib/format/zoned-words.ts';
import { dayOf } from '../../../listing/filter/zoned-day.ts';
import type { CampaignRecord } from '../campaign.entity.ts';
import campaignStyles from '../campaign.module.css';
import { campaignAlertsQuery } from '../redemption/redemption.operations.ts';
import { outcomeWords } from '../redemption/rule-words.ts';
import { Ticker } from '../redemption/ticker.tsx';
import styles from './statistics-tab.module.css';
import { type CampaignStatistics, useStatistics } from './use-statistics.ts';

interface RankTableProps {
  readonly title: string;
  readonly empty: string;
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly value: number;
    readonly detail: string | undefined;
  }[];
}

const SHOWN = 8;

/** A ranking: names, figures, and a bar relative to the first. */
function RankTable({ title, empty, rows }: RankTableProps) {
  const { figure } = useMessages();
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <section className={styles['rank']}>
      <h2>{title}</h2>
      {rows.length === 0 ? <p>{empty}</p> : null}
      <table className="bc-number">
        <tbody>
          {rows.slice(0, SHOWN).map(({ key, name, value, detail }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{name}</bdi>
                {detail === undefined ? null : <small>{detail}</small>}
              </th>
              <td>{figure(value)}</td>
              <td aria-hidden="true">
                <i style={{ inlineSize: `${(value / most) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const SPANS = ['7', '30', 'all'] as const;
type Span = (typeof SPANS)[number];

/** Results and cost of a campaign, with live redemptions. */
export function StatisticsTab({ record: campaign }: TabPart<CampaignRecord>) {
  const { t, figure } = useMessages();
  const [span, setSpan] = useState<Span>('30');
  const begin = dayOf(campaign.startsAt, campaign.timezone);
  const today = dayOf(new Date().toISOString(), campaign.timezone);
  const last = dayOf(new Date(Date.parse(campaign.endsAt) - 1).toISOString(), campaign.timezone);
  const [to = today] = [last, today].sort();
  const wanted = span === 'all' ? begin : addDays(to, 1 - Number(span));
  const [, from = begin] = [wanted, begin].sort();
  const hasBegun = begin <= today;
  const statistics = useStatistics(campaign.id, hasBegun ? from : null, hasBegun ? to : null);
  return (
    <div className={styles['statistics']}>
      <header>
        <SegmentedControl
          size="xs"
          aria-label={t('campaign.statistics.span')}
          value={span}
          onChange={(value) => setSpan(SPANS.find((each) => each === value) ?? '30')}
          data={SPANS.map((value) => ({
            value,
            label:
              value === 'all'
                ? t('campaign.statistics.all')
                : t('campaign.statistics.days', { days: figure(Number(value)) }),
          }))}
        />
        <small className="bc-faint">{t('campaign.statistics.zone', { zone: placeOfZone(campaign.timezone) })}</small>
      </header>
      {statistics.error && !statistics.data ? (
        <QueryFailure query={statistics} title={t('campaign.figures.failed')} />
      ) : (
        <div className={styles['columns']} data-stale={statistics.isPlaceholderData || undefined}>
          <div className="bc-stack bc-gap-xl bc-shrink">
            <Totals statistics={statistics.data} />
            {statistics.data ? (
              <Charts statistics={statistics.data} campaign={campaign} />
            ) : (
              <Skeleton width="100%" height="12rem" />
            )}
            {statistics.data ? <Ranks statistics={statistics.data} /> : <Skeleton width="100%" height="8rem" />}
          </div>
          <div className="bc-stack bc-gap-xl bc-shrink">
            <Alerts campaign={campaign} />
            <Ticker campaign={campaign} />
          </div>
        </div>
      )}
    </div>
  );
}

function Totals({ statistics }: { readonly statistics: CampaignStatistics | undefined }) {
  const { t, locale, figure } = useMessages();
  if (!statistics) return <Skeleton width="100%" height="3rem" />;
  const { totals, currency } = statistics;
  const money = (minor: number) => (currency == null ? null : formatMoney(minor, currency, locale));
  const facts = [
    { name: t('campaign.statistics.confirmed'), value: figure(totals.confirmed) },
    { name: t('campaign.statistics.rolled-back'), value: figure(totals.rolledBack) },
    ...(currency == null
      ? []
      : [
          { name: t('campaign.figures.discount'), value: money(totals.discountMinor) },
          { name: t('campaign.statistics.orders'), value: money(totals.orderMinor) },
          { name: t('campaign.statistics.commission'), value: money(totals.commissionMinor) },
        ]),
    ...(totals.points > 0 ? [{ name: t('campaign.field.points'), value: figure(totals.points) }] : []),
  ];
  return (
    <dl className={campaignStyles['figures']}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="bc-small bc-dense bc-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ChartsProps {
  readonly statistics: CampaignStatistics;
  readonly campaign: CampaignRecord;
}

function Charts({ statistics, campaign }: ChartsProps) {
  const { t, locale, figure } = useMessages();
  const { currency, days, budgetDays, rejections, from, to } = statistics;
  const budget = campaign.figures.budgetMinor ?? null;
  const confirmed = everyDay(
    from,
    to,
    days.map((each) => ({ day: each.day, value: each.confirmed })),
    'none',
  );
  const refused = everyDay(from, to, sumByDay(rejections.map(({ day, n }) => ({ day, value: n }))), 'none');
  const spent = everyDay(
    from,
    to,
    budgetDays.map(({ day, spentMinor }) => ({ day, value: spentMinor })),
    'as-before',
  );
  return (
    <>
      <DayFigures
        none={t('campaign.statistics.no-uses')}
        title={t('campaign.statistics.a-day')}
        kind="bars"
        points={confirmed}
        valueLabel={t('campaign.statistics.confirmed')}
        format={(value) => figure(value)}
      />
      {budgetDays.length > 0 && currency != null ? (
        <DayFigures
          none={t('campaign.statistics.no-uses')}
          title={t('campaign.statistics.budget')}
          kind="steps"
          points={spent}
          valueLabel={t('campaign.budget.used')}
          format={(value) => formatMoney(Math.round(value), currency, locale)}
          marks={
            budget === null
              ? []
              : [
                  {
                    value: budget,
                    label: t('campaign.statistics.limit', { amount: formatMoney(budget, currency, locale) }),
                  },
                ]
          }
        />
      ) : null}
      {rejections.length > 0 ? (
        <DayFigures
          none={t('campaign.statistics.no-uses')}
          title={t('campaign.statistics.refused-a-day')}
          kind="bars"
          tone="second"
          points={refused}
          valueLabel={t('campaign.statistics.refused')}
          format={(value) => figure(value)}
        />
      ) : null}
    </>
  );
}

function Ranks({ statistics }: { readonly statistics: CampaignStatistics }) {
  const { t, locale } = useMessages();
  const { stores, streamers, rejections, currency } = statistics;
  const byReason = new Map<string, number>();
  for (const { reason, n } of rejections) byReason.set(reason, (byReason.get(reason) ?? 0) + n);
  const reasons = [...byReason].sort(([, a], [, b]) => b - a);
  const money = (minor: number) => (currency == null ? undefined : formatMoney(minor, currency, locale));
  return (
    <div className={styles['ranks']}>
      <RankTable
        title={t('campaign.statistics.by-streamer')}
        empty={t('campaign.statistics.no-uses')}
        rows={streamers.map(({ streamerId, name, confirmed, commissionMinor }) => ({
          key: streamerId ?? '',
          name: name ?? t('campaign.statistics.no-streamer'),
          value: confirmed,
          detail:
            commissionMinor > 0 ? t('campaign.statistics.earned', { amount: money(commissionMinor) ?? '' }) : undefined,
        }))}
      />
      <RankTable
        title={t('campaign.statistics.by-store')}
        empty={t('campaign.statistics.no-uses')}
        rows={stores.map(({ storeId, name, confirmed, discountMinor }) => ({
          key: storeId ?? '',
          name: name ?? t('coupon.redemption.in-app'),
          value: confirmed,
          detail: discountMinor > 0 ? money(discountMinor) : undefined,
        }))}
      />
      <RankTable
        title={t('campaign.statistics.by-reason')}
        empty={t('campaign.statistics.no-refusals')}
        rows={reasons.map(([reason, n]) => ({
          key: reason,
          name: outcomeWords(reason, t),
          value: n,
          detail: undefined,
        }))}
      />
    </div>
  );
}

function Alerts({ campaign }: { readonly campaign: CampaignRecord }) {
  const { t, locale, timeZone } = useMessages();
  const alerts = useQuery({
    queryKey: ['campaign', campaign.id, 'alerts'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) =>
      (await load(campaignAlertsQuery, { campaignId: campaign.id }, signal)).campaignAlerts,
  });
  if (!alerts.data || alerts.data.length === 0) return null;
  return (
    <section className={styles['alerts']} aria-label={t('campaign.alert.title')}>
      <h2>{t('campaign.alert.title')}</h2>
      <ul>
        {alerts.data.map(({ id, kind, percent, raisedAt }) => (
          <li key={id}>
            <span>
              {t(`campaign.alert.${kind}`, {
                share: formatPercent((percent ?? 0) / 100, locale),
              })}
            </span>
            <time className="bc-small bc-faint" dateTime={raisedAt}>
              {zonedWords(raisedAt, timeZone, locale)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
