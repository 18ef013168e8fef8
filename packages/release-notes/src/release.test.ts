import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReleases } from './release.ts';

const change = (more: object = {}) => ({ id: 'c', type: 'BUG', title: 'T', description: 'D', ...more });
const release = (more: object = {}) => ({
  id: 'r',
  version: '1.0.0',
  date: '2026-11-20',
  changeLists: [{ id: 'l', title: 'L', changes: [change()] }],
  ...more,
});

test('a list of releases is read in the order of the provider [spec 3.2]', () => {
  const { releases, leftOut } = readReleases([release({ id: 2 }), release({ id: 'a', date: 1_763_596_800_000 })]);
  expect(releases.map(({ id, date }) => [id, date])).toEqual([
    ['2', '2026-11-20'],
    ['a', 1_763_596_800_000],
  ]);
  expect(releases[0]?.changeLists).toEqual([{ title: 'L', changes: [{ type: 'BUG', title: 'T', description: 'D' }] }]);
  expect(leftOut).toBe(0);
});

test.each([
  ['null', null],
  ['an object', {}],
  ['a text', 'releases'],
  ['a list of texts', ['6.14.0']],
  ['a list with null', [null]],
  ['a release without an id', [release({ id: '' })]],
  ['a release without lists', [release({ changeLists: undefined })]],
  ['lists that are none', [release({ changeLists: 'none' })]],
  ['a list without changes', [release({ changeLists: [{ title: 'L' }] })]],
  ['changes that are texts', [release({ changeLists: [{ changes: ['fixed'] }] })]],
])('%s is refused', (_what, answer) => {
  expect(() => readReleases(answer)).toThrow(/is not a list of objects|has no id/);
});

test('a change of an unknown type is kept as type OTHER [popup 3]', () => {
  const changes = ['SECRET', '__proto__', 'bug', 1, null, undefined, 'IMPROVEMENT'].map((type) => change({ type }));
  const [list] = readReleases([release({ changeLists: [{ title: 'A', changes }] })]).releases[0]?.changeLists ?? [];
  expect(list?.changes.map(({ type }) => type)).toEqual([...Array(6).fill('OTHER'), 'IMPROVEMENT']);
});

test('a list without changes is skipped', () => {
  const changeLists = [
    { title: 'A', changes: [] },
    { title: 'B', changes: [change()] },
  ];
  expect(readReleases([release({ changeLists })]).releases[0]?.changeLists.map(({ title }) => title)).toEqual(['B']);
});

test('ten thousand changes are cut to a thousand, and the rest is counted', () => {
  const changeLists = Array.from({ length: 100 }, () => ({
    title: 'L',
    changes: Array.from({ length: 100 }, () => change()),
  }));
  const { releases, leftOut } = readReleases([release({ changeLists })]);
  expect(releases[0]?.changeLists.flatMap(({ changes }) => changes)).toHaveLength(1000);
  expect(leftOut).toBe(9000);
});

test('sixty releases are cut to fifty, and the changes of the others are counted', () => {
  const { releases, leftOut } = readReleases(Array.from({ length: 60 }, (_, id) => release({ id: `r${id}` })));
  expect(releases.map(({ id }) => id).at(-1)).toBe('r49');
  expect(leftOut).toBe(10);
});

test('texts are bounded, without control characters, lone surrogates and direction overrides', () => {
  const title = 'a\u0000b\u001b[31m\ud800c\u202egnp.exe\u202c';
  const description = `first\nsecond\tthird ${'x'.repeat(100_000)}`;
  const changes = [change({ title, description })];
  const read = readReleases([release({ changeLists: [{ changes }] })]).releases[0]?.changeLists[0]?.changes[0];
  expect(read?.title).toBe('ab[31m\ufffdcgnp.exe\u202c');
  expect(read?.description.startsWith('first\nsecond\tthird xxx')).toBe(true);
  expect(read?.description).toHaveLength(5001);
});

test('any JSON is parsed or refused with a reason, and the result is text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (answer) => {
      try {
        for (const { version } of readReleases(answer).releases) expect(version.isWellFormed()).toBe(true);
      } catch (error) {
        expect((error as Error).message).toMatch(/is not a list of objects|has no id/);
      }
    }),
  );
});

test('a text within the limit is kept, a longer one is cut, and surrounding whitespace is trimmed', () => {
  const versions = ['v'.repeat(300), 'v'.repeat(301), '  1.0.0 \n', 7, {}, null].map((version) => release({ version }));
  expect(readReleases(versions).releases.map(({ version }) => version)).toEqual([
    'v'.repeat(300),
    `${'v'.repeat(300)}…`,
    '1.0.0',
    '7',
    '',
    '',
  ]);
});

test('a date is a number or a text', () => {
  const dates = [1, '2026-09-20', {}, null].map((date) => release({ date }));
  expect(readReleases(dates).releases.map(({ date }) => date)).toEqual([1, '2026-09-20', '', '']);
});

test.each([
  ['the answer', {}],
  ['changeLists', [release({ changeLists: 'none' })]],
  ['changes', [release({ changeLists: [{}] })]],
])('an error names %s', (what, answer) => {
  expect(() => readReleases(answer)).toThrow(`${what} is not a list of objects`);
});

test('changes of omitted releases do not count towards the limit', () => {
  const changes = Array.from({ length: 990 }, () => change());
  const list = [release({ changeLists: [{ changes }] }), ...Array.from({ length: 59 }, () => release())];
  const { releases, leftOut } = readReleases(list);
  expect(releases.flatMap(({ changeLists }) => changeLists.flatMap((each) => each.changes))).toHaveLength(1000);
  expect([releases.length, leftOut]).toEqual([50, 49]);
});
