import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilterValue } from '../filter/filter-value.ts';
import {
  decodeListUrl,
  encodeListUrl,
  INITIAL_LIST_STATE,
  isNarrowed,
  type ListPosition,
  type ListState,
  type ListUrlShape,
  nextSort,
  RESERVED_KEYS,
  restrict,
  withFilter,
} from './list-url.ts';

const shape: ListUrlShape = {
  filters: {
    state: 'set',
    country: 'set',
    pushConsent: 'flag',
    lastSeen: 'instant',
    created: 'instant',
    points: 'number',
  },
  sorts: ['created', 'name', 'last-seen'],
  columns: ['name', 'number', 'email', 'created'],
  sizes: [25, 50, 100],
  kinds: ['timeline', 'calendar'],
};

const code = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/).filter((text) => text !== 'not');
const minutes = fc.integer({ min: 0, max: 66_666_666 }).map((minute) => new Date(minute * 60_000).toISOString());
const setFilter: fc.Arbitrary<FilterValue> = fc.record({
  kind: fc.constant('set' as const),
  mode: fc.constantFrom('in' as const, 'notIn' as const),
  values: fc.uniqueArray(code, { minLength: 1, maxLength: 8 }),
});
const flagFilter: fc.Arbitrary<FilterValue> = fc.record({ kind: fc.constant('flag' as const), value: fc.boolean() });
const instantFilter: fc.Arbitrary<FilterValue> = fc
  .oneof(
    fc.integer({ min: 1, max: 3650 }).map((withinDays) => ({ withinDays })),
    fc.integer({ min: 1, max: 3650 }).map((olderThanDays) => ({ olderThanDays })),
    fc.integer({ min: 1, max: 3650 }).map((nextDays) => ({ nextDays })),
    fc.boolean().map((isEmpty) => ({ isEmpty })),
    fc.uniqueArray(minutes, { minLength: 2, maxLength: 2 }).map((ends) => {
      const [from = null, to = null] = [...ends].sort();
      return { from, to };
    }),
    minutes.map((from) => ({ from, to: null })),
    minutes.map((to) => ({ from: null, to })),
  )
  .map((range) => ({ kind: 'instant' as const, range }));
const ends = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 2 });
const numberFilter: fc.Arbitrary<FilterValue> = fc.tuple(ends, fc.boolean()).map(([chosen, isOpenAbove]) => {
  const [least = null, most = null] = chosen.toSorted((a, b) => a - b);
  if (chosen.length === 2) return { kind: 'number' as const, from: least, to: most };
  return { kind: 'number' as const, from: isOpenAbove ? least : null, to: isOpenAbove ? null : least };
});
const cursor = fc.stringMatching(/^[A-Za-z0-9_-]{1,80}$/);
const position: fc.Arbitrary<ListPosition> = fc.oneof(
  fc.constant({ kind: 'first' as const }),
  fc.constant({ kind: 'last' as const }),
  minutes.map((instant) => ({ kind: 'date' as const, instant })),
  fc.record({
    kind: fc.constantFrom('after' as const, 'before' as const),
    cursor,
    firstRow: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
  }),
);
const state: fc.Arbitrary<ListState> = fc.record({
  view: fc.option(fc.oneof(fc.constant('all'), fc.uuid())),
  search: fc.string({ maxLength: 40 }),
  filters: fc
    .record(
      {
        state: setFilter,
        country: setFilter,
        pushConsent: flagFilter,
        lastSeen: instantFilter,
        created: instantFilter,
        points: numberFilter,
      },
      { requiredKeys: [] },
    )
    .map((filters) => ({ ...filters })),
  sort: fc.option(
    fc.record({ key: fc.constantFrom(...shape.sorts), direction: fc.constantFrom('ASC' as const, 'DESC' as const) }),
  ),
  size: fc.option(fc.constantFrom(...shape.sizes)),
  kind: fc.constantFrom(null, 'timeline' as const, 'calendar' as const),
  columns: fc.option(fc.shuffledSubarray([...shape.columns], { minLength: 1 })),
  position,
});

/** The parameters that a colleague's browser reads from the same URL. */
const throughAddress = (params: Record<string, string>) => new URLSearchParams(new URLSearchParams(params).toString());

