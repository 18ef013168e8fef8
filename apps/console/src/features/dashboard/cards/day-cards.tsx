import { useMessages } from '@backcounter/i18n/react';
import { load } from '../../../lib/api/graphql-client.ts';
import {
  dashboardGiveawayEntriesQuery,
  dashboardPointsQuery,
  dashboardRedemptionsQuery,
} from '../dashboard.operations.ts';
import { useTile } from '../use-tile.ts';
import { DayCard } from './day-card.tsx';

/** As high as the neighbouring card. */
const POINTS_HEIGHT_PX = 240;

/** Points earned and spent by accounts. */
export function PointsCard() {
  const { t } = useMessages();
  const tile = useTile(
    'points',
    async (filter, signal) => (await load(dashboardPointsQuery, { filter }, signal)).dashboardPoints,
  );
  return (
    <DayCard
      title={t('dashboard.points.title')}
      note={t('dashboard.a-day')}
      tile={tile}
      heightPx={POINTS_HEIGHT_PX}
      daysOf={({ days }) => days.map(({ day }) => day)}
      seriesOf={({ days, issued, spent }) => [
        {
          label: t('dashboard.points.issued'),
          tone: 'first',
          total: issued.value,
          previous: issued.previous,
          values: days.map((each) => each.issued),
        },
        {
          label: t('dashboard.points.spent'),
          tone: 'second',
          total: spent.value,
          previous: spent.previous,
          values: days.map((each) => each.spent),
        },
      ]}
      empty={t('dashboard.points.none')}
    />
  );
}

/** Redeemed and reversed coupons. */
export function RedemptionsCard() {
  const { t } = useMessages();
  const tile = useTile(
    'redemptions',
    async (filter, signal) => (await load(dashboardRedemptionsQuery, { filter }, signal)).dashboardRedemptions,
  );
  return (
    <DayCard
      title={t('dashboard.redemptions.title')}
      note={t('dashboard.a-day')}
      tile={tile}
      daysOf={({ days }) => days.map(({ day }) => day)}
      seriesOf={({ days, confirmed, rolledBack }) => [
        {
          label: t('dashboard.redemptions.confirmed'),
          tone: 'first',
          total: confirmed.value,
          previous: confirmed.previous,
          values: days.map((each) => each.confirmed),
        },
        {
          label: t('dashboard.redemptions.rolled-back'),
          tone: 'second',
          isTableOnly: true,
          total: rolledBack.value,
          values: days.map((each) => each.rolledBack),
        },
      ]}
      empty={t('dashboard.redemptions.none')}
    />
  );
}

/** Entries of giveaways. */
export function EntriesCard() {
  const { t } = useMessages();
  const tile = useTile(
    'entries',
    async (filter, signal) => (await load(dashboardGiveawayEntriesQuery, { filter }, signal)).dashboardGiveawayEntries,
  );
  return (
    <DayCard
      title={t('dashboard.entries.title')}
      note={t('dashboard.a-day')}
      tile={tile}
      daysOf={({ days }) => days.map(({ day }) => day)}
      seriesOf={({ days, entries }) => [
        {
          label: t('dashboard.entries.entered'),
          tone: 'first',
          total: entries.value,
          previous: entries.previous,
          values: days.map(({ value }) => value),
        },
      ]}
      empty={t('dashboard.entries.none')}
    />
  );
}
