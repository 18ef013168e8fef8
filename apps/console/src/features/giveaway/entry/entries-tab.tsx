import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import type { GiveawayEntryRowFragment } from '../../../generated/graphql.ts';
import { part } from '../../../lib/page/part.ts';
import { ListPart } from '../../../listing/list-page.tsx';
import { RecordListTab } from '../../../records/record-list-tab.tsx';
import type { TabPart } from '../../../records/record-screen.tsx';
import { GIVEAWAY_LISTS, type GiveawayRecord } from '../giveaway.entity.ts';
import { useRowInPanel } from '../use-row-in-panel.ts';
import { EntryDays } from './entry-days.tsx';
import { entryList } from './entry-list.tsx';

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