describe('list state in the address', () => {
  it('is restored exactly, for every state', () => {
    fc.assert(
      fc.property(state, (original) => {
        const { state: read, problems } = decodeListUrl(throughAddress(encodeListUrl(original)), shape);
        expect(problems).toEqual([]);
        expect(read).toEqual(original);
      }),
      { numRuns: 500 },
    );
  });

  it('writes nothing while everything is at its default [ux 3]', () => {
    expect(encodeListUrl(INITIAL_LIST_STATE)).toEqual({});
  });

  it('needs no escaping for filters', () => {
    const params = encodeListUrl({
      ...INITIAL_LIST_STATE,
      filters: {
        state: { kind: 'set', mode: 'notIn', values: ['ERASED', 'CLOSED'] },
        lastSeen: { kind: 'instant', range: { withinDays: 30 } },
        created: { kind: 'instant', range: { from: '2025-01-31T23:00:00.000Z', to: null } },
      },
      sort: { key: 'created', direction: 'DESC' },
    });
    expect(new URLSearchParams(params).toString()).toBe(
      'created=20250131T2300Z..&lastSeen=30d&state=not.ERASED.CLOSED&sort=-created',
    );
  });

  it('never throws and never invents rows for any address', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
        const { state: read } = decodeListUrl(new URLSearchParams(pairs), shape);
        expect(Object.keys(shape.filters)).toEqual(expect.arrayContaining(Object.keys(read.filters)));
      }),
    );
  });

  it.each([
    ['badges=5..9', 'unknown', 'badges'],
    ['__proto__=x', 'unknown', '__proto__'],
    ['constructor=x', 'unknown', 'constructor'],
    ['state=', 'damaged', 'state'],
    ['state=not', 'damaged', 'state'],
    ['state=A%20B', 'damaged', 'state'],
    ['pushConsent=maybe', 'damaged', 'pushConsent'],
    ['created=20250231T0000Z..', 'damaged', 'created'],
    ['created=20250201T0000Z..20250101T0000Z', 'damaged', 'created'],
    ['created=..', 'damaged', 'created'],
    ['lastSeen=0d', 'damaged', 'lastSeen'],
    ['sort=points', 'damaged', 'sort'],
    ['size=7', 'damaged', 'size'],
    ['size=999999', 'damaged', 'size'],
    ['cols=name.shoeSize', 'damaged', 'cols'],
    ['from=-1', 'damaged', 'from'],
    ['at=never', 'damaged', 'at'],
  ])('says what is wrong with ?%s', (query, kind, key) => {
    const { state: read, problems } = decodeListUrl(new URLSearchParams(query), shape);
    expect(problems).toEqual([{ kind, key }]);
    expect(read).toEqual(INITIAL_LIST_STATE);
  });

  it('does not let the same filter, added twice, silently override itself [trap 6]', () => {
    const { state: read, problems } = decodeListUrl(new URLSearchParams('state=ACTIVE&state=CLOSED'), shape);
    expect(problems).toEqual([{ kind: 'repeated', key: 'state' }]);
    expect(read.filters).toEqual({});
  });

  it('keeps digits of a search as they were typed', () => {
    for (const search of ['007', '1e5', 'true', '1402317', ' a ']) {
      const params = throughAddress(encodeListUrl({ ...INITIAL_LIST_STATE, search }));
      expect(decodeListUrl(params, shape).state.search).toBe(search);
    }
  });

  it('shares no key between filters and its own parameters', () => {
    expect(Object.keys(shape.filters).filter((key) => (RESERVED_KEYS as readonly string[]).includes(key))).toEqual([]);
  });
});

describe('changes of the state', () => {
  const paged: ListState = { ...INITIAL_LIST_STATE, position: { kind: 'after', cursor: 'abc', firstRow: 26 } };

  it('returns to the first page when the query changes, because a cursor belongs to one query', () => {
    const changed = withFilter(paged, 'state', { kind: 'set', mode: 'in', values: ['ACTIVE'] });
    expect(changed.position).toEqual({ kind: 'first' });
    expect(withFilter(changed, 'state', null).filters).toEqual({});
  });

  it('sorts ascending, descending, then not at all', () => {
    const first = nextSort(null, 'name');
    const second = nextSort(first, 'name');
    expect([first, second, nextSort(second, 'name')]).toEqual([
      { key: 'name', direction: 'ASC' },
      { key: 'name', direction: 'DESC' },
      null,
    ]);
    expect(nextSort(second, 'created')).toEqual({ key: 'created', direction: 'ASC' });
  });

  it('removes parts that the person may not use, and reports them', () => {
    const { state: read } = decodeListUrl(
      new URLSearchParams('state=ACTIVE&pushConsent=yes&sort=name&after=abc'),
      shape,
    );
    const result = restrict(read, { filters: new Set(['state']), sorts: new Set(['created']) });
    expect(result.problems).toEqual([
      { kind: 'forbidden', key: 'pushConsent' },
      { kind: 'forbidden', key: 'sort' },
    ]);
    expect(Object.keys(result.state.filters)).toEqual(['state']);
    expect(result.state.sort).toBeNull();
    expect(result.state.position).toEqual({ kind: 'first' });
  });

  it('distinguishes an empty list from an empty result [ux 7]', () => {
    expect(isNarrowed({ ...INITIAL_LIST_STATE, search: '  ' })).toBe(false);
    expect(isNarrowed({ ...INITIAL_LIST_STATE, search: 'x' })).toBe(true);
    expect(isNarrowed(withFilter(INITIAL_LIST_STATE, 'pushConsent', { kind: 'flag', value: false }))).toBe(true);
  });
});
