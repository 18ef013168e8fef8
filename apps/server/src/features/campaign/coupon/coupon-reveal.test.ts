import { checkSymbol } from '@backcounter/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, TEST_CONFIG, type TestApp } from '../../../testing/test-app.ts';
import { insertCampaign, insertCoupons } from '../../../testing/test-campaigns.ts';

const REVEAL =
  'mutation R($c: ID!, $ids: [ID!]!) { revealCoupons(input: { campaignId: $c, ids: $ids }) { coupons { id } } }';
const CODES = Array.from({ length: 12 }, (_, index) => `AAAA${String(index).padStart(2, '0')}BBBBB`);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    config: { ...TEST_CONFIG, disclosureBudgets: { ...TEST_CONFIG.disclosureBudgets, codesPerDay: 10 } },
  });
  await insertReferenceData(test.database.ownerPool);
});
afterAll(() => test.close());

it('counts each revealed code across requests, up to the budget of the day [security 27]', async () => {
  const pool = test.database.ownerPool;
  const c = await insertCampaign(pool, { state: 'ACTIVE' });
  const ids = await insertCoupons(
    pool,
    c,
    CODES.map((payload) => payload + checkSymbol(payload)),
  );
  const reveal = async (wanted: readonly string[], token = 'campaign-manager') =>
    (await test.send(REVEAL, { c, ids: wanted }, { token })).body;
  expect((await reveal(ids.slice(0, 7))).data.revealCoupons.coupons).toHaveLength(7);
  const refused = await reveal(ids.slice(7, 11));
  expect(refused.errors[0].extensions).toMatchObject({
    code: 'disclosure.limit-reached',
    details: { retryAt: expect.any(String) },
  });
  // Refused requests revealed nothing.
  const { rows } = await pool.query('select count(*)::int as n from coupon where distributed_at is not null');
  expect(rows).toEqual([{ n: 7 }]);
  expect((await reveal(ids.slice(7, 10))).data.revealCoupons.coupons).toHaveLength(3);
  expect((await reveal(ids.slice(7, 8))).errors[0].extensions.code).toBe('disclosure.limit-reached');
  // Exceeds the budget at any time.
  expect((await reveal(ids.slice(0, 11), 'admin')).errors[0].extensions).toEqual({ code: 'disclosure.limit-reached' });
});

it('finds a coupon by its whole code, and counts each try, so that codes cannot be guessed', async () => {
  const pool = test.database.ownerPool;
  const campaign = await insertCampaign(pool, { state: 'ACTIVE' });
  const code = (payload: string) => payload + checkSymbol(payload);
  const [id] = await insertCoupons(pool, campaign, [code('GGGGHHHHJJJ')]);
  await pool.query('truncate staff_disclosure');
  const find = async (wanted: string, token: 'campaign-manager' | 'campaign-streamer' | 'marketing') =>
    (
      await test.send(
        'mutation F($code: String!) { lookUpCoupon(input: { code: $code }) { coupon { id } } }',
        { code: wanted },
        { token },
      )
    ).body;
  const nothing = { data: { lookUpCoupon: { coupon: null } } };
  expect(
    (await find(`gggg-hhhh-jjj${code('GGGGHHHHJJJ').slice(-1)}`, 'campaign-manager')).data.lookUpCoupon.coupon,
  ).toEqual({ id });
  expect(await find(code('ZZZZZZZZZZZ'), 'campaign-manager')).toEqual(nothing);
  expect(await find('?', 'campaign-manager')).toEqual(nothing);
  // To a streamer, the code of another streamer is an unknown one.
  expect(await find(code('GGGGHHHHJJJ'), 'campaign-streamer')).toEqual(nothing);
  expect((await find(code('GGGGHHHHJJJ'), 'marketing')).errors[0].extensions.code).toBe('access.denied');
  for (let guess = 2; guess < 10; guess += 1)
    expect(await find(code(`ZZZZZZZZZZ${guess}`), 'campaign-manager')).toEqual(nothing);
  expect((await find(code('GGGGHHHHJJJ'), 'campaign-manager')).errors[0].extensions.code).toBe(
    'disclosure.limit-reached',
  );
});
