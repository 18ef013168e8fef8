import { useMessages } from '@backcounter/i18n/react';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useMemo, useReducer } from 'react';
import { session } from '../../lib/settings/session.ts';
import type { ListState } from '../address/list-url.ts';
import type { GridSelection } from '../grid/grid-selection.ts';
import type { ListCount } from '../list-count.ts';
import type { ListDefinition } from '../list-definition.ts';
import { allowedActions, type BulkAction } from './bulk-action.ts';
import {
  asksToKeep,
  isRowSelected,
  keepSelection,
  NO_SELECTION,
  type Question,
  questionOf,
  type SelectableRow,
  type SelectionStep,
  selectAllMatching,
  setRows,
} from './row-selection.ts';

type Gesture =
  | {
      readonly kind: 'set';
      readonly rows: readonly SelectableRow[];
      readonly isOn: boolean;
      readonly question: Question;
    }
  | { readonly kind: 'all'; readonly question: Question; readonly count: ListCount }
  | { readonly kind: 'keep' | 'clear' };

const NOTHING: SelectionStep = { selection: NO_SELECTION, problem: null };

function afterGesture({ selection }: SelectionStep, gesture: Gesture): SelectionStep {
  switch (gesture.kind) {
    case 'set':
      return setRows(selection, gesture.rows, gesture.isOn, gesture.question, new Date().toISOString());
    case 'all':
      return { selection: selectAllMatching(gesture.question, gesture.count), problem: null };
    case 'keep':
      return { selection: keepSelection(selection), problem: null };
    case 'clear':
      return NOTHING;
  }
}

/** The selection of a list, and its gestures. */
export interface ListSelectionHook<Row> extends SelectionStep {
  /** Permitted bulk actions; empty: selecting is pointless. */
  readonly actions: readonly BulkAction[];
  /** The current query. */
  readonly question: Question;
  /** The query has changed, and the person has not decided about the selection. */
  readonly isAsking: boolean;
  /** For the grid; null where nothing can be selected. */
  readonly grid: GridSelection<Row> | null;
  readonly selectAll: (count: ListCount) => void;
  readonly keep: () => void;
  readonly clear: () => void;
}

/** The selection of a list. Lasts as long as the page; Escape clears it. */
export function useRowSelection<Row>(definition: ListDefinition<Row>, state: ListState): ListSelectionHook<Row> {
  const formats = useMessages();
  const { person } = useSelector(session.state);
  const [{ selection, problem }, dispatch] = useReducer(afterGesture, NOTHING);
  const { filters, search } = state;
  const question = useMemo(() => questionOf({ filters, search }), [filters, search]);
  const { bulk } = definition;
  const actions = useMemo(() => allowedActions(bulk ?? [], person?.roles ?? []), [bulk, person]);
  const isAny = selection.kind !== 'none';
  useEffect(() => {
    if (!isAny) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isElsewhere(event.target)) return;
      dispatch({ kind: 'clear' });
    };
    // In the capture phase, before a layer handles the key: a layer that it closes would be gone.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isAny]);

  const rowOf = (row: Row): SelectableRow => ({
    id: definition.rowId(row),
    createdAt: definition.rowCreatedAt?.(row) ?? null,
  });
  return {
    actions,
    selection,
    problem,
    question,
    isAsking: asksToKeep(selection, question),
    grid:
      actions.length === 0
        ? null
        : {
            isSelected: (row) => isRowSelected(selection, rowOf(row), question),
            labelOf: (row) => formats.t('listing.selection.row', { name: definition.rowLabel(row, formats) }),
            onSet: (rows, isOn) => dispatch({ kind: 'set', rows: rows.map(rowOf), isOn, question }),
          },
    selectAll: (count) => dispatch({ kind: 'all', question, count }),
    keep: () => dispatch({ kind: 'keep' }),
    clear: () => dispatch({ kind: 'clear' }),
  };
}

/** Escape first closes the topmost layer, and in a field it belongs to the field. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"], [role="menu"], [role="listbox"], [role="dialog"]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, [role="combobox"]');
}
