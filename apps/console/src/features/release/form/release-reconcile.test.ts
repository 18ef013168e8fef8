import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRecords, resolveMerge } from '../../../records/form/record-merge.ts';
import {
  contentInput,
  contentValues,
  LAYOUT,
  type ListTerms,
  layoutOf,
  layoutText,
  type ReleaseValues,
  withoutParts,
} from './release-form-values.ts';
import { reconcileLists } from './release-reconcile.ts';

const change = (id: string, title = id) => ({ id, type: 'BUG' as const, title, description: `About ${title}` });
const list = (id: string, ...changes: ReturnType<typeof change>[]): ListTerms => ({ id, title: id, changes });
const form = (...lists: ListTerms[]): ReleaseValues => ({ number: null, day: null, ...contentValues(lists) });
const BASE = form(list('A', change('a'), change('b'), change('c')), list('B', change('d')));

/** Form values after a conflict that was resolved with the person's own texts. */
function merged(mine: ReleaseValues, theirs: ReleaseValues, base = BASE): ReleaseValues {
  const sides = reconcileLists(base, mine, theirs);
  const merge = mergeRecords(base, sides.mine, sides.theirs);
  return resolveMerge(sides.mine, merge, Object.fromEntries(merge.conflicts.map(({ field }) => [field, 'mine'])));
}
const outline = (values: ReleaseValues) =>
  contentInput(values).map(({ title, changes }) => [title, ...changes.map((each) => each.title)].join(' '));
const without = (values: ReleaseValues, lists: readonly string[], changes: readonly string[]): ReleaseValues => ({
  ...values,
  ...withoutParts(lists, changes),
  [LAYOUT]: layoutText(
    layoutOf(values)
      .filter(({ key }) => !lists.includes(key))
      .map((each) => ({ ...each, changes: each.changes.filter((key) => !changes.includes(key)) })),
  ),
});

describe('two people at one release', () => {
  it('add different things, and both are there', () => {
    const mine = form(list('A', change('a'), change('mine'), change('b'), change('c')), list('B', change('d')));
    const theirs = form(
      list('A', change('a'), change('b'), change('c')),
      list('T', change('t')),
      list('B', change('d'), change('theirs')),
    );
    expect(outline(merged(mine, theirs))).toEqual(['A a mine b c', 'T t', 'B d theirs']);
  });

  it('move different changes, and both are where they were put', () => {
    const mine = form(list('A', change('b'), change('c')), list('B', change('d'), change('a')));
    const theirs = form(list('A', change('a'), change('b')), list('B', change('c'), change('d')));
    expect(outline(merged(mine, theirs))).toEqual(['A b', 'B c d a']);
  });

  it('lose nothing that the other one has rewritten [releases 3]', () => {
    const mine = { ...BASE, 'text.b': 'My words', 'list.B': 'My list' };
    const theirs = without(BASE, ['B'], ['b', 'd']);
    const kept = merged(mine, theirs);
    expect(outline(kept)).toEqual(['A a b c', 'My list']);
    expect(kept['text.b']).toBe('My words');
    expect(kept['type.b']).toBe('BUG');
  });

  it('remove a list or change that no one else touched', () => {
    const mine = without(BASE, [], ['a']);
    const theirs = without(BASE, ['B'], ['d']);
    expect(outline(merged(mine, theirs))).toEqual(['A b c']);
  });

  it('keep a list that one removed while the other one put something into it', () => {
    const mine = without(BASE, ['B'], ['d']);
    const theirs = form(list('A', change('a'), change('b'), change('c')), list('B', change('d'), change('new')));
    expect(outline(merged(mine, theirs))).toEqual(['A a b c', 'B new']);
  });

  it('start from nothing on one side', () => {
    const empty = form();
    expect(outline(merged(empty, form(list('T', change('t'))), empty))).toEqual(['T t']);
  });

  it('never lose or double anything, whatever they do to the order [releases 3]', () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    const layouts = fc
      .tuple(fc.shuffledSubarray(keys, { minLength: keys.length }), fc.nat(keys.length), fc.boolean())
      .map(([order, cut, isSwapped]) => {
        const lists = [
          list('A', ...order.slice(0, cut).map((key) => change(key))),
          list('B', ...order.slice(cut).map((key) => change(key))),
        ];
        return form(...(isSwapped ? lists.reverse() : lists));
      });
    fc.assert(
      fc.property(layouts, layouts, layouts, (base, mine, theirs) => {
        const result = layoutOf(merged(mine, theirs, base));
        expect(result.flatMap(({ changes }) => changes).sort()).toEqual(keys);
        expect(result.map(({ key }) => key).sort()).toEqual(['A', 'B']);
      }),
    );
  });

  it('agree when one of them changed nothing', () => {
    const mine = form(list('B', change('d'), change('b')), list('A', change('c'), change('a')));
    expect(outline(merged(mine, BASE))).toEqual(outline(mine));
    expect(outline(merged(BASE, mine))).toEqual(outline(mine));
  });
});
