import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { insertCampaign } from '../../testing/test-campaigns.ts';
import { attentionKit, COMMITTED, createAttentionApp, inHours } from './testing/attention-kit.ts';

const { items, query, clear, insertGiveaway } = attentionKit(() => test);
let test: TestApp;
beforeAll(async () => {
  test = await createAttentionApp();
});
beforeEach(async () => {
  await clear();
  await query('truncate segment cascade');
});
afterAll(() => test.close());

/** A segment with its members of yesterday and of today. */
async function segment(members: readonly [number, number], rule: object = { won: {} }): Promise<string> {
  const [row] = await query(`insert into segment (name, rule) values ('Winners', $1) returning id`, [rule]);
  const [before, today] = members;
  await query(
    `insert into segment_day (segment_id, day, members, entered, departed)
     values ($1, current_date - 1, $2, 0, 0), ($1, current_date, $3, 0, 0)`,
    [row?.['id'], before, today],
  );
  return String(row?.['id']);
}

it('without members are listed while something in force is for them', async () => {
  const empty = await segment([5, 0]);
  const filled = await segment([0, 5]);
  await insertGiveaway({ segment_id: empty });
  expect(await items('PROBLEMS')).not.toContainEqual(expect.objectContaining({ kind: 'SEGMENT_EMPTY' }));
  await insertGiveaway({ ...COMMITTED, segment_id: empty, state: 'PUBLISHED', published_at: new Date() });
  await insertGiveaway({ ...COMMITTED, segment_id: filled, state: 'PUBLISHED', published_at: new Date() });
  for (const [scope, token] of [
    ['PROBLEMS', 'admin'],
    ['MINE', 'marketing'],
  ] as const) {
    expect((await items(scope, token)).filter(({ kind }) => kind === 'SEGMENT_EMPTY')).toMatchObject([
      {
        key: `SEGMENT_EMPTY:${empty}`,
        severity: 'WARNING',
        action: 'REVIEW',
        subject: { type: 'SEGMENT', id: empty, title: 'Winners' },
      },
    ]);
  }
});

it('are not listed for staff who may not use one of their clauses, nor once all uses are over', async () => {
  const hidden = await segment([0, 0], { redeemed: {} });
  const { ownerPool } = test.database;
  const id = await insertCampaign(ownerPool, { segment_id: hidden, state: 'ACTIVE' });
  const kinds = async (token: string) => (await items('PROBLEMS', token)).map(({ kind }) => kind);
  expect(await kinds('admin')).toEqual(['SEGMENT_EMPTY']);
  expect(await kinds('marketing')).toEqual([]);
  await query('update campaign set starts_at = $2, ends_at = $3 where id = $1', [id, inHours(-2), inHours(-1)]);
  expect(await kinds('admin')).toEqual([]);
});
