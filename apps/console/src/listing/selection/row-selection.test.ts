import { JOB_LIMITS } from '@backcounter/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asksToKeep,
  countOfEarlier,
  countSelected,
  isRowSelected,
  keepSelection,
  NO_SELECTION,
  type Question,
  questionOf,
  type RowSelection,
  selectAllMatching,
  setRows,
  toListSelection,
} from './row-selection.ts';

const COUNTED_AT = '2026-11-21T12:00:00.000Z';
const NOW = '2026-11-21T12:00:05.000Z';
const text = (value: string) => ({ kind: 'text' as const, text: value });
const all = questionOf({ filters: {}, search: '' });
const other = questionOf({ filters: { area: text('x') }, search: 'Ana' });
const rowsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_each, index) => ({ id: `r${from + index}`, createdAt: '2026-01-01T00:00:00.000Z' }));
const pick = (count: number, selection: RowSelection = NO_SELECTION, question: Question = all) =>
  setRows(selection, rowsOf(count), true, question, NOW).selection;
const matching = (value: number, kind: 'EXACT' | 'ESTIMATE' | 'LOWER_BOUND' = 'EXACT') =>
  selectAllMatching(all, { kind, value, countedAt: COUNTED_AT });

describe('a query', () => {
  test('is the same whatever the order of its filters and the spaces around its search', () => {
    const one = questionOf({ filters: { a: text('1'), b: text('2') }, search: ' Ana ' });
    const two = questionOf({ filters: { b: text('2'), a: text('1') }, search: 'Ana' });
    expect(one.key).toBe(two.key);
    expect(one.key).not.toBe(questionOf({ filters: { a: text('1') }, search: 'Ana' }).key);
  });
});

describe('rows picked one by one', () => {
  test('are sent as ids, and nothing else', () => {
    expect(toListSelection(pick(2) as never, () => ({ never: true }))).toEqual({
      filter: null,
      search: null,
      ids: ['r0', 'r1'],
      exclusions: null,
      upTo: null,
    });
  });

  test('are limited to the API’s maximum; a gesture beyond that changes nothing', () => {
    const full = pick(JOB_LIMITS.selectionIdsMax);
    const step = setRows(full, rowsOf(1, JOB_LIMITS.selectionIdsMax), true, all, NOW);
    expect(step).toEqual({ selection: full, problem: 'too-many-picked' });
    expect(setRows(full, rowsOf(1), true, all, NOW).problem).toBeNull();
  });

  test('end with the last one', () => {
    expect(setRows(pick(2), rowsOf(2), false, all, NOW).selection).toEqual(NO_SELECTION);
  });
});

describe('all that match', () => {
  test('are a rule with an upper bound, except for the deselected rows', () => {
    const { selection } = setRows(matching(12_431), rowsOf(2), false, all, NOW);
    expect(countSelected(selection)).toEqual({ kind: 'EXACT', value: 12_429 });
    expect(toListSelection(selection as never, () => ({ state: { in: ['ACTIVE'] } }))).toEqual({
      filter: { state: { in: ['ACTIVE'] } },
      search: null,
      ids: null,
      exclusions: ['r0', 'r1'],
      upTo: COUNTED_AT,
    });
  });

  test('have no number for an estimate, and a minimum where that is known [bulk 2]', () => {
    expect(countSelected(matching(186_000, 'ESTIMATE'))).toBeNull();
    const { selection } = setRows(matching(10_000, 'LOWER_BOUND'), rowsOf(2), false, all, NOW);
    expect(countSelected(selection)).toEqual({ kind: 'LOWER_BOUND', value: 9_998 });
  });

  test('do not include a row that was created since, which cannot be added either', () => {
    const late = { id: 'late', createdAt: NOW };
    const selection = matching(3);
    expect(isRowSelected(selection, late, all)).toBe(false);
    expect(setRows(selection, [late], true, all, NOW)).toEqual({ selection, problem: 'created-later' });
    const page = setRows(selection, [late, ...rowsOf(1)], false, all, NOW);
    expect(toListSelection(page.selection as never, () => null).exclusions).toEqual(['r0']);
  });

  test('exclude at most as many as the API takes', () => {
    const max = JOB_LIMITS.selectionExclusionsMax;
    const { selection } = setRows(matching(12_431), rowsOf(max), false, all, NOW);
    expect(setRows(selection, rowsOf(1, max), false, all, NOW)).toEqual({ selection, problem: 'too-many-excluded' });
  });

  test('end when every row is deselected', () => {
    expect(setRows(matching(3), rowsOf(3), false, all, NOW).selection).toEqual(NO_SELECTION);
  });
});

