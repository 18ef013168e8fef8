import { useMessages } from '@backcounter/i18n/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GiveawayEntryRowFragment } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { everyDay } from '../../../lib/chart/every-day.ts';
import { part } from '../../../lib/page/part.ts';
import { dayOf } from '../../../listing/filter/zoned-day.ts';
import { ListPart } from '../../../listing/list-page.tsx';
import { RecordListTab } from '../../../records/record-list-tab.tsx';
import type { TabPart } from '../../../records/record-screen.tsx';
import { TabDays } from '../../../records/tab/tab-days.tsx';
import { GIVEAWAY_LISTS, type GiveawayRecord } from '../giveaway.entity.ts';
import { entryDaysQuery } from '../giveaway-people.operations.ts';
import { useRowInPanel } from '../use-row-in-panel.ts';
import { entryList } from './entry.list.tsx';

/** Entries of a giveaway by day, from its opening to today or its closing. */
function EntryDays({ giveaway }: { readonly giveaway: GiveawayRecord }) {
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

const EntryDrawer = part(() => import('./entry-drawer.tsx'), 'EntryDrawer');

/** Entries of a giveaway, with their tickets. */
export function EntriesTab({ record: giveaway }: TabPart<GiveawayRecord>) {
  const { pathname, row, close } = useRowInPanel<GiveawayEntryRowFragment>(GIVEAWAY_LISTS.entries, ({ id }) => id);
  const definition = useMemo(() => entryList(giveaway.id, pathname), [giveaway.id, pathname]);
  const { t, figure } = useMessages();
  const { figures, gauges, state } = giveaway;
  return (
    <RecordListTab
      head={{
        summary: t('giveaway.fact.entries', {
          entries: t('giveaway.figure.entries', { count: figures.entries }),
          tickets: t('giveaway.figure.tickets', { count: figures.tickets }),
        }),
        note: t('giveaway.card.out', {
          withdrawn: figure(gauges.withdrawn),
          disqualified: figure(gauges.disqualified),
        }),
      }}
      above={state === 'DRAFT' || giveaway.status === 'SCHEDULED' ? null : <EntryDays giveaway={giveaway} />}
    >
      <ListPart definition={definition} openRow={row?.id ?? null} />
      {row === null ? null : <EntryDrawer key={row.id} giveaway={giveaway} entry={row} onClose={close} />}
    </RecordListTab>
  );
}
