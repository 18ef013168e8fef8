import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { openStreamClient, type StreamClient } from '../../../testing/stream-client.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { insertCampaignStreamer, insertStreamer } from '../../../testing/test-campaigns.ts';
import { insertStores, storeId } from '../../../testing/test-stores.ts';
import { foldDays } from '../redemption/redemption.maintenance.ts';
import { openCampaign, Till } from '../redemption/testing/till.ts';
import { uncounted } from '../redemption/testing/uncounted.ts';

let test: TestApp;
let till: Till;
let campaign: { readonly id: string };
const STREAMER = { token: 'campaign-streamer' };
const VIEWER = { token: 'campaign-viewer' };
const CODES = ['LUNA24', 'NOVA24', 'OPEN24'];
let luna = '';
const clients: StreamClient[] = [];
const owner = (text: string, values: unknown[] = []) => test.database.ownerPool.query(text, values);
beforeAll(async () => {
  test = await createTestApp();
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  await insertAccounts(ownerPool, 60);
  await insertStores(ownerPool, 4);
  till = new Till(test);
  luna = await insertStreamer(ownerPool, { display_name: 'Luna', staff_sub: 'staff-campaign-streamer' });
  const nova = await insertStreamer(ownerPool, { display_name: 'Nova' });
  campaign = await openCampaign(
    test,
    { code_mode: 'SHARED', per_coupon_limit: 50, per_account_limit: 20, budget_minor: 10_000, redemptions_limit: 40 },
    { max_redemptions: 50 },
    CODES,
  );
  for (const [code, streamer] of [
    ['LUNA24', luna],
    ['NOVA24', nova],
  ]) {
    await owner('alter table coupon disable trigger coupon_check_change');
    await owner('update coupon set streamer_id = $2 where code = $1', [code, streamer]);
    await owner('alter table coupon enable trigger coupon_check_change');
    await insertCampaignStreamer(ownerPool, { campaign_id: campaign.id, streamer_id: streamer, commission_bp: 500 });
  }
});
afterAll(async () => {
  for (const client of clients) client.close();
  expect(await uncounted(test.database.ownerPool)).toEqual([]);
  await test.close();
});

const redeem = async (code: string, account: number, more: object = {}) => {
  const answer = await till.redeem({ code, accountId: accountId(account), orderMinor: 2_000, ...more });
  expect(answer.outcome).toBe('CONFIRMED');
  return answer.redemption?.id ?? '';
};
const STATISTICS = `query($id: ID!, $from: Date, $to: Date) { campaignStatistics(campaignId: $id, from: $from, to: $to) {
  currency timezone totals { confirmed rolledBack orderMinor discountMinor points commissionMinor } days { day confirmed rolledBack discountMinor }
  stores { storeId sid confirmed } streamers { streamerId name confirmed commissionMinor } rejections { reason n }
  budget { usedMinor budgetMinor redemptions redemptionsLimit } budgetDays { spentMinor } } }`;
const statistics = async (request: object, variables: object = {}) => {
  const { body } = await test.send(STATISTICS, { id: campaign.id, ...variables }, request);
  return body.errors?.[0].extensions.code ?? body.data.campaignStatistics;
};

it('returns exact figures by day, store, streamer and reason [redemption 7]', async () => {
  await redeem('LUNA24', 1, { storeSid: 'ST00001' });
  await redeem('LUNA24', 2, { storeSid: 'ST00002' });
  await redeem('NOVA24', 1, { storeSid: 'ST00001' });
  const back = await redeem('OPEN24', 2);
  await test.send(
    'mutation($id: ID!) { rollBackRedemption(input: { id: $id, reason: "test" }) { redemption { id } } }',
    { id: back },
  );
  expect((await till.reserve({ code: 'OPEN24', accountId: accountId(2) })).outcome).toBe('MIN_ORDER');
  const all = await statistics(VIEWER);
  expect(all).toMatchObject({
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    totals: { confirmed: 4, rolledBack: 1, orderMinor: 6_000, discountMinor: 1_500, points: 0, commissionMinor: 225 },
    days: [{ confirmed: 4, rolledBack: 1, discountMinor: 1_500 }],
    stores: [
      { storeId: storeId(1), sid: 'ST00001', confirmed: 2 },
      { storeId: storeId(2), sid: 'ST00002', confirmed: 1 },
      { storeId: null, sid: null, confirmed: 1 },
    ],
    rejections: [{ reason: 'MIN_ORDER', n: 1 }],
    budget: { usedMinor: 1_500, budgetMinor: 10_000, redemptions: 3, redemptionsLimit: 40 },
    budgetDays: [{ spentMinor: 1_500 }],
  });
  expect(
    all.streamers.map(({ name, confirmed, commissionMinor }: Record<string, unknown>) => [
      name,
      confirmed,
      commissionMinor,
    ]),
  ).toEqual([
    ['Luna', 2, 150],
    ['Nova', 1, 75],
    [null, 1, 0],
  ]);
});

