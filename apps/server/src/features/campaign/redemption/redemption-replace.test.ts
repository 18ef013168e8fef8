import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { accountId } from '../../../testing/test-accounts.ts';
import { makeCodes, openCampaign, tillApp } from './testing/till.ts';
import { countersOf } from './testing/uncounted.ts';

const { test, till } = await tillApp(10);
const ADA = accountId(1);
const BEN = accountId(2);

const SHARED = { code_mode: 'SHARED', per_coupon_limit: 100 };
const statesOf = async (campaign: string) =>
  (
    await test.database.ownerPool.query(
      `select state, count(*)::int from coupon_redemption where campaign_id = $1 group by 1 order by state::text`,
      [campaign],
    )
  ).rows.map(({ state, count }) => `${count} ${state}`);

it.each([
  ['unique', {}, {}],
  ['shared', SHARED, { max_redemptions: 100 }],
] as const)('a changed cart replaces its own hold of a %s code [redemption 9]', async (mode, campaign, coupon) => {
  const { code, id } = await openCampaign(
    test,
    { ...campaign, reward_type: 'PERCENT', percent_bp: 1_000, amount_minor: null, budget_minor: 900 },
    coupon,
    mode === 'shared' ? ['CARTS'] : makeCodes(1),
  );
  const cart = { code, accountId: ADA, orderReference: 'R-1' };
  const first = await till.reserve({ ...cart, orderMinor: 8_000 });
  const second = await till.reserve({ ...cart, orderMinor: 9_000 });
  expect(first).toMatchObject({ outcome: 'RESERVED', details: {}, redemption: { discountMinor: 800 } });
  expect(second).toMatchObject({
    outcome: 'RESERVED',
    isReplayed: false,
    details: { replaced: [first.redemption?.id] },
    redemption: { discountMinor: 900 },
  });
  expect(await countersOf(test.database.ownerPool, id)).toMatchObject({ redemptions: 1, discount: 900 });
  expect(await till.confirm(first.redemption?.id)).toMatchObject({ outcome: 'RESERVATION_RELEASED' });
  expect(await till.confirm(second.redemption?.id)).toMatchObject({ outcome: 'CONFIRMED' });
  expect(await till.reserve({ ...cart, orderMinor: 5_000 })).toMatchObject({ outcome: 'ACCOUNT_LIMIT' });
  const { rows } = await test.database.ownerPool.query(
    `select action, changes -> 'state' as state from staff_audit_event where entity_id = any ($1) order by id`,
    [[first.redemption?.id, second.redemption?.id]],
  );
  expect(rows).toEqual([
    { action: 'redemption.reserve', state: [null, 'RESERVED'] },
    { action: 'redemption.release', state: ['RESERVED', 'RELEASED'] },
    { action: 'redemption.reserve', state: [null, 'RESERVED'] },
    { action: 'redemption.confirm', state: ['RESERVED', 'CONFIRMED'] },
  ]);
});

it('another code of the campaign takes the place of the first, also confirmed at once', async () => {
  const { codes, id } = await openCampaign(test, {}, {}, makeCodes(3));
  const cart = { accountId: ADA, orderMinor: 900, orderReference: 'R-2' };
  await till.reserve({ ...cart, code: codes[0] });
  expect(await till.reserve({ ...cart, code: codes[1] })).toMatchObject({ outcome: 'RESERVED' });
  expect(await till.redeem({ ...cart, code: codes[2] })).toMatchObject({ outcome: 'CONFIRMED' });
  expect(await statesOf(id)).toEqual(['1 CONFIRMED', '2 RELEASED']);
});

it('keeps the hold if the changed cart is refused, and says why', async () => {
  const { code, codes, id } = await openCampaign(test, { min_order_minor: 500 }, {}, makeCodes(2));
  const cart = { code, accountId: ADA, orderMinor: 900, orderReference: 'R-3' };
  const held = await till.reserve(cart);
  expect(await till.reserve({ ...cart, orderMinor: 499 })).toMatchObject({ outcome: 'MIN_ORDER', redemption: null });
  expect(await till.reserve({ ...cart, code: codes[1], orderMinor: 499 })).toMatchObject({ outcome: 'MIN_ORDER' });
  expect(await statesOf(id)).toEqual(['1 RESERVED']);
  expect(await till.confirm(held.redemption?.id)).toMatchObject({ outcome: 'CONFIRMED' });
});

