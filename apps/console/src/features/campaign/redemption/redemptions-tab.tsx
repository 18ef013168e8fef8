import { useMessages } from '@backcounter/i18n/react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { RedemptionRowFragment } from '../../../generated/graphql.ts';
import { everyDay } from '../../../lib/chart/every-day.ts';
import { formatList } from '../../../lib/format/formats.ts';
import { part } from '../../../lib/page/part.ts';
import type { ListPageData } from '../../../listing/list-definition.ts';
import { ListPart } from '../../../listing/list-page.tsx';
import { RecordListTab } from '../../../records/record-list-tab.tsx';
import type { TabPart } from '../../../records/record-screen.tsx';
import { TabDays } from '../../../records/tab/tab-days.tsx';
import { CAMPAIGN_LISTS, type CampaignRecord } from '../campaign.entity.ts';
import { useStatistics } from '../statistics/use-statistics.ts';
import { OPEN_USE, redemptionList } from './redemption.list.tsx';

/** Confirmed redemptions of a campaign by day, over the last 90 days. */
function UseDays({ campaign }: { readonly campaign: CampaignRecord }) {
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

const RedemptionDrawer = part(() => import('./redemption-drawer.tsx'), 'RedemptionDrawer');

/** Redemptions of a campaign: account, code, time and value. */
export function RedemptionsTab({ record: campaign }: TabPart<CampaignRecord>) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { pathname, searchStr } = useLocation();
  const definition = useMemo(() => redemptionList(campaign.id, pathname), [campaign.id, pathname]);
  const params = new URLSearchParams(searchStr);
  const open = params.get(OPEN_USE) || null;
  // The row is on screen, so it is in the cache.
  const row = queryClient
    .getQueriesData<ListPageData<RedemptionRowFragment>>({ queryKey: ['list', CAMPAIGN_LISTS.redemptions] })
    .flatMap(([, page]) => page?.rows ?? [])
    .findLast(({ id }) => id === open);
  const close = () => {
    params.delete(OPEN_USE);
    void router.navigate({ href: `${pathname}?${params}`, replace: true, resetScroll: false });
  };
  const { t, locale, figure } = useMessages();
  const { figures, pulse } = campaign;
  return (
    <RecordListTab
      head={{
        summary: t('coupon.redemption.summary', figures),
        note: pulse
          ? formatList(
              [
                t('campaign.card.last-hour', {
                  count: pulse.lastHour,
                  figure: `${figure(pulse.lastHour)}${pulse.isLastHourMore ? '+' : ''}`,
                }),
                t('campaign.card.refused-today', { count: pulse.refusedToday }),
              ],
              locale,
            )
          : null,
      }}
      above={figures.redeemed > 0 ? <UseDays campaign={campaign} /> : null}
    >
      <ListPart definition={definition} openRow={open} />
      {open === null ? null : (
        <RedemptionDrawer key={open} campaign={campaign} id={open} known={row ?? null} onClose={close} />
      )}
    </RecordListTab>
  );
}
