import { lazy, Suspense, useMemo } from 'react';
import type { GiveawayTransactionRowFragment } from '../../../generated/graphql.ts';
import { ListPart } from '../../../listing/list-page.tsx';
import { GIVEAWAY_LISTS, type GiveawayRecord } from '../use-giveaway.ts';
import { useRowInPanel } from '../use-row-in-panel.ts';
import { GiveawayCards } from './giveaway-cards.tsx';
import { transactionList } from './transaction-list.tsx';
import '../giveaway-tab.css';

const TransactionDrawer = lazy(() =>
  import('./transaction-drawer.tsx').then((module) => ({ default: module.TransactionDrawer })),
);

/** The giveaway's transactions, newest first. They never change. */
export function TransactionsTab({ giveaway }: { readonly giveaway: GiveawayRecord }) {
  const seqOf = ({ seq }: GiveawayTransactionRowFragment) => String(seq);
  const { pathname, row, close } = useRowInPanel(GIVEAWAY_LISTS.transactions, seqOf);
  const definition = useMemo(() => transactionList(giveaway.id, pathname), [giveaway.id, pathname]);
  return (
    <div className="bc-giveaway-tab">
      <GiveawayCards giveaway={giveaway} />
      <div className="bc-giveaway-list">
        <ListPart definition={definition} openRow={row?.id ?? null} />
      </div>
      {row === null ? null : (
        <Suspense fallback={null}>
          <TransactionDrawer key={row.id} giveaway={giveaway} row={row} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