it('shows streamers only their own part, also in lists [redemption 7]', async () => {
  const own = await statistics(STREAMER);
  expect(own).toMatchObject({
    totals: { confirmed: 2, commissionMinor: 150 },
    streamers: [{ streamerId: luna }],
    rejections: [],
    budget: null,
    budgetDays: [],
  });
  const before = JSON.stringify([own, await redemptionsOf(STREAMER)]);
  await redeem('NOVA24', 4, { storeSid: 'ST00002' });
  expect(JSON.stringify([await statistics(STREAMER), await redemptionsOf(STREAMER)])).toBe(before);
  const foreign = await openCampaign(test);
  const asked = async (id: string) => {
    const { body } = await test.send(STATISTICS, { id }, STREAMER);
    return { ...body.errors[0], extensions: { ...body.errors[0].extensions, referenceId: null } };
  };
  expect(await asked(foreign.id)).toEqual(await asked('01900000-0000-7000-8000-00000000dead'));
  for (const token of ['marketing', 'nobody', 'machine']) expect(await statistics({ token })).toBe('access.denied');
});

const redemptionsOf = async (request: object, filter: object = {}, search: string | null = null) => {
  const { body } = await test.send(
    `query($f: CampaignRedemptionFilter!, $s: String) { campaignRedemptions(filter: $f, search: $s, first: 50) {
      nodes { id state codeLast4 campaign { code } store { sid } streamer { name } account { publicNo name } discountMinor canRollBack rolledBackBy { name } }
      count { value } matchedBy } }`,
    { f: { campaign: { in: [campaign.id] }, ...filter }, s: search },
    request,
  );
  return body.errors?.[0].extensions.code ?? body.data.campaignRedemptions;
};

it('lists the redemptions of a campaign and of an account', async () => {
  const all = await redemptionsOf({ token: 'campaign-manager' });
  expect(all.count.value).toBe(all.nodes.length);
  expect(all.nodes.length).toBe(5);
  expect(all.nodes[0]).toMatchObject({
    state: 'CONFIRMED',
    codeLast4: 'A24',
    streamer: { name: 'Nova' },
    store: { sid: 'ST00002' },
    canRollBack: true,
    account: { name: null },
  });
  expect((await redemptionsOf(VIEWER)).nodes[0]).toMatchObject({ canRollBack: false });
  expect((await redemptionsOf(VIEWER, { state: { in: ['ROLLED_BACK'] } })).nodes).toMatchObject([
    { state: 'ROLLED_BACK', rolledBackBy: { name: 'Test admin' } },
  ]);
  expect((await redemptionsOf({ token: 'campaign-manager' }, {}, 'nova 24')).nodes).toHaveLength(2);
  expect((await redemptionsOf(VIEWER, {}, 'nova 24')).nodes).toEqual([]);
  expect((await redemptionsOf(STREAMER, {}, 'nova 24')).nodes).toEqual([]);
  expect((await redemptionsOf(STREAMER)).nodes).toHaveLength(2);
  expect((await redemptionsOf(STREAMER)).nodes[0]).toMatchObject({ account: null });
  expect(await redemptionsOf({ token: 'marketing' })).toBe('access.denied');
  const { body } = await test.send(
    `query($a: ID!) { accountRedemptions(filter: { account: { in: [$a] } }) { nodes { campaign { code name } codeLast4 store { sid } discountMinor state reservedAt } } }`,
    { a: accountId(1) },
    { token: 'marketing' },
  );
  expect(body.data.accountRedemptions.nodes).toHaveLength(2);
});

