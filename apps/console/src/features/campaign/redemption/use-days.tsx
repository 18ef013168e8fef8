import { useMessages } from '@backcounter/i18n/react';
import { everyDay } from '../../../lib/chart/every-day.ts';
import { TabDays } from '../../../records/tab/tab-days.tsx';
import type { CampaignRecord } from '../campaign.entity.ts';
import { useStatistics } from '../statistics/use-statistics.ts';

/** Confirmed redemptions of a campaign by day, over the last 90 days. */
export function UseDays({ campaign }: { readonly campaign: CampaignRecord }) {
  const { t } = useMessages();
  const statistics = useStatistics(campaign.id);
  const { data } = statistics;
  return (
    <TabDays
      title={t('campaign.statistics.a-day')}
      valueLabel={t('campaign.statistics.confirmed')}
      none={t('campaign.statistics.no-uses')}
      failed={t('campaign.figures.failed')}
      loaded={statistics}
      points={
        data &&
        everyDay(
          data.from,
          data.to,
          data.days.map(({ day, confirmed }) => ({ day, value: confirmed })),
          'none',
        )
      }
    />
  );
}
