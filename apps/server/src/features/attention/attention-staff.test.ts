import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { attentionKit, createAttentionApp } from './testing/attention-kit.ts';

const { items, query } = attentionKit(() => test);
let test: TestApp;
beforeAll(async () => {
  test = await createAttentionApp();
  await query("insert into staff_user (sub, display_name) values ('staff-a', 'Ada')");
});
beforeEach(() => query('truncate staff_disclosure'));
afterAll(() => test.close());

/** Disclosures to a person, this many hours ago. */
const shown = (sub: string, kind: string, amount: number, hours = 2) =>
  query(
    `insert into staff_disclosure values ($1, $2, date_bin('5 minutes', now() - make_interval(hours => $3), 'epoch'), $4)`,
    [sub, kind, hours, amount],
  );

it('unusually many revealed contacts are shown to administrators only, with the usual amount', async () => {
  for (let day = 1; day <= 14; day += 1) await shown('staff-a', 'CONTACT', day === 5 ? 140 : 4, day * 24 + 2);
  await shown('staff-a', 'CONTACT', 29);
  expect(await items('PROBLEMS')).toEqual([]);
  await shown('staff-a', 'CONTACT', 1, 1);
  for (const scope of ['MINE', 'PROBLEMS'] as const) {
    expect(await items(scope)).toMatchObject([
      {
        key: 'STAFF_DISCLOSURE:staff-a',
        kind: 'STAFF_DISCLOSURE',
        severity: 'WARNING',
        action: 'REVIEW',
        subject: { type: 'STAFF', id: 'staff-a', title: 'Ada' },
        limitKind: 'CONTACTS',
        count: 30,
        usual: 4,
        limit: 150,
      },
    ]);
    for (const token of ['marketing', 'both']) expect(await items(scope, token)).toEqual([]);
  }
});

it('a usual amount is not listed, unless it is nearly the whole budget', async () => {
  for (let day = 1; day <= 14; day += 1) await shown('staff-a', 'CODE', 200, day * 24 + 2);
  await shown('staff-a', 'CODE', 399);
  expect(await items('PROBLEMS')).toEqual([]);
  await shown('staff-a', 'CODE', 1, 1);
  expect(await items('PROBLEMS')).toMatchObject([{ severity: 'CRITICAL', limitKind: 'CODES', count: 400, usual: 200 }]);
});

it('a person is listed once, by the budget that is used most', async () => {
  await shown('staff-a', 'CONTACT', 60);
  await shown('staff-a', 'EXPORT_ROW', 190_000);
  await shown('staff-b', 'CONTACT', 40);
  const told = (await items('PROBLEMS')).map(({ subject, limitKind, usual }) => [subject.title, limitKind, usual]);
  expect(told).toEqual([
    ['Ada', 'ROWS', 0],
    ['staff-b', 'CONTACTS', 0],
  ]);
});

it('yesterday no longer counts', async () => {
  await shown('staff-a', 'CONTACT', 150, 25);
  expect(await items('PROBLEMS')).toEqual([]);
});
