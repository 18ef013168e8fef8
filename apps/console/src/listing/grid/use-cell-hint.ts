import { useHint } from '@backcounter/ui';
import { useState } from 'react';
import type { CellFormats, ListColumn } from '../list-definition.ts';

/** The full text of a cell on hover and focus: its `fullText`, else its text if that is cut. One hint serves all cells. */
export function useCellHint<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[], formats: CellFormats) {
  const [text, setText] = useState('');
  const { target, hint } = useHint(text);
  const find = (element: EventTarget | null) => {
    const cell = element instanceof Element ? element.closest<HTMLElement>('[data-place]') : null;
    const [rowIndex = '', columnIndex = ''] = cell?.dataset['place']?.split(':') ?? [];
    const row = rows[Number(rowIndex)];
    const column = columns[Number(columnIndex)];
    if (!cell || row === undefined || !column) return null;
    const found = column.fullText?.(row, formats) ?? cutText(cell);
    return found ? { cell, text: found } : null;
  };
  return {
    hint,
    hideHint: target.onPointerLeave,
    showHint: (element: EventTarget | null, how: 'onPointerEnter' | 'onFocus') => {
      const found = find(element);
      target.onPointerLeave();
      if (!found) return;
      setText(found.text);
      target[how]({ currentTarget: found.cell });
    },
  };
}

/** The text of the innermost element that is cut; null if the whole cell can be read. */
export function cutText(cell: HTMLElement): string | null {
  // Texts for screen readers alone are one pixel wide.
  const cut = [cell, ...cell.querySelectorAll('*')].filter(
    (element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth,
  );
  return cut.at(-1)?.textContent || null;
}