it('raises alerts at 50, 80, 95 and 100 percent of a limit, once each, and again for a new limit [redemption 7]', async () => {
  const { id } = await openCampaign(
    test,
    { redemptions_limit: 20, per_account_limit: 100, budget_minor: null },
    { max_redemptions: 30 },
  );
  const { rows } = await owner('select code from coupon where campaign_id = $1', [id]);
  const percents = async () =>
    (
      await owner('select percent from campaign_alert where campaign_id = $1 order by raised_at, percent', [id])
    ).rows.map(({ percent }) => percent);
  for (let n = 1; n <= 19; n += 1) await redeem(rows[0].code, 1);
  expect(await percents()).toEqual([50, 80, 95]);
  await redeem(rows[0].code, 1);
  expect(await percents()).toEqual([50, 80, 95, 100]);
  await owner('update campaign set redemptions_limit = 25 where id = $1', [id]);
  await redeem(rows[0].code, 1);
  expect(await percents()).toEqual([50, 80, 95, 100, 50, 80]);
});

it('sends alerts to subscribers of the campaign who may see its limits, and to no one else', async () => {
  const { id, code } = await openCampaign(test, { redemptions_limit: 2, per_account_limit: 2 }, { max_redemptions: 2 });
  const ALERTS = 'subscription($id: ID) { campaignAlertsRaised(campaignId: $id) { campaignId kind percent } }';
  const follow = async (token: string, variables: Record<string, unknown>) => {
    const client = await openStreamClient(test, token);
    clients.push(client);
    return client.follow(ALERTS, variables);
  };
  const denied = await follow('campaign-streamer', { id });
  expect(await denied.next()).toMatchObject({ errors: [{ extensions: { code: 'access.denied' } }] });
  const followed = await follow('campaign-viewer', { id });
  const alerts = async () =>
    ((await followed.next()) as { data: { campaignAlertsRaised: unknown[] } }).data.campaignAlertsRaised;
  expect(await alerts()).toEqual([]);
  await till.redeem({ code, accountId: accountId(1), orderMinor: 1 });
  expect(await alerts()).toEqual([{ campaignId: id, kind: 'REDEMPTIONS', percent: 50 }]);
});

it('folds figures of past days without changing them', async () => {
  await owner(`update campaign_daily set day = day - 5 where campaign_id = $1`, [campaign.id]);
  await owner(
    `alter table coupon_redemption disable trigger all; update coupon_redemption set confirmed_at = confirmed_at - interval '5 days' where confirmed_at is not null and campaign_id = '${campaign.id}'; alter table coupon_redemption enable trigger all`,
  );
  const period = { from: '2020-01-01', to: '2020-12-31' };
  expect(await statistics(VIEWER, { from: '2020-01-01', to: '2026-12-31' })).toBe('field.invalid');
  expect(await statistics(VIEWER, { from: '2020-02-01', to: '2020-01-31' })).toBe('field.invalid');
  expect((await statistics(VIEWER, period)).days).toEqual([]);
  const days = {
    from: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10),
    to: new Date().toISOString().slice(0, 10),
  };
  const before = await statistics(VIEWER, days);
  while (await inTransaction(test.database.db, foldDays));
  expect(
    (await owner('select count(*)::int as n from campaign_daily where campaign_id = $1 and slice > 0', [campaign.id]))
      .rows,
  ).toEqual([{ n: 0 }]);
  expect(await statistics(VIEWER, days)).toEqual(before);
});

