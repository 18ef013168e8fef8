import { describe, expect, test } from 'vitest';
import { paletteMove } from './palette-keys.ts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const to = (index: number) => ({ kind: 'activate', index });
const choose = (inNewTab: boolean) => ({ kind: 'choose', inNewTab });

describe('in a palette with three lines', () => {
  test.each([
    ['ArrowDown', -1, to(0)],
    ['ArrowDown', 0, to(1)],
    ['ArrowDown', 2, to(0)],
    ['ArrowUp', -1, to(2)],
    ['ArrowUp', 0, to(2)],
    ['ArrowUp', 2, to(1)],
    ['Home', 2, to(0)],
    ['End', 0, to(2)],
    ['Enter', 0, choose(false)],
    ['ArrowLeft', 0, null],
    ['a', 0, null],
  ])('%s at line %i', (key, active, move) => {
    expect(paletteMove(active, 3, { ...NONE, key })).toEqual(move);
  });

  test.each([
    ['ctrlKey', choose(true)],
    ['metaKey', choose(true)],
    ['altKey', null],
    ['shiftKey', null],
  ])('with %s Enter opens a new tab or nothing, and arrows are the field’s own', (modifier, move) => {
    expect(paletteMove(0, 3, { ...NONE, [modifier]: true, key: 'Enter' })).toEqual(move);
    expect(paletteMove(0, 3, { ...NONE, [modifier]: true, key: 'ArrowDown' })).toBeNull();
  });
});

test('without lines only Enter has an effect', () => {
  expect(paletteMove(-1, 0, { ...NONE, key: 'ArrowDown' })).toBeNull();
  expect(paletteMove(-1, 0, { ...NONE, key: 'Enter' })).toEqual(choose(false));
});
