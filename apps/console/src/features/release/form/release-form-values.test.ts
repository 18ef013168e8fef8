import { expect, it } from 'vitest';
import {
  byKey,
  currentTerms,
  layoutOf,
  newReleaseValues,
  releaseFormValues,
  releaseInput,
  releasePatch,
  withChangeAt,
  withListAt,
} from './release-form-values.ts';

const RELEASE = {
  number: '1.2.0',
  date: '2026-02-03T09:00:00.000Z',
  changeLists: [
    {
      id: 'l1',
      title: 'Accounts',
      changes: [
        { id: 'c1', type: 'BUG' as const, title: 'One', description: 'First' },
        { id: 'c2', type: 'FEATURE' as const, title: 'Two', description: 'Second' },
      ],
    },
    { id: 'l2', title: 'Lists', changes: [] },
  ],
};
const LAYOUT = [
  { key: 'l1', changes: ['c1', 'c2', 'c3'] },
  { key: 'l2', changes: ['d1'] },
];

it('a release goes into the form and back', () => {
  const values = releaseFormValues(RELEASE);
  expect(releaseInput(values)).toEqual({ ...RELEASE, date: '2026-02-03T12:00:00.000Z' });
  // An untouched date keeps its time.
  expect(releasePatch(values, values)).toEqual({});
  expect(releasePatch({ ...values, day: '2026-02-04' }, values)).toEqual({ date: '2026-02-04T12:00:00.000Z' });
  expect(releasePatch({ ...values, 'text.c2': ' Other ' }, values).changeLists?.[0]?.changes[1]?.description).toBe(
    'Other',
  );
});

it('new lists and changes have no id', () => {
  expect(releaseInput({ ...newReleaseValues('2026-02-03'), number: '1.0.0' }).changeLists).toEqual([
    { title: '', changes: [{ type: 'FEATURE', title: '', description: '' }] },
  ]);
});

it.each([
  [0, 3, ['c2', 'c3', 'c1'], ['d1']],
  [0, 2, ['c2', 'c1', 'c3'], ['d1']],
  [0, 0, ['c1', 'c2', 'c3'], ['d1']],
  [1, 0, ['c2', 'c3'], ['c1', 'd1']],
  [1, 1, ['c2', 'c3'], ['d1', 'c1']],
])('a change is put into list %i before place %i', (list, at, first, second) => {
  expect(withChangeAt(LAYOUT, 'c1', list, at).map(({ changes }) => changes)).toEqual([first, second]);
});

it('a list is put before another one', () => {
  expect(withListAt(LAYOUT, 0, 2).map(({ key }) => key)).toEqual(['l2', 'l1']);
  expect(withListAt(LAYOUT, 1, 0).map(({ key }) => key)).toEqual(['l2', 'l1']);
  expect(withListAt(LAYOUT, 0, 0)).toEqual(LAYOUT);
});

it('problems reported by the server map to their fields', () => {
  const values = releaseFormValues(RELEASE);
  const fields = {
    number: 1,
    date: 2,
    'changeLists.0.title': 3,
    'changeLists.0.changes.1.description': 4,
    'input.changeLists.0.changes.0.title': 5,
    'changeLists.1.changes': 6,
    changeLists: 7,
  };
  expect(byKey(fields, values)).toEqual({
    number: 1,
    day: 2,
    'list.l1': 3,
    'text.c2': 4,
    'title.c1': 5,
    'list.l2': 6,
    layout: 7,
  });
});

it('the stored values are converted to form values', () => {
  const terms = currentTerms({ ...RELEASE, version: 3 });
  expect(terms).toMatchObject({
    version: 3,
    number: '1.2.0',
    day: '2026-02-03',
    list: { l1: 'Accounts', l2: 'Lists' },
  });
  expect(layoutOf(terms as never)).toEqual([
    { key: 'l1', changes: ['c1', 'c2'] },
    { key: 'l2', changes: [] },
  ]);
});
