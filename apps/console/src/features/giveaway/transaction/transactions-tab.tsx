import { useMemo } from 'react';
import type { GiveawayTransactionRowFragment } from '../../../generated/graphql.ts';
import { part } from '../../../lib/page/part.ts';
import { ListPart } from '../../../listing/list-page.tsx';
import { RecordListTab } from '../../../records/record-list-tab.tsx';
import type { TabPart } from '../../../records/record-screen.tsx';
import { GIVEAWAY_LISTS, type GiveawayRecord } from '../giveaway.entity.ts';
import { useRowInPanel } from '../use-row-in-panel.ts';
import { GiveawayCards } from './giveaway-cards.tsx';
import { transactionList } from './transaction.list.tsx';

const TransactionDrawer = part(() => import('./transaction-drawer.tsx'), 'TransactionDrawer');

/** The giveaway's transactions, newest first. They never change. */
export function TransactionsTab({ record: giveaway }: TabPart<GiveawayRecord>) {
  const seqOf = ({ seq }: GiveawayTransactionRowFragment) => String(seq);
  const { pathname, row, close } = useRowInPanel(GIVEAWAY_LISTS.transactions, seqOf);
  const definition = useMemo(() => transactionList(giveaway.id, pathname), [giveaway.id, pathname]);
  return (
    <RecordListTab above={<GiveawayCards giveaway={giveaway} />}>
      <ListPart definition={definition} openRow={row?.id ?? null} />
      {row === null ? null : <TransactionDrawer key={row.id} giveaway={giveaway} row={row} onClose={close} />}
    </RecordListTab>
  );
}
