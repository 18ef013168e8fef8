import { expect, test } from 'vitest';
import { gridMove } from '../../listing/grid/grid-keyboard.ts';
import { SHORTCUTS } from './shortcut-keys.ts';
import { SHORTCUT_SECTIONS } from './shortcut-list.ts';

const [anywhere, list] = SHORTCUT_SECTIONS;
const size = {
  rows: 50,
  columns: 5,
  rowsInView: 20,
  hasHeader: true,
  isRightToLeft: false,
  isSelectable: true,
  canPeek: true,
};

test('each key that works anywhere is on the sheet', () => {
  const listed = anywhere?.shortcuts.map(({ wordKey }) => wordKey) ?? [];
  expect(listed).toEqual(expect.arrayContaining(SHORTCUTS.map(({ wordKey }) => wordKey)));
});

test.each(list?.shortcuts ?? [])('the grid of a list handles $keys', ({ keys }) => {
  const ctrlKey = keys[0] === 'Mod';
  const shiftKey = keys[0] === 'Shift';
  for (const key of ctrlKey || shiftKey ? keys.slice(1) : keys) {
    const name = key === 'Space' ? ' ' : key.length === 1 ? key.toLowerCase() : key;
    const press = { key: name, code: '', ctrlKey, metaKey: false, altKey: false, shiftKey };
    expect(gridMove({ row: 25, column: 2 }, press, size)).not.toBeNull();
  }
});
