import { USE_ALERTS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconLoader2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { JobActions } from '../../../jobs/job-actions.tsx';
import { JobProgress } from '../../../jobs/job-progress.tsx';
import { toneOfUse, UseBar } from '../../../lib/chart/use-bar.tsx';
import { formatPercent } from '../../../lib/format/formats.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { zonedWords } from '../../../lib/format/zoned-words.ts';
import { part } from '../../../lib/page/part.ts';
import styles from '../../../records/figure-cards.module.css';
import { useRefreshRich } from '../../../records/rich-record.ts';
import { type CampaignRecord, campaigns } from '../campaign.entity.ts';
import { budgetWords, givenMoney, redeemedWords } from '../campaign-columns.tsx';
import { BATCHES_SHOWN, batchesKey, isGoing, useBatches, useBatchJob } from './use-batches.ts';

const BatchDrawer = part(() => import('./batch-drawer.tsx'), 'BatchDrawer');

/** Budget, uses and batches in progress: a manager's first look. */
export function CampaignCards({ campaign }: { readonly campaign: CampaignRecord }) {
  return (
    <div className={styles['cards']}>
      <BudgetCard campaign={campaign} />
      <UsesCard campaign={campaign} />
      <BatchCard campaign={campaign} />
    </div>
  );
}

function BudgetCard({ campaign }: { readonly campaign: CampaignRecord }) {
  const formats = useMessages();
  const { t, locale } = formats;
  const { figures, currency } = campaign;
  if (currency == null || (campaign.rewardType !== 'PERCENT' && campaign.rewardType !== 'AMOUNT')) {
    const given = campaign.rewardType === 'POINTS' ? figures.points : figures.redeemed;
    return (
      <section>
        <h2>{t(campaign.rewardType === 'POINTS' ? 'campaign.card.points' : 'campaign.card.gifts')}</h2>
        <p>
          <b>{formats.figure(given)}</b>
        </p>
        <footer>{t('campaign.card.no-money')}</footer>
      </section>
    );
  }
  if (figures.budgetMinor == null) {
    return (
      <section>
        <h2>{t('campaign.figures.discount')}</h2>
        <p>
          <b>{givenMoney(campaign, currency, locale)}</b>
        </p>
        <footer>{t('campaign.card.no-budget')}</footer>
      </section>
    );
  }
  const used = formatMoney(figures.discountMinor, currency, locale);
  const most = formatMoney(figures.budgetMinor, currency, locale);
  const held = t('campaign.card.held-of-it', { amount: formatMoney(figures.discountHeldMinor, currency, locale) });
  return (
    <section data-tone={toneOfUse(figures.budgetUse ?? 0)}>
      <h2>
        {t('campaign.budget.used')} <span>{formatPercent((figures.budgetUse ?? 0) / 100, locale)}</span>
      </h2>
      <p>
        <b>{used}</b> {t('campaign.card.of', { most })}
      </p>
      <UseBar
        label={t('campaign.field.budgetUse')}
        used={figures.discountMinor}
        held={figures.discountHeldMinor}
        most={figures.budgetMinor}
        words={budgetWords(campaign, formats) ?? ''}
        ticks={USE_ALERTS}
        size="card"
      />
      <footer>
        <span>
          {figures.discountHeldMinor > 0
            ? held
            : t('campaign.card.left', {
                amount: formatMoney(Math.max(0, figures.budgetMinor - figures.discountMinor), currency, locale),
              })}
        </span>
        <span>
          {t('campaign.card.alerts', { first: formatPercent(0.8, locale), second: formatPercent(0.95, locale) })}
        </span>
      </footer>
    </section>
  );
}

function UsesCard({ campaign }: { readonly campaign: CampaignRecord }) {
  const formats = useMessages();
  const { t, figure } = formats;
  const { redeemed, reserved, redemptionsLimit } = campaign.figures;
  const { pulse } = campaign;
  const held = t('campaign.card.held', { count: reserved });
  return (
    <section>
      <h2>{t('campaign.card.uses')}</h2>
      <p>
        <b>{figure(redeemed)}</b>{' '}
        {redemptionsLimit == null
          ? t('campaign.card.no-limit')
          : t('campaign.card.of', { most: figure(redemptionsLimit) })}
        {reserved > 0 ? ` · ${held}` : null}
      </p>
      {redemptionsLimit == null ? null : (
        <UseBar
          label={t('campaign.card.uses')}
          used={redeemed + reserved}
          held={reserved}
          most={redemptionsLimit}
          words={[redeemedWords(campaign, formats), ...(reserved > 0 ? [held] : [])].join(' · ')}
          size="card"
        />
      )}
      {pulse == null ? null : (
        <footer>
          <span>
            {t('campaign.card.last-hour', {
              count: pulse.lastHour,
              figure: `${figure(pulse.lastHour)}${pulse.isLastHourMore ? '+' : ''}`,
            })}
          </span>
          <span>{t('campaign.card.refused-today', { count: pulse.refusedToday })}</span>
        </footer>
      )}
    </section>
  );
}

function BatchCard({ campaign }: { readonly campaign: CampaignRecord }) {
  const { t, locale, figure } = useMessages();
  const queryClient = useQueryClient();
  const refresh = useRefreshRich(campaigns, campaign.id);
  const batches = useBatches(campaign.id);
  const [isOpen, setOpen] = useState(false);
  const going = batches.data?.find(isGoing);
  const job = useBatchJob(campaign.id, going).data;
  const wasGoing = useRef(false);
  useEffect(() => {
    // The batch is complete: figures and list now include it.
    if (wasGoing.current && !going) void refresh();
    wasGoing.current = going !== undefined;
  }, [going, refresh]);
  const count = batches.data?.length ?? 0;
  const isShared = campaign.codeMode === 'SHARED';
  return (
    <section>
      {going ? (
        <>
          <h2 data-tone="info">
            <IconLoader2 size={16} stroke={1.75} aria-hidden />
            {t('coupon.batch.making', { number: going.number })}
            {job ? (
              <JobActions
                job={job}
                onChanged={() => void queryClient.invalidateQueries({ queryKey: batchesKey(campaign.id) })}
              />
            ) : null}
          </h2>
          <p>
            <b>{figure(going.generated)}</b> {t('campaign.card.of-codes', { most: going.requested })}
          </p>
          {job ? <JobProgress job={job} /> : null}
          <footer>
            <span />
            {going.createdBy ? (
              <span>
                {t('coupon.batch.by', {
                  name: going.createdBy.name,
                  time: zonedWords(going.createdAt, campaign.timezone, locale),
                })}
              </span>
            ) : null}
          </footer>
        </>
      ) : (
        <>
          <h2>{t('campaign.card.codes')}</h2>
          <p>
            <b>{figure(campaign.figures.coupons)}</b>{' '}
            {isShared ? t('campaign.card.shared') : t('campaign.card.of', { most: figure(campaign.couponsLimit) })}
          </p>
          {isShared ? null : (
            <UseBar
              label={t('campaign.card.codes')}
              used={campaign.figures.coupons}
              most={campaign.couponsLimit}
              words={figure(campaign.figures.coupons)}
              size="card"
              isPlain
            />
          )}
          <footer>
            <span>
              {isShared
                ? t('campaign.card.streamers', { count: campaign.streamers.length })
                : t('campaign.card.batches', {
                    count,
                    figure: count === BATCHES_SHOWN ? `${figure(count)}+` : figure(count),
                  })}
            </span>
            {count > 0 && !isShared ? (
              <Button size="sm" onClick={() => setOpen(true)}>
                {t('coupon.batch.show')}
              </Button>
            ) : null}
          </footer>
        </>
      )}
      {isOpen ? <BatchDrawer campaign={campaign} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
