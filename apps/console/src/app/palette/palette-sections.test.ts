import { expect, test } from 'vitest';
import { type PaletteEntry, PLAIN } from './palette-entry.ts';
import { arrangeSections, paletteSections } from './palette-sections.ts';

const entry = (title: string, href: string, words = ''): PaletteEntry => ({
  ...PLAIN,
  id: href,
  title,
  words,
  deed: { kind: 'go', href },
});
const ENTRIES = {
  actions: [],
  recent: [entry('Pancakes', '/campaigns/pancakes')],
  pages: [
    entry('Giveaways', '/giveaways', 'prizes winners'),
    entry('Stores', '/stores'),
    entry('Campaigns', '/campaigns'),
  ],
  settings: [],
};
const found = (...entries: readonly PaletteEntry[]) => ({
  key: 'found',
  lines: entries.map((each) => ({ entry: each })),
});
const titles = (text: string, records: readonly PaletteEntry[], isPending = false) =>
  arrangeSections(paletteSections(text, ENTRIES), [found(...records)], isPending).map(({ lines }) =>
    lines.map((line) => line.entry.title),
  );
const LIGHTS = entry('Winter lights', '/campaigns/lights');

test('records rank above pages that match only with a typo, whatever the server returns', () => {
  expect(titles('winter', [LIGHTS])).toEqual([['Winter lights'], ['Giveaways']]);
  expect(titles('winter', [])).toEqual([[], ['Giveaways']]);
});

test('matches with typos wait for the answer, so that no record is inserted above them', () => {
  expect(titles('winter', [], true)).toEqual([[]]);
  expect(titles('winter', [LIGHTS], true)).toEqual([['Winter lights']]);
});

test('exact matches are shown immediately and remain above records', () => {
  expect(titles('stor', [], true)).toEqual([['Stores'], []]);
  expect(titles('stor', [entry('Storm', '/stores/storm')])).toEqual([['Stores'], ['Storm']]);
});

test('a record has one entry: among the recent ones, or where it matches exactly', () => {
  const pancakes = entry('Pancakes', '/campaigns/pancakes');
  expect(titles('pancakes', [pancakes])).toEqual([['Pancakes'], []]);
  expect(titles('pabcakes', [pancakes])).toEqual([['Pancakes'], []]);
});
