import { savedViewState } from '@backcounter/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeListUrl,
  encodeListUrl,
  INITIAL_LIST_STATE,
  type ListState,
  type ListUrlShape,
  withFilter,
} from '../address/list-url.ts';
import type { ShownArrangement } from '../columns/list-arrangement.ts';
import { isModified, readSavedView, type SavedViewData, stateOfView, viewStateOf } from './saved-view-state.ts';

const id = '0190f3a1-0000-7000-8000-000000000001';
const shape: ListUrlShape = {
  filters: { state: 'set', country: 'set', pushConsent: 'flag', created: 'instant' },
  sorts: ['created', 'name'],
  columns: ['name', 'number', 'email'],
  sizes: [25, 50, 100],
  kinds: ['timeline', 'calendar'],
};
const columns = [
  { key: 'name', width: 200, isPinned: true },
  { key: 'number', width: 90 },
  { key: 'email', width: 90 },
];
const shown = ['name', 'number', 'email'];
const data = (state: unknown, more: Partial<SavedViewData> = {}): SavedViewData => ({
  id,
  scope: 'PERSONAL',
  name: 'Mine',
  state,
  arrangement: null,
  isDefault: false,
  isTeamDefault: false,
  mayChange: true,
  version: 1,
  ...more,
});

const arrangement: fc.Arbitrary<ShownArrangement> = fc.record({
  columns: fc.option(fc.shuffledSubarray(shape.columns as string[], { minLength: 1 })),
  widths: fc.dictionary(fc.constantFrom(...shape.columns), fc.integer({ min: 1, max: 2000 })),
  density: fc.constantFrom('compact' as const, 'normal' as const, 'comfortable' as const),
  size: fc.option(fc.constantFrom(25, 50, 100)),
});
const question: fc.Arbitrary<ListState> = fc.record({
  view: fc.constant(id),
  search: fc.string({ maxLength: 40 }),
  filters: fc.record(
    {
      state: fc.record({
        kind: fc.constant('set' as const),
        mode: fc.constantFrom('in' as const, 'notIn' as const),
        values: fc.uniqueArray(fc.stringMatching(/^[A-Z]{1,8}$/), { minLength: 1, maxLength: 4 }),
      }),
      pushConsent: fc.record({ kind: fc.constant('flag' as const), value: fc.boolean() }),
    },
    { requiredKeys: [] },
  ),
  sort: fc.option(
    fc.record({ key: fc.constantFrom(...shape.sorts), direction: fc.constantFrom('ASC' as const, 'DESC' as const) }),
  ),
  size: fc.constant(null),
  kind: fc.constantFrom(null, 'timeline' as const, 'calendar' as const),
  columns: fc.constant(null),
  position: fc.constant({ kind: 'first' as const }),
});

describe('a saved view', () => {
  it('shows the saved state, and the server accepts it', () => {
    fc.assert(
      fc.property(question, arrangement, (state, layout) => {
        const stored = viewStateOf(state, layout);
        expect(savedViewState.safeParse(stored).error).toBeUndefined();
        const view = readSavedView(data(JSON.parse(JSON.stringify(stored))));
        expect(view.arrangement).toEqual(layout);
        const opened = stateOfView(view, shape);
        expect(opened.problems).toEqual([]);
        expect({ ...opened.state, columns: null }).toEqual({ ...state, filters: { ...state.filters } });
        expect(opened.state.columns).toEqual(layout.columns);
      }),
    );
  });

  it('opens with the person’s own columns, if any', () => {
    const view = readSavedView(data({}, { arrangement: { columns: ['name'], widths: { name: 300 } } }));
    expect(view.own).toMatchObject({ columns: ['name'], widths: { name: 300 } });
    expect(stateOfView(view, shape, view.own?.columns).state.columns).toEqual(['name']);
    expect(readSavedView(data({}, { arrangement: false })).own).toBeNull();
  });

  it('skips and reports filters that the list does not have, and values that it cannot read', () => {
    const view = readSavedView(
      data({ filters: { state: 'ACTIVE', shoeSize: '42', pushConsent: 'maybe' }, sort: 'points' }),
    );
    const { state, problems } = stateOfView(view, shape);
    expect(Object.keys(state.filters)).toEqual(['state']);
    expect(problems).toEqual([
      { kind: 'unknown', key: 'shoeSize' },
      { kind: 'damaged', key: 'pushConsent' },
      { kind: 'damaged', key: 'sort' },
    ]);
  });

  it('cannot turn a reserved parameter of the URL into a filter', () => {
    const filters = {
      view: 'all',
      q: 'x',
      sort: 'name',
      cols: 'name',
      size: '50',
      after: 'cursor',
      from: '7',
      at: 'end',
    };
    const { state, problems } = stateOfView(readSavedView(data({ filters })), shape);
    expect(problems).toEqual([]);
    expect(state).toEqual({ ...INITIAL_LIST_STATE, view: id });
  });

  it('opens with any stored data', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (state, own) => {
        const view = readSavedView(data(state, { arrangement: own }));
        expect(stateOfView(view, shape).state.view).toBe(id);
      }),
    );
  });
});

describe('a view in the URL', () => {
  const read = (state: ListState) => decodeListUrl(new URLSearchParams(encodeListUrl(state)), shape).state;
  const suspended = readSavedView(data({ filters: { state: 'SUSPENDED' }, sort: 'name' }));
  const saved = stateOfView(suspended, shape).state;

  it('is written in full, so that a link means the same when the view is changed or not visible [views 2]', () => {
    expect(encodeListUrl(saved)).toEqual({ view: id, state: 'SUSPENDED', sort: 'name' });
    expect(read(saved)).toEqual(saved);
  });

  it('is distinguished from a view that was cleared', () => {
    const emptied = { ...withFilter(saved, 'state', null), sort: null };
    expect(encodeListUrl(emptied)).toEqual({ view: id, q: '' });
    expect(read(emptied)).toEqual(emptied);
    expect(encodeListUrl({ ...INITIAL_LIST_STATE, view: 'all' })).toEqual({ view: 'all' });
  });

  it.each(['x', '0190F3A1', `${id}0`, '../admin'])('is not %j', (text) => {
    expect(decodeListUrl(new URLSearchParams({ view: text }), shape).problems).toEqual([
      { kind: 'damaged', key: 'view' },
    ]);
  });

  it('is modified by another filter, order or column, not by a page or a page size', () => {
    const modified = (state: ListState, keys = shown) => isModified(state, keys, suspended, shape, columns);
    expect(modified(saved)).toBe(false);
    expect(modified({ ...saved, position: { kind: 'last' }, size: 50 })).toBe(false);
    expect(modified(withFilter(saved, 'state', null))).toBe(true);
    expect(modified({ ...saved, search: 'ann' })).toBe(true);
    expect(modified({ ...saved, sort: null })).toBe(true);
    expect(modified(saved, ['name', 'email', 'number'])).toBe(true);
  });
});
