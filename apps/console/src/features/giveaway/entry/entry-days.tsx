import { useMessages } from '@backcounter/i18n/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { load } from '../../../lib/api/graphql-client.ts';
import { everyDay } from '../../../lib/chart/every-day.ts';
import { dayOf } from '../../../listing/filter/zoned-day.ts';
import { TabDays } from '../../../records/tab/tab-days.tsx';
import type { GiveawayRecord } from '../giveaway.entity.ts';
import { entryDaysQuery } from '../giveaway-people.operations.ts';

/** Entries of a giveaway by day, from its opening to today or its closing. */
export function EntryDays({ giveaway }: { readonly giveaway: GiveawayRecord }) {
  const { t } = useMessages();
  const { id, opensAt, closesAt, timezone } = giveaway;
  const days = useQuery({
    queryKey: ['giveaway', id, 'entry-days', giveaway.figures.entries],
    meta: { errorsShown: 'elsewhere' },
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await load(entryDaysQuery, { giveawayId: id }, signal)).giveawayEntryDays,
  });
  const last = Math.min(Date.now(), Date.parse(closesAt) - 1);
  return (
    <TabDays
      title={t('giveaway.entry.a-day')}
      valueLabel={t('giveaway.field.entries')}
      none={t('giveaway.entry.none')}
      failed={t('giveaway.entry.days-failed')}
      loaded={days}
      points={
        days.data &&
        everyDay(
          dayOf(opensAt, timezone),
          dayOf(new Date(last).toISOString(), timezone),
          days.data.map(({ day, entries }) => ({ day, value: entries })),
          'none',
        )
      }
    />
  );
}