describe('another filter', () => {
  test.each([
    ['picked rows', pick(2)],
    ['a rule', matching(5)],
  ])('asks what becomes of %s, once [ux 10]', (_name, selection) => {
    expect(asksToKeep(selection, all)).toBe(false);
    expect(asksToKeep(selection, other)).toBe(true);
    const kept = keepSelection(selection);
    expect(asksToKeep(kept, other)).toBe(false);
    expect(countOfEarlier(kept, other)).toEqual(countSelected(selection));
    expect(countOfEarlier(kept, all)).toEqual({ kind: 'EXACT', value: 0 });
  });

  test('keeps picked rows beside new ones, and asks again for those', () => {
    const kept = keepSelection(pick(2));
    const { selection } = setRows(kept, rowsOf(1, 7), true, other, NOW);
    expect(countSelected(selection)?.value).toBe(3);
    expect(countOfEarlier(selection, other)?.value).toBe(2);
    expect(asksToKeep(selection, other)).toBe(false);
    expect(asksToKeep(selection, all)).toBe(true);
  });

  test('locks a kept rule, because it is unknown which rows on screen it includes', () => {
    const kept = keepSelection(matching(5));
    expect(setRows(kept, rowsOf(1), true, other, NOW)).toEqual({ selection: kept, problem: 'of-earlier-question' });
    expect(isRowSelected(kept, rowsOf(1)[0] as never, other)).toBe(false);
  });
});

/** A model: 60 rows, of which each query matches some; the API's result for a selection is computed independently. */
describe('after any clicks', () => {
  const world = Array.from({ length: 60 }, (_each, index) => ({
    id: `w${index}`,
    // One row in ten was created after the count.
    createdAt: index % 10 === 9 ? '2026-11-21T12:30:00.000Z' : '2026-01-01T00:00:00.000Z',
    group: index % 3,
  }));
  const questions = [0, 1, 2, null].map((group) =>
    questionOf({ filters: group === null ? {} : { area: text(String(group)) }, search: '' }),
  );
  const matches = (question: Question, row: (typeof world)[number]) => {
    const value = question.filters['area'];
    return value?.kind !== 'text' || value.text === String(row.group);
  };
  const meantBy = (api: ReturnType<typeof toListSelection>): Set<string> => {
    if (api.ids) return new Set(api.ids);
    const filter = api.filter as { group: string } | null;
    const upTo = Date.parse(api.upTo ?? '');
    return new Set(
      world
        .filter(({ group }) => filter === null || filter.group === String(group))
        .filter(({ createdAt }) => Date.parse(createdAt) <= upTo)
        .filter(({ id }) => !api.exclusions?.includes(id))
        .map(({ id }) => id),
    );
  };
  const filterInput = (filters: Question['filters']) => {
    const value = filters['area'];
    return value?.kind === 'text' ? { group: value.text } : null;
  };
  const gesture = fc.oneof(
    fc.record({ kind: fc.constant('toggle' as const), index: fc.nat(59), isOn: fc.boolean() }),
    fc.record({ kind: fc.constant('page' as const), start: fc.nat(50), isOn: fc.boolean() }),
    fc.record({ kind: fc.constant('all' as const) }),
    fc.record({ kind: fc.constant('ask' as const), question: fc.nat(3), isKept: fc.boolean() }),
  );

  test('the bar counts exactly the rows that the API gets, and marks them [bulk 2]', () => {
    fc.assert(
      fc.property(fc.array(gesture, { maxLength: 30 }), (gestures) => {
        let selection: RowSelection = NO_SELECTION;
        let question = questions[3] as Question;
        for (const each of gestures) {
          const onScreen = world.filter((row) => matches(question, row));
          if (each.kind === 'toggle') {
            selection = setRows(
              selection,
              onScreen.slice(each.index, each.index + 1),
              each.isOn,
              question,
              NOW,
            ).selection;
          } else if (each.kind === 'page') {
            const rows = onScreen.slice(each.start, each.start + 10);
            selection = setRows(selection, rows, each.isOn, question, NOW).selection;
          } else if (each.kind === 'all') {
            const value = onScreen.filter(({ createdAt }) => createdAt <= COUNTED_AT).length;
            selection = selectAllMatching(question, { kind: 'EXACT', value, countedAt: COUNTED_AT });
          } else {
            question = questions[each.question] as Question;
            if (asksToKeep(selection, question)) selection = each.isKept ? keepSelection(selection) : NO_SELECTION;
          }
          const count = countSelected(selection)?.value;
          if (selection.kind === 'none') {
            expect(count).toBe(0);
            continue;
          }
          const meant = meantBy(toListSelection(selection, filterInput));
          expect(count).toBe(meant.size);
          expect(meant.size).toBeGreaterThan(0);
          const isUnknown = selection.kind === 'rule' && selection.question.key !== question.key;
          for (const row of world.filter((one) => matches(question, one))) {
            expect(isRowSelected(selection, row, question)).toBe(!isUnknown && meant.has(row.id));
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