it('leaves holds of other orders, accounts, clients and campaigns, and those without a reference', async () => {
  const { codes, id } = await openCampaign(test, { per_account_limit: 2 }, {}, makeCodes(9));
  const other = await openCampaign(test);
  const input = { accountId: ADA, orderMinor: 900, orderReference: 'R-4' };
  expect(await till.reserve({ ...input, code: codes[0] })).toMatchObject({ outcome: 'RESERVED' });
  expect(await till.reserve({ ...input, code: codes[1], orderReference: 'R-5' })).toMatchObject({
    outcome: 'RESERVED',
  });
  expect(await till.reserve({ ...input, code: codes[2], accountId: BEN })).toMatchObject({ outcome: 'RESERVED' });
  expect(await till.reserve({ ...input, code: other.code })).toMatchObject({ outcome: 'RESERVED' });
  expect(await till.reserve({ ...input, code: codes[3], orderReference: null })).toMatchObject({
    outcome: 'ACCOUNT_LIMIT',
  });
  await test.database.ownerPool.query(`update coupon_redemption set created_by = 'another' where campaign_id = $1`, [
    id,
  ]);
  expect(await till.reserve({ ...input, code: codes[4] })).toMatchObject({ outcome: 'ACCOUNT_LIMIT' });
  expect(await statesOf(id)).toEqual(['3 RESERVED']);
  expect(await statesOf(other.id)).toEqual(['1 RESERVED']);
});

it('the same key remains the same redemption', async () => {
  const { code } = await openCampaign(test);
  const cart = { key: randomUUID(), code, accountId: ADA, orderMinor: 900, orderReference: 'R-6' };
  const first = await till.reserve(cart);
  await till.reserve({ ...cart, key: randomUUID(), orderMinor: 800 });
  expect(await till.reserve(cart)).toMatchObject({
    isReplayed: true,
    redemption: { id: first.redemption?.id, state: 'RELEASED' },
  });
  expect((await till.reserve({ ...cart, orderMinor: 1 })).outcome).toBe('error:idempotency.mismatch');
});

it.each([
  ['unique', {}, {}],
  ['shared', SHARED, { max_redemptions: 100 }],
] as const)('changes of one cart at once leave one hold of a %s code', async (mode, campaign, coupon) => {
  const { code, id } = await openCampaign(test, campaign, coupon, mode === 'shared' ? ['CARTS2'] : makeCodes(1));
  const cart = { code, accountId: ADA, orderReference: 'R-7' };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => till.reserve({ ...cart, orderMinor: 600 + n })),
  );
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['RESERVED']));
  expect(await statesOf(id)).toEqual(['11 RELEASED', '1 RESERVED']);
  expect(await countersOf(test.database.ownerPool, id)).toMatchObject({ redemptions: 1, discount: 500 });
});

it.each(['confirm', 'release'] as const)(
  'a hold is replaced or done with %s at the same time, never both',
  async (act) => {
    for (let round = 0; round < 12; round += 1) {
      const { code, id } = await openCampaign(test);
      const cart = { code, accountId: ADA, orderMinor: 900, orderReference: `R-${act}-${round}` };
      const held = await till.reserve(cart);
      const [done, changed] = await Promise.all([
        till[act](held.redemption?.id),
        till.reserve({ ...cart, orderMinor: 1_000 }),
      ]);
      const isDone = done.outcome === 'CONFIRMED';
      expect([done.outcome, changed.outcome]).toEqual(
        act === 'release'
          ? ['RELEASED', 'RESERVED']
          : isDone
            ? ['CONFIRMED', expect.stringMatching(/^(ACCOUNT_LIMIT|COUPON_USED)$/)]
            : ['RESERVATION_RELEASED', 'RESERVED'],
      );
      expect(await statesOf(id)).toEqual(isDone ? ['1 CONFIRMED'] : ['1 RELEASED', '1 RESERVED']);
      expect(await countersOf(test.database.ownerPool, id)).toMatchObject({ redemptions: 1, discount: 500 });
    }
  },
);
