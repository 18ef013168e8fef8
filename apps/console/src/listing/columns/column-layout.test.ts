import { describe, expect, it } from 'vitest';
import { chooserOrder, clampWidth, gridTemplate, moveColumn, toggleColumn, visibleColumns } from './column-layout.ts';

const columns = [
  { key: 'name', width: 200, grows: true, isPinned: true },
  { key: 'number', width: 90 },
  { key: 'email', width: 180, grows: true },
  { key: 'locale', width: 80, isHiddenAtFirst: true },
];

describe('column layout', () => {
  it('prefers the URL to the choice, and the choice to the default', () => {
    expect(visibleColumns(columns, null, null)).toEqual(['name', 'number', 'email']);
    expect(visibleColumns(columns, null, ['name', 'locale'])).toEqual(['name', 'locale']);
    expect(visibleColumns(columns, ['name', 'email'], ['name', 'locale'])).toEqual(['name', 'email']);
  });

  it('survives a choice from another version: unknown and repeated columns are dropped, the pinned one remains first', () => {
    expect(visibleColumns(columns, null, ['points', 'email', 'email', 'number'])).toEqual(['name', 'email', 'number']);
    expect(visibleColumns(columns, [], null)).toEqual(['name']);
  });

  it('never hides or moves the pinned column', () => {
    expect(toggleColumn(columns, ['name', 'number'], 'name')).toEqual(['name', 'number']);
    expect(moveColumn(columns, ['name', 'number', 'email'], 'name', 2)).toEqual(['name', 'number', 'email']);
    expect(moveColumn(columns, ['name', 'number', 'email'], 'email', -5)).toEqual(['name', 'email', 'number']);
    expect(moveColumn(columns, ['name', 'number', 'email'], 'number', 9)).toEqual(['name', 'email', 'number']);
  });

  it('offers hidden columns after the visible ones', () => {
    expect(chooserOrder(columns, ['name', 'email'])).toEqual(['name', 'email', 'number', 'locale']);
  });

  it('gives the remaining width to growing columns, or to the last', () => {
    expect(gridTemplate(columns, ['name', 'number'], {})).toEqual({
      template: 'minmax(200px, 200fr) 90px',
      minWidth: 290,
    });
    expect(gridTemplate(columns, ['name', 'number'], { name: 300 }).template).toBe('300px minmax(90px, 1fr)');
    expect(gridTemplate([{ key: 'name', width: 200, minWidth: 140, grows: true }], ['name'], {})).toEqual({
      template: 'minmax(140px, 200fr)',
      minWidth: 140,
    });
  });

  it('keeps widths readable', () => {
    expect(clampWidth({ key: 'x', width: 90 }, 3)).toBe(56);
    expect(clampWidth({ key: 'x', width: 90, minWidth: 80 }, 3)).toBe(80);
    expect(clampWidth({ key: 'x', width: 90 }, 9999)).toBe(640);
  });
});