it('sends the latest events to the ticker, then new ones; streamers get only those of their own codes [redemption 7]', async () => {
  const TICKER =
    'subscription($id: ID!) { campaignTicker(campaignId: $id) { id kind codeLast4 storeName streamerName discountMinor } }';
  const follow = async (token: string) => {
    const client = await openStreamClient(test, token);
    clients.push(client);
    return client.follow(TICKER, { id: campaign.id });
  };
  const [viewer, streamer, stranger] = [
    await follow('campaign-viewer'),
    await follow('campaign-streamer'),
    await follow('marketing'),
  ];
  const entries = async (followed: typeof viewer) =>
    ((await followed.next()) as { data: { campaignTicker: Record<string, unknown>[] } }).data.campaignTicker;
  expect((await entries(viewer)).length).toBe(6);
  expect((await entries(streamer)).length).toBe(2);
  expect(await stranger.next()).toMatchObject({ errors: [{ extensions: { code: 'access.denied' } }] });
  const others = await redeem('NOVA24', 7);
  expect(await entries(viewer)).toMatchObject([{ id: others, kind: 'CONFIRMED', streamerName: 'Nova' }]);
  const own = await redeem('LUNA24', 7);
  expect(await entries(streamer)).toMatchObject([{ id: own, kind: 'CONFIRMED', streamerName: 'Luna' }]);
  expect(await entries(viewer)).toMatchObject([{ id: own }]);
  await test.send(
    'mutation($id: ID!) { rollBackRedemption(input: { id: $id, reason: "test" }) { redemption { id } } }',
    { id: own },
  );
  expect(await entries(streamer)).toMatchObject([{ id: own, kind: 'ROLLED_BACK' }]);
});

it('ends the ticker of a removed streamer immediately, and continues the others [redemption 8]', async () => {
  const TICKER = 'subscription($id: ID!) { campaignTicker(campaignId: $id) { id } }';
  const follow = async (token: 'campaign-streamer' | 'campaign-viewer') => {
    const client = await openStreamClient(test, token);
    clients.push(client);
    const followed = client.follow(TICKER, { id: campaign.id });
    await followed.next();
    return followed;
  };
  const [viewer, streamer] = [await follow('campaign-viewer'), await follow('campaign-streamer')];
  await owner('update campaign_streamer set removed_at = now() where campaign_id = $1 and streamer_id = $2', [
    campaign.id,
    luna,
  ]);
  expect(await streamer.next()).toBeNull();
  const id = await redeem('LUNA24', 8);
  expect(await viewer.next()).toMatchObject({ data: { campaignTicker: [{ id }] } });
  await owner('update campaign_streamer set removed_at = null where campaign_id = $1', [campaign.id]);
});

it('returns current activity: the last hour, refusals today, the held budget and the results of streamers [redemption 8]', async () => {
  const FIELDS = `figures { discountMinor discountHeldMinor reserved } pulse { lastHour isLastHourMore refusedToday }
    partnerFigures { streamerId redeemed commissionMinor }`;
  const read = async (token: 'campaign-streamer' | 'campaign-viewer') =>
    (await test.send(`query($id: ID!) { campaign(id: $id) { ${FIELDS} } }`, { id: campaign.id }, { token })).body.data
      .campaign;
  const before = await read('campaign-viewer');
  await redeem('LUNA24', 7);
  await till.reserve({ code: 'LUNA24', accountId: accountId(8), orderMinor: 2_000 });
  const refused = await till.reserve({ code: 'LUNA24', accountId: accountId(8) });
  expect(refused.outcome).toBe('MIN_ORDER');
  const after = await read('campaign-viewer');
  expect(after.pulse).toEqual({
    lastHour: before.pulse.lastHour + 1,
    isLastHourMore: false,
    refusedToday: before.pulse.refusedToday + 1,
  });
  expect(after.figures).toEqual({
    discountMinor: before.figures.discountMinor + 1_000,
    discountHeldMinor: before.figures.discountHeldMinor + 500,
    reserved: before.figures.reserved + 1,
  });
  const own = (all: { streamerId: string; redeemed: number; commissionMinor: number }[]) =>
    all.find(({ streamerId }) => streamerId === luna) ?? { streamerId: luna, redeemed: 0, commissionMinor: 0 };
  expect(own(after.partnerFigures)).toEqual({
    streamerId: luna,
    redeemed: own(before.partnerFigures).redeemed + 1,
    commissionMinor: own(before.partnerFigures).commissionMinor + 75,
  });
  const mine = await read('campaign-streamer');
  expect(mine.pulse).toBeNull();
  expect(mine.partnerFigures).toEqual([own(after.partnerFigures)]);
  expect(mine.figures.discountHeldMinor).toBe(after.figures.discountHeldMinor);
  const { body } = await test.send(`{ streamer(id: "${luna}") { uses commission { currency amountMinor } } }`);
  const { redeemed, commissionMinor } = mine.partnerFigures[0];
  expect(body.data.streamer).toEqual({
    uses: redeemed,
    commission: [{ currency: 'EUR', amountMinor: commissionMinor }],
  });
});
