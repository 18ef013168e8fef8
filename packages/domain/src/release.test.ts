import { expect, test } from 'vitest';
import { isReleaseComplete, nextNumbers, RELEASE_LIMITS, releaseFields, releaseProblems } from './release.ts';

const change = { type: 'BUG' as const, title: 'Title', description: 'Text' };
const release = {
  number: '1.2.0',
  date: new Date('2026-02-03T12:00:00Z'),
  changeLists: [{ title: 'Accounts', changes: [change] }],
};
const rulesOf = (more: object) =>
  releaseFields
    .safeParse({ ...release, ...more })
    .error?.issues.map(({ path, message, code }) => [path.join('.'), code, message]) ?? [];

test.each(['1.2', 'v1.2.3', '01.2.3', '1.2.3-', '1.2.3-01', '1.2.3+', '1.2.3-a..b', '١.٢.٣'])(
  '%s is not a number',
  (number) => {
    expect(rulesOf({ number })).toEqual([['number', 'invalid_format', 'semver']]);
  },
);

test.each(['0.0.1', ' 1.2.3 ', '1.2.3-rc.1+build.5', '99999999999999999999.0.0'])('%j is a number', (number) => {
  expect(rulesOf({ number })).toEqual([]);
});

test('a date is in this century', () => {
  for (const date of ['1999-12-31T23:59:59Z', '2100-01-01T00:00:00Z'])
    expect(rulesOf({ date: new Date(date) })).toEqual([['date', 'custom', 'date']]);
});

test('problems are reported at the text of the change that has them', () => {
  const lists = [{ title: 'A', changes: [change, { ...change, title: ' ', description: 'x\u0000' }] }];
  expect(rulesOf({ changeLists: lists }).map(([path]) => path)).toEqual([
    'changeLists.0.changes.1.title',
    'changeLists.0.changes.1.description',
  ]);
});

test.each([
  ['only a sign without a shape', '\u200b', false],
  ['an override of direction', 'safe\u202eexe', false],
  ['a mark of direction', '\u200fمرحبا', true],
])('a title may be %s: %j is %s', (_what, title, isFine) => {
  expect(rulesOf({ changeLists: [{ title, changes: [change] }] })).toEqual(
    isFine ? [] : [['changeLists.0.title', 'custom', 'characters']],
  );
});

test('lists and changes are limited to a readable number', () => {
  const many = (lists: number, changes: number) =>
    releaseProblems({
      changeLists: Array.from({ length: lists }, () => ({ title: 'A', changes: Array(changes).fill(change) })),
    });
  expect(many(RELEASE_LIMITS.listsMax, 10)).toEqual({});
  expect(many(RELEASE_LIMITS.listsMax + 1, 1)).toEqual({ changeLists: [{ rule: 'too-many' }] });
  expect(many(2, RELEASE_LIMITS.changesMax)).toEqual({ 'changeLists.1.changes': [{ rule: 'too-many' }] });
});

test('a published release has changes in each list', () => {
  expect(isReleaseComplete([])).toBe(false);
  expect(isReleaseComplete([{ changes: [change] }, { changes: [] }])).toBe(false);
  expect(isReleaseComplete([{ changes: [change] }])).toBe(true);
});

test.each([
  [null, '0.0.1', '0.1.0', '1.0.0'],
  ['3.2.1', '3.2.2', '3.3.0', '4.0.0'],
  ['3.2.1+build', '3.2.2', '3.3.0', '4.0.0'],
  ['4.0.0-rc.2', '4.0.0', '4.1.0', '5.0.0'],
  ['99999999999999999999.0.0', '99999999999999999999.0.1', '99999999999999999999.1.0', '100000000000000000000.0.0'],
])('after %s', (number, patch, minor, major) => {
  expect(nextNumbers(number)).toEqual({ patch, minor, major });
});
