import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rank, rankAll } from './palette-rank.ts';

const page = (title: string, words = '') => ({ title, words });
const PAGES = [
  page('Dashboard', 'figures'),
  page('Accounts', 'customers people'),
  page('Topics'),
  page('Topic categories'),
  page('Badges', 'awards'),
  page('Badge categories'),
  page('Config', 'settings'),
  page('Ōsaka stores'),
];
const titles = (query: string) => rankAll(query, PAGES).map(({ entry }) => entry.title);
const marked = (query: string, title: string) =>
  rank(query, title)?.ranges.map(([from, to]) => title.slice(from, to)) ?? null;

test('a soft hyphen is not a letter of a word', () => {
  expect(rank('abzeichenkat', 'Abzeichen\u00adkategorien')?.ranges).toEqual([[0, 13]]);
});

describe('order', () => {
  test.each([
    ['topics', ['Topics']],
    ['top', ['Topics', 'Topic categories']],
    ['cat', ['Topic categories', 'Badge categories']],
    ['tc', ['Topic categories']],
    ['badge cat', ['Badge categories']],
    ['cat badge', ['Badge categories']],
    ['customer', ['Accounts']],
    ['settings', ['Config']],
    ['ount', ['Accounts']],
    ['osaka', ['Ōsaka stores']],
    ['ÖSAKA', ['Ōsaka stores']],
    ['zebra', []],
    ['topics zebra', []],
  ])('%s', (query, expected) => {
    expect(titles(query)).toEqual(expected);
  });

  test('a full title ranks above a prefix, a prefix above the middle, that above a synonym', () => {
    const entries = [page('Store', 'top'), page('On top'), page('Topics'), page('Top')];
    expect(rankAll('top', entries).map(({ entry }) => entry.title)).toEqual(['Top', 'Topics', 'On top', 'Store']);
  });

  test('one typo is tolerated in words of four letters and more, if nothing matches exactly', () => {
    for (const query of ['acounts', 'acccounts', 'accuonts', 'axcounts']) expect(titles(query)).toEqual(['Accounts']);
    expect(titles('custmoers')).toEqual(['Accounts']);
    expect(titles('axxounts')).toEqual([]);
    expect(titles('cnf')).toEqual([]);
    // "Topics" is one letter from "Topic c…", but matches exactly.
    expect(titles('topics')).toEqual(['Topics']);
  });

  test('a number never matches another one', () => {
    expect(rank('140231', 'Account 1402317')).not.toBeNull();
    expect(rank('1402318', 'Account 1402317')).toBeNull();
  });

  test('an empty query matches everything, in its order', () => {
    expect(titles(' ')).toEqual(PAGES.map(({ title }) => title));
  });

  test('punctuation alone matches nothing', () => {
    expect(titles('%_\\*')).toEqual([]);
  });
});

describe('marks', () => {
  test.each([
    ['acc', 'Accounts', ['Acc']],
    ['cat', 'Topic categories', ['cat']],
    ['tc', 'Topic categories', ['T', 'c']],
    ['badge cat', 'Badge categories', ['Badge cat']],
    ['cat bad', 'Badge categories', ['Bad', 'cat']],
    ['osaka', 'Ōsaka stores', ['Ōsaka']],
    ['stores', 'Ōsaka stores', ['stores']],
    ['ﬁ', 'ﬁles', ['ﬁ']],
    ['احمد', 'أحمد علي', ['أحمد']],
    ['a', '🙂 anna', ['a']],
    [' !', ' ! ', ['!']],
  ])('%s in %s', (query, title, expected) => {
    expect(marked(query, title)).toEqual(expected);
  });

  test('are parts of the title, in order and without overlap, for any query', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        fc.string(),
        (query, title, synonyms) => {
          let end = 0;
          for (const [from, to] of rank(query, title, synonyms)?.ranges ?? []) {
            expect(from).toBeGreaterThanOrEqual(end);
            expect(to).toBeGreaterThanOrEqual(from);
            expect(to).toBeLessThanOrEqual(title.length);
            end = to;
          }
        },
      ),
    );
  });

  test('a title matches itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (title) => {
        expect(rank(title, title)).not.toBeNull();
      }),
    );
  });
});
