import { randomUUID } from 'node:crypto';
import { SYSTEM_WALLETS } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { readWallet } from '../../../ledger/wallet.ts';
import { accountId } from '../../../testing/test-accounts.ts';
import { insertCampaignStreamer, insertStreamer } from '../../../testing/test-campaigns.ts';
import { insertStores } from '../../../testing/test-stores.ts';
import { openCampaign, tillApp } from './testing/till.ts';
import { countersOf } from './testing/uncounted.ts';

const { test, till } = await tillApp(60);
await insertStores(test.database.ownerPool, 10);
/** Active account in Germany. */
const ADA = accountId(1);
const BEN = accountId(2);

const owner = (text: string, values: unknown[] = []) => test.database.ownerPool.query(text, values);

it("transfers points from the campaigns' wallet on confirmation, and back on rollback unless they are spent", async () => {
  const points = { reward_type: 'POINTS', amount_minor: null, points: 250, currency: null };
  const { code, id } = await openCampaign(test, points, { max_redemptions: 2 });
  const before = await readWallet(test.database.db, { type: 'ACCOUNT', id: ADA });
  const held = await till.reserve({ code, accountId: ADA });
  expect((await readWallet(test.database.db, { type: 'ACCOUNT', id: ADA })).balance).toBe(before.balance);
  const { redemption } = await till.confirm(held.redemption?.id);
  const { rows } = await owner(
    `select t.code, t.debit_wallet_id, t.amount from coupon_redemption r join points_transfer t on t.id = r.points_transfer_id
     where r.id = $1 and t.ref_type = 'REDEMPTION' and t.ref_id = r.id::text`,
    [redemption?.id],
  );
  expect(rows).toEqual([{ code: 'COUPON_REWARD', debit_wallet_id: SYSTEM_WALLETS.CAMPAIGN, amount: 250 }]);
  expect((await readWallet(test.database.db, { type: 'ACCOUNT', id: ADA })).balance).toBe(before.balance + 250);
  await test.send(
    'mutation($i: TransferPointsInput!) { transferPoints(input: $i) { outcome } }',
    {
      i: {
        key: randomUUID(),
        code: 'SPEND',
        from: { accountId: ADA },
        to: { system: 'BREAKAGE' },
        amount: before.balance + 200,
      },
    },
    { token: 'machine' },
  );
  expect(await till.rollBack(redemption?.id)).toBe('points.insufficient');
  expect(await countersOf(test.database.ownerPool, id)).toMatchObject({ redemptions: 1, points: 250 });
  await test.send(
    'mutation($i: TransferPointsInput!) { transferPoints(input: $i) { outcome } }',
    { i: { key: randomUUID(), code: 'EARN', to: { accountId: ADA }, from: { system: 'ISSUANCE' }, amount: 200 } },
    { token: 'machine' },
  );
  expect(await till.rollBack(redemption?.id)).toBe('ROLLED_BACK');
  expect(await till.rollBack(redemption?.id)).toBe('state.invalid-transition');
  expect((await readWallet(test.database.db, { type: 'ACCOUNT', id: ADA })).balance).toBe(0);
  expect(await countersOf(test.database.ownerPool, id)).toMatchObject({ redemptions: 0, points: 0 });
  expect((await till.confirm(redemption?.id)).outcome).toBe('ALREADY_ROLLED_BACK');
});

it('returns the name of a gift in the requested language', async () => {
  const { code } = await openCampaign(test, {
    reward_type: 'GIFT',
    amount_minor: null,
    currency: null,
    gift_text_i18n: { 'en-US': 'A mug', 'de-DE': 'Eine Tasse' },
  });
  const { body } = await test.send(
    'mutation($i: RedeemCouponInput!) { it: redeemCoupon(input: $i) { outcome redemption { discountMinor en: gift de: gift(locale: "de-DE") } } }',
    { i: { key: randomUUID(), code, accountId: ADA } },
    { token: 'machine' },
  );
  expect(body.data.it).toEqual({
    outcome: 'CONFIRMED',
    redemption: { discountMinor: null, en: 'A mug', de: 'Eine Tasse' },
  });
});

it('releases held uses when the account is closed', async () => {
  const { code, id } = await openCampaign(test);
  const held = await till.reserve({ code, accountId: accountId(8), orderMinor: 100 });
  await owner(`update account set state = 'CLOSED', state_reason = 'test' where id = any($1::uuid[])`, [
    [accountId(8), accountId(11)],
  ]);
  expect((await till.confirm(held.redemption?.id)).outcome).toBe('RESERVATION_RELEASED');
  expect(await countersOf(test.database.ownerPool, id)).toMatchObject({ redemptions: 0 });
});

it('credits streamers a commission on the paid amount, and removes it on rollback [redemption 5]', async () => {
  const streamer = await insertStreamer(test.database.ownerPool);
  const { code, id } = await openCampaign(
    test,
    { code_mode: 'SHARED', per_coupon_limit: 50 },
    { max_redemptions: 50, streamer_id: streamer },
    ['LUNA24'],
  );
  await insertCampaignStreamer(test.database.ownerPool, {
    campaign_id: id,
    streamer_id: streamer,
    commission_bp: 1_000,
  });
  const { redemption } = await till.redeem({ code: 'luna-24', accountId: ADA, orderMinor: 1_005 });
  const commission = async () =>
    (await owner('select commission_minor, streamer_id from coupon_redemption where id = $1', [redemption?.id]))
      .rows[0];
  expect(await commission()).toEqual({ commission_minor: 51, streamer_id: streamer });
  const day = async () =>
    (
      await owner(
        'select sum(confirmed - rolled_back)::int as n, sum(commission_minor)::int as commission, sum(order_minor)::int as orders from campaign_daily where campaign_id = $1 and streamer_id = $2',
        [id, streamer],
      )
    ).rows[0];
  expect(await day()).toEqual({ n: 1, commission: 51, orders: 1_005 });
  expect(await till.rollBack(redemption?.id, 'admin')).toBe('ROLLED_BACK');
  expect(await day()).toEqual({ n: 0, commission: 0, orders: 0 });
  expect(code).toBe('LUNA24');
  await owner('update campaign_streamer set removed_at = now() where campaign_id = $1', [id]);
  const later = await till.redeem({ code, accountId: BEN, orderMinor: 1_005 });
  const { rows } = await owner('select commission_minor, streamer_id from coupon_redemption where id = $1', [
    later.redemption?.id,
  ]);
  expect(rows).toEqual([{ commission_minor: null, streamer_id: streamer }]);
});
