import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { GridPeek } from '../grid/use-grid-keys.ts';
import type { ListDefinition } from '../list-definition.ts';

/** The row in the pane beside a list. */
export interface PeekedRow<Row> {
  readonly row: Row;
  /** Opens the menu of actions each time that it changes. */
  readonly actionsAsked: number;
}

/** The pane beside a list: its row follows the cursor of the grid. */
export function usePeek<Row>({ rowId, editHref }: ListDefinition<Row>, rows: readonly Row[]) {
  const router = useRouter();
  const [opened, setOpened] = useState<PeekedRow<Row> | null>(null);
  // A reload has newer values of the row; other rows follow with the cursor.
  const row = opened ? rows.find((each) => rowId(each) === rowId(opened.row)) : undefined;
  const grid: GridPeek<Row> = {
    isOpen: opened !== null,
    onKey: (key, at) => {
      const href = key === 'e' ? editHref?.(at) : undefined;
      if (href !== undefined) void router.navigate({ href });
      if (key === 'e') return;
      const asked = opened?.actionsAsked ?? 0;
      setOpened(key === ' ' && opened ? null : { row: at, actionsAsked: key === '.' ? asked + 1 : 0 });
    },
    onRow: (at) => setOpened((before) => before && { ...before, row: at }),
    onClose: () => setOpened(null),
  };
  return { grid, peeked: opened && row !== undefined ? { ...opened, row } : null };
}
