import { beforeAll, expect, it } from 'vitest';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import type { TestToken } from '../../../testing/test-app.ts';
import { insertCampaignStreamer, insertStreamer } from '../../../testing/test-campaigns.ts';
import { insertStores } from '../../../testing/test-stores.ts';
import { openCampaign, Till } from '../redemption/testing/till.ts';

let till: Till;
let campaign: { readonly id: string };
let me: string;
const owner = (text: string, values: unknown[] = []) => test.database.ownerPool.query(text, values);
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const use = (code: string, account: number) => ({
  code,
  accountId: accountId(account),
  orderMinor: 2_000,
  storeSid: 'ST00001',
});
const test = await fileApp();
beforeAll(async () => {
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  await insertAccounts(ownerPool, 20);
  await insertStores(ownerPool, 2);
  till = new Till(test);
  me = await insertStreamer(ownerPool, { display_name: 'Luna', staff_sub: 'staff-campaign-streamer' });
  const nova = await insertStreamer(ownerPool, { display_name: 'Nova' });
  const terms = { code_mode: 'SHARED', per_coupon_limit: 50, per_account_limit: 20, timezone: 'UTC' };
  campaign = await openCampaign(test, terms, { max_redemptions: 50 }, ['LUNA24', 'NOVA24']);
  await owner('alter table coupon disable trigger coupon_check_change');
  for (const [code, streamer] of [
    ['LUNA24', me],
    ['NOVA24', nova],
  ]) {
    await owner('update coupon set streamer_id = $2 where code = $1', [code, streamer]);
    await insertCampaignStreamer(ownerPool, { campaign_id: campaign.id, streamer_id: streamer, commission_bp: 500 });
  }
  await owner('alter table coupon enable trigger coupon_check_change');
  for (const [streamer, uses] of [
    [me, 7],
    [nova, 90],
  ])
    await owner(
      `insert into campaign_daily (campaign_id, day, store_id, streamer_id, slice, confirmed, rolled_back, commission_minor)
       values ($1, $2, '00000000-0000-0000-0000-000000000000', $3, 0, $4::int, 1, $4::int * 100)`,
      [campaign.id, dayAgo(100), streamer, uses],
    );
  await till.redeem(use('LUNA24', 1));
  await till.redeem(use('LUNA24', 2));
  await till.reserve(use('LUNA24', 3));
  for (const account of [4, 5, 6]) await till.redeem(use('NOVA24', account));
  await till.reserve(use('NOVA24', 7));
});

const figures = async (token: TestToken) =>
  (
    await test.send(
      `{ myStreamer { displayName usesToday pending { currency uses commissionMinor }
        days { from currency uses commissionMinor } months { from currency uses commissionMinor }
        recentUses { state codeLast4 storeName commissionMinor currency campaignId campaignName } } }`,
      {},
      { token },
    )
  ).body.data.myStreamer;

it('gives a streamer their own uses and commission, and nothing of others [campaigns 16]', async () => {
  const own = { currency: 'EUR', uses: 2, commissionMinor: 150 };
  const mine = { codeLast4: 'A24', currency: 'EUR', campaignId: campaign.id };
  const found = await figures('campaign-streamer');
  expect(found).toMatchObject({
    displayName: 'Luna',
    usesToday: 2,
    pending: [{ currency: 'EUR', uses: 1, commissionMinor: 75 }],
    days: [{ ...own, from: dayAgo(0) }],
    months: [
      { ...own, from: `${dayAgo(0).slice(0, 7)}-01` },
      { from: `${dayAgo(100).slice(0, 7)}-01`, currency: 'EUR', uses: 6, commissionMinor: 700 },
    ],
    recentUses: [
      { ...mine, state: 'RESERVED', commissionMinor: null },
      { ...mine, state: 'CONFIRMED', commissionMinor: 75 },
      { ...mine, state: 'CONFIRMED', commissionMinor: 75 },
    ],
  });
  expect(JSON.stringify(found)).not.toMatch(/Nova|account/i);
});

it('gives staff who are no streamer, and removed and suspended streamers, no figures [campaigns 16]', async () => {
  for (const token of ['admin', 'campaign-manager', 'campaign-viewer'] as const)
    expect(await figures(token)).toBeNull();
  await owner('update campaign_streamer set removed_at = now() where streamer_id = $1', [me]);
  expect(await figures('campaign-streamer')).toMatchObject({
    usesToday: 0,
    pending: [],
    days: [],
    months: [],
    recentUses: [],
  });
  await owner("update streamer set state = 'SUSPENDED', state_reason = 'test' where id = $1", [me]);
  expect(await figures('campaign-streamer')).toBeNull();
});
