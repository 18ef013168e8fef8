import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import type { GiveawayWinnerRowFragment } from '../../../generated/graphql.ts';
import { part } from '../../../lib/page/part.ts';
import { ListPart } from '../../../listing/list-page.tsx';
import { RecordListTab } from '../../../records/record-list-tab.tsx';
import type { TabPart } from '../../../records/record-screen.tsx';
import { GIVEAWAY_LISTS, type GiveawayRecord, OPEN_ROW } from '../giveaway.entity.ts';
import { useRowInPanel } from '../use-row-in-panel.ts';
import { winnerList } from './winner.list.tsx';
import { WinnerCards } from './winner-cards.tsx';

const WinnerDrawer = part(() => import('./winner-drawer.tsx'), 'WinnerDrawer');

/** Winners and alternates, with the state of their claims. */
export function WinnersTab({ record: giveaway }: TabPart<GiveawayRecord>) {
  const { t } = useMessages();
  const positionOf = (row: GiveawayWinnerRowFragment) => String(row.position);
  const { pathname, row, close } = useRowInPanel(GIVEAWAY_LISTS.winners, positionOf);
  const definition = useMemo(() => winnerList(giveaway.id, pathname), [giveaway.id, pathname]);
  const { openPrizes } = giveaway.gauges;
  return (
    <RecordListTab
      head={{
        summary:
          giveaway.drawnAt == null
            ? t('giveaway.winner.not-drawn')
            : giveaway.state === 'DRAWN'
              ? t('giveaway.winner.to-review')
              : giveaway.state === 'ANNOUNCED'
                ? t('giveaway.winner.open', { count: openPrizes })
                : t('giveaway.winner.done'),
        note: t('giveaway.winner.no-redraw'),
      }}
      above={
        giveaway.drawnAt == null ? null : (
          <WinnerCards giveaway={giveaway} hrefOf={(position) => `${pathname}?tab=winners&${OPEN_ROW}=${position}`} />
        )
      }
    >
      <ListPart definition={definition} openRow={row?.id ?? null} />
      {row === null ? null : <WinnerDrawer key={row.id} giveaway={giveaway} winner={row} onClose={close} />}
    </RecordListTab>
  );
}
