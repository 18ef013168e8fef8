import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import type { CampaignRowFragment } from '../../generated/graphql.ts';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { everyDay } from '../../lib/chart/every-day.ts';
import { UseBar } from '../../lib/chart/use-bar.tsx';
import { currentRoles } from '../../lib/settings/session.ts';
import campaignStyles from './campaign.module.css';
import { budgetWords, givenMoney, redeemedWords } from './campaign-columns.tsx';
import styles from './campaign-detail.module.css';
import { exactWindowWords } from './campaign-window.ts';
import { DayBars } from './statistics/day-bars.tsx';
import { useStatistics } from './statistics/use-statistics.ts';
import { OwnCodes } from './streamer/own-codes.tsx';
import { PartnerList } from './streamer/partner-list.tsx';

const CHART_DAYS = 30;

/** An unfolded row: figures for staff who see all campaigns, own codes and figures for a partner. */
export function CampaignDetail({ row }: { readonly row: CampaignRowFragment }) {
  const formats = useMessages();
  const { t, locale, figure } = formats;
  const seesAll = may(currentRoles(), 'campaign.read-all');
  const { figures, currency } = row;
  const budget = budgetWords(row, formats);
  const facts = [
    {
      name: t(seesAll ? 'campaign.field.redeemed' : 'campaign.figures.own-redeemed'),
      value: redeemedWords(row, formats),
    },
    { name: t('campaign.figures.reserved'), value: figure(figures.reserved) },
    { name: t(seesAll ? 'campaign.field.coupons' : 'campaign.figures.own-coupons'), value: figure(figures.coupons) },
    ...(row.rewardType === 'POINTS' ? [{ name: t('campaign.field.points'), value: figure(figures.points) }] : []),
    ...(currency == null || (row.rewardType !== 'PERCENT' && row.rewardType !== 'AMOUNT')
      ? []
      : [{ name: t('campaign.figures.discount'), value: givenMoney(row, currency, locale) }]),
  ];
  return (
    <div className={styles['detail']}>
      <section aria-label={t(seesAll ? 'campaign.figures.title' : 'campaign.figures.own-title')}>
        <dl className={campaignStyles['figures']}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt className="bc-small bc-dense bc-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {budget === null || figures.budgetMinor == null ? null : (
          <div className={styles['detailBudget']}>
            <span>{t('campaign.budget.used')}</span>
            <UseBar
              label={t('campaign.field.budgetUse')}
              used={figures.discountMinor}
              held={figures.discountHeldMinor}
              most={figures.budgetMinor}
              words={budget}
              ticks={[80, 95]}
              size="card"
            />
            <span>{budget}</span>
          </div>
        )}
        <p className={campaignStyles['hint']}>{exactWindowWords(row, formats)}</p>
        {row.description ? <p dir="auto">{row.description}</p> : null}
        {row.stateReason ? (
          <p dir="auto">
            <b>{t('campaign.field.stateReason')}</b> {row.stateReason}
          </p>
        ) : null}
        {may(currentRoles(), 'area.campaign-coupons') ? (
          <Link to="/campaigns/$id" params={{ id: row.id }}>
            {t('campaign.detail.open')}
          </Link>
        ) : null}
      </section>
      <DetailChart row={row} />
      {seesAll ? <PartnerList campaign={row} /> : <OwnCodes campaign={row} />}
    </div>
  );
}

function DetailChart({ row }: { readonly row: CampaignRowFragment }) {
  const { t } = useMessages();
  const statistics = useStatistics(row.id);
  const isStarted = row.status !== 'DRAFT' && row.status !== 'SCHEDULED';
  if (!isStarted) return <p className={campaignStyles['hint']}>{t('campaign.figures.not-begun')}</p>;
  if (statistics.error) {
    return (
      <p role="alert">
        {t('campaign.figures.failed')} {t(errorKeyOf(statistics.error))}
      </p>
    );
  }
  if (!statistics.data) return <Skeleton width="100%" height="6rem" />;
  const { from, to } = statistics.data;
  const used = statistics.data.days.map(({ day, confirmed }) => ({ day, value: confirmed }));
  const days = everyDay(from, to, used, 'none').slice(-CHART_DAYS);
  if (used.length === 0) return <p className={campaignStyles['hint']}>{t('campaign.figures.no-uses')}</p>;
  return <DayBars label={t('campaign.figures.a-day')} days={days} />;
}
