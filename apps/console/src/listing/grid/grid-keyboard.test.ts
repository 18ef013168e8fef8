import { describe, expect, it } from 'vitest';
import { clampCell, type GridCell, type GridKey, type GridSize, gridMove } from './grid-keyboard.ts';

const size: GridSize = {
  rows: 25,
  columns: 6,
  rowsInView: 10,
  hasHeader: true,
  isRightToLeft: false,
  isSelectable: false,
  canPeek: false,
};
const key = (name: string, modifiers: Partial<GridKey> = {}): GridKey => ({
  key: name,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});
const focusAfter = (at: GridCell, pressed: GridKey, grid: GridSize = size) => {
  const move = gridMove(at, pressed, grid);
  return move?.kind === 'focus' ? [move.cell.row, move.cell.column] : move;
};

describe('keys in the grid', () => {
  it.each([
    ['ArrowDown', [0, 0], [1, 0]],
    ['ArrowDown', [24, 0], [24, 0]],
    ['ArrowUp', [0, 3], [-1, 3]],
    ['ArrowUp', [-1, 3], [-1, 3]],
    ['ArrowRight', [0, 5], [0, 5]],
    ['ArrowRight', [0, 0], [0, 1]],
    ['ArrowLeft', [0, 0], [0, 0]],
    ['Home', [4, 3], [4, 0]],
    ['End', [4, 3], [4, 5]],
    ['PageDown', [0, 2], [9, 2]],
    ['PageDown', [20, 2], [24, 2]],
    ['PageUp', [20, 2], [11, 2]],
    ['PageUp', [3, 2], [0, 2]],
    ['PageUp', [-1, 2], [-1, 2]],
  ])('%s at %j leads to %j', (name, [row = 0, column = 0], expected) => {
    expect(focusAfter({ row, column }, key(name))).toEqual(expected);
  });

  it('goes to the corners with Control', () => {
    expect(focusAfter({ row: 4, column: 3 }, key('Home', { ctrlKey: true }))).toEqual([0, 0]);
    expect(focusAfter({ row: 4, column: 3 }, key('End', { ctrlKey: true }))).toEqual([24, 5]);
  });

  it('follows the reading direction in right-to-left writing', () => {
    const grid = { ...size, isRightToLeft: true };
    expect(focusAfter({ row: 0, column: 2 }, key('ArrowRight'), grid)).toEqual([0, 1]);
    expect(focusAfter({ row: 0, column: 2 }, key('ArrowLeft'), grid)).toEqual([0, 3]);
  });

  it('has no header to move to where none is shown', () => {
    expect(focusAfter({ row: 0, column: 0 }, key('ArrowUp'), { ...size, hasHeader: false })).toEqual([0, 0]);
  });

  it('opens a row with Enter, in a new tab with Control or Command, and leaves Enter in the header alone [ux 11, 17]', () => {
    expect(gridMove({ row: 2, column: 1 }, key('Enter'), size)).toEqual({ kind: 'open', inNewTab: false });
    expect(gridMove({ row: 2, column: 1 }, key('Enter', { metaKey: true }), size)).toEqual({
      kind: 'open',
      inNewTab: true,
    });
    expect(gridMove({ row: -1, column: 1 }, key('Enter'), size)).toBeNull();
  });

  it('ignores keys of the browser and letters', () => {
    for (const pressed of [key('ArrowLeft', { altKey: true }), key('a'), key('/'), key('Tab'), key('c')]) {
      expect(gridMove({ row: 2, column: 1 }, pressed, size)).toBeNull();
    }
  });

  it('keeps a valid position when rows or columns are removed', () => {
    expect(clampCell({ row: 20, column: 5 }, { rows: 3, columns: 2, hasHeader: true })).toEqual({ row: 2, column: 1 });
    expect(clampCell({ row: 20, column: 5 }, { rows: 0, columns: 2, hasHeader: true })).toEqual({ row: -1, column: 1 });
  });
});

describe('letters and Space', () => {
  const peeking = { ...size, isSelectable: true, canPeek: true };
  const at = { row: 4, column: 2 };

  it.each([
    ['j', {}, { kind: 'focus', cell: { row: 5, column: 2 } }],
    ['k', {}, { kind: 'focus', cell: { row: 3, column: 2 } }],
    ['ت', { code: 'KeyJ' }, { kind: 'focus', cell: { row: 5, column: 2 } }],
    [' ', {}, { kind: 'pane', key: ' ' }],
    ['x', {}, { kind: 'select', isRange: false }],
    ['X', { shiftKey: true }, { kind: 'select', isRange: true }],
    [' ', { shiftKey: true }, { kind: 'select', isRange: true }],
    ['e', {}, { kind: 'pane', key: 'e' }],
    ['.', {}, { kind: 'pane', key: '.' }],
    ['e', { ctrlKey: true }, null],
    ['j', { metaKey: true }, null],
  ] as const)('%j with %j', (name, modifiers, expected) => {
    expect(gridMove(at, key(name, modifiers), peeking)).toEqual(expected);
  });

  it('stay in the rows, and do nothing in the header', () => {
    expect(focusAfter({ row: 0, column: 2 }, key('k'), peeking)).toEqual([0, 2]);
    expect(focusAfter({ row: 24, column: 2 }, key('j'), peeking)).toEqual([24, 2]);
    for (const name of [' ', 'x', 'e', '.']) expect(gridMove({ row: -1, column: 0 }, key(name), peeking)).toBeNull();
  });

  it('of the pane are free where there is no room for one', () => {
    for (const name of ['e', '.']) expect(gridMove(at, key(name), { ...peeking, canPeek: false })).toBeNull();
  });
});

describe('keys that select', () => {
  const selectable = { ...size, isSelectable: true };
  const at = { row: 4, column: 2 };

  it.each([
    [' ', {}, { kind: 'select', isRange: false }],
    [' ', { shiftKey: true }, { kind: 'select', isRange: true }],
    ['ArrowDown', { shiftKey: true }, { kind: 'extend', cell: { row: 5, column: 2 } }],
    ['ArrowUp', { shiftKey: true }, { kind: 'extend', cell: { row: 3, column: 2 } }],
    ['PageDown', { shiftKey: true }, { kind: 'extend', cell: { row: 13, column: 2 } }],
    ['a', { ctrlKey: true }, { kind: 'select-page' }],
    ['ش', { metaKey: true, code: 'KeyA' }, { kind: 'select-page' }],
  ] as const)('%j with %j', (name, modifiers, expected) => {
    expect(gridMove(at, key(name, modifiers), selectable)).toEqual(expected);
  });

  it('are the page’s own where nothing can be selected', () => {
    expect(gridMove(at, key(' '), size)).toBeNull();
    expect(gridMove(at, key('a', { ctrlKey: true }), size)).toBeNull();
  });

  it('skip the header, and remain in the rows [bulk 3]', () => {
    expect(gridMove({ row: -1, column: 0 }, key(' '), selectable)).toBeNull();
    expect(gridMove({ row: 0, column: 0 }, key('ArrowUp', { shiftKey: true }), selectable)).toEqual({
      kind: 'extend',
      cell: { row: 0, column: 0 },
    });
  });
});
