import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { type GridSelection, pageSelection, rangeOf, useRowGestures } from './grid-selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e', 'f'];

type Gestures = ReturnType<typeof useRowGestures<string>>;

function Page(props: { readonly selection: GridSelection<string>; readonly onDrawn: (gestures: Gestures) => void }) {
  props.onDrawn(useRowGestures(rows, (row) => row, props.selection));
  return null;
}

/** The gestures on one page, and their selection. */
function page() {
  const selected = new Set<string>();
  const selection = {
    isSelected: (row: string) => selected.has(row),
    labelOf: (row: string) => row,
    onSet: (changed: readonly string[], isOn: boolean) => {
      for (const row of changed) {
        if (isOn) selected.add(row);
        else selected.delete(row);
      }
    },
  };
  const found: { gestures?: Gestures } = {};
  const onDrawn = (gestures: Gestures) => {
    found.gestures = gestures;
  };
  renderToStaticMarkup(createElement(Page, { selection, onDrawn }));
  if (!found.gestures) throw new Error('The page was not drawn');
  return { gestures: found.gestures, selected: () => [...selected].sort().join('') };
}

test('a range has both its ends, in any order', () => {
  expect(rangeOf(rows, 4, 2)).toEqual(['c', 'd', 'e']);
});

test('the header’s checkbox distinguishes all, some and none [ux 9]', () => {
  expect(pageSelection(rows, () => true)).toBe('all');
  expect(pageSelection(rows, (row) => row === 'c')).toBe('some');
  expect(pageSelection(rows, () => false)).toBe('none');
  expect(pageSelection([], () => true)).toBe('none');
});

describe('gestures', () => {
  test('Shift sets all from the row that was set last, as that one was set [ux 11]', () => {
    const { gestures, selected } = page();
    gestures.set(1, false);
    gestures.set(4, true);
    expect(selected()).toBe('bcde');
    gestures.set(2, false);
    gestures.set(3, true);
    expect(selected()).toBe('be');
  });

  test('a Shift range grows and shrinks with the cursor, across its start too', () => {
    const { gestures, selected } = page();
    gestures.extend(2, 3);
    gestures.extend(3, 4);
    expect(selected()).toBe('cde');
    gestures.extend(4, 3);
    expect(selected()).toBe('cd');
    gestures.extend(3, 1);
    expect(selected()).toBe('bc');
  });

  test('a new range starts where the cursor went without Shift', () => {
    const { gestures, selected } = page();
    gestures.extend(0, 1);
    gestures.endRun();
    gestures.extend(4, 5);
    expect(selected()).toBe('abef');
  });

  test('the page is selected as a whole, and deselected after that', () => {
    const { gestures, selected } = page();
    gestures.set(1, false);
    gestures.setPage();
    expect(selected()).toBe('abcdef');
    gestures.setPage();
    expect(selected()).toBe('');
  });
});
