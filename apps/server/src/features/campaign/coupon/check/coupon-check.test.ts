import { checkSymbol, formatCouponCode, REDEMPTION_RULES } from '@backcounter/domain';
import { beforeAll, expect, it } from 'vitest';
import { fileApp } from '../../../../testing/file-app.ts';
import { insertAccounts, insertReferenceData } from '../../../../testing/test-accounts.ts';
import { insertCampaign, insertCoupons, setCampaignState } from '../../../../testing/test-campaigns.ts';
import { insertStores } from '../../../../testing/test-stores.ts';

const CHECK = `query C($input: CheckCouponInput!) { checkCoupon(input: $input) { normalised formatted kind isWellFormed meant verdict
  coupon { id status last4 } campaign { code status currency } rules { rule outcome refusal isDecisive isReached detail }
  story { at kind by { sub } reason batchNumber accountNumber storeName orderRef discountMinor currency } } }`;
const RESERVE =
  'mutation R($input: ReserveCouponInput!) { reserveCoupon(input: $input) { outcome redemption { id } } }';
const CONFIRM = 'mutation C($id: ID!) { confirmRedemption(input: { redemptionId: $id }) { outcome } }';
const MACHINE = { token: 'machine' } as const;

const code = (payload: string): string => payload + checkSymbol(payload);
const ONE = code('8K3M9QXTWBR');
const TWO = code('TW0TW0TW0TW');

let campaign: string;
let ids: string[];
/** Active accounts in Germany, whose currency the campaign has. */
let accounts: { id: string; number: number }[];
let store: { id: string; sid: string };
const test = await fileApp();
beforeAll(async () => {
  test.now = new Date();
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertAccounts(pool, 60);
  await insertStores(pool, 40);
  campaign = await insertCampaign(pool, { state: 'ACTIVE', min_order_minor: 1_000 });
  ids = await insertCoupons(pool, campaign, [ONE, TWO]);
  accounts = (
    await pool.query(
      `select id, public_no::int as number from account where country_code = 'DE' and state = 'ACTIVE' order by id limit 3`,
    )
  ).rows;
  [store] = (
    await pool.query(`select id, sid from store where country_code = 'DE' and state = 'ACTIVE' order by id limit 1`)
  ).rows;
});

const check = async (input: Record<string, unknown>, token = 'campaign-manager') => {
  const { body } = await test.send(CHECK, { input }, { token: token as 'admin' });
  if (body.errors) return { error: body.errors[0].extensions };
  return body.data.checkCoupon;
};
type Rule = {
  rule: string;
  outcome: string;
  refusal: string | null;
  isDecisive: boolean;
  isReached: boolean;
  detail: Record<string, unknown>;
};
const ruleOf = (checked: { rules: Rule[] }, name: string) => checked.rules.find(({ rule }) => rule === name);

it('checks each rule of a redemption in order, with its figures [coupons 4]', async () => {
  const checked = await check({
    code: formatCouponCode(ONE).toLowerCase(),
    accountId: accounts[0]?.id,
    storeId: store.id,
    orderMinor: 2_000,
  });
  expect(checked).toMatchObject({
    normalised: ONE,
    formatted: formatCouponCode(ONE),
    kind: 'UNIQUE',
    isWellFormed: true,
    meant: [],
    verdict: null,
    coupon: { id: ids[0], status: 'ACTIVE', last4: ONE.slice(-4) },
    campaign: { status: 'RUNNING', currency: 'EUR' },
  });
  expect(checked.rules.map(({ rule }: Rule) => rule)).toEqual(REDEMPTION_RULES);
  for (const { rule, outcome } of checked.rules) expect(outcome, rule).toBe(rule === 'TRIES' ? 'NOT_JUDGED' : 'PASSED');
  expect(ruleOf(checked, 'ORDER')?.detail).toMatchObject({
    orderMinor: 2_000,
    minOrderMinor: 1_000,
    discountMinor: 500,
  });
  const small = await check({ code: ONE, accountNumber: accounts[0]?.number, orderMinor: 999 });
  expect(small.verdict).toBe('MIN_ORDER');
  expect(ruleOf(small, 'ORDER')).toMatchObject({
    outcome: 'FAILED',
    refusal: 'MIN_ORDER',
    isDecisive: true,
    isReached: true,
  });
  expect(ruleOf(small, 'COUPON_USES')).toMatchObject({ outcome: 'PASSED', isReached: false });
});

it('skips rules whose values were not given', async () => {
  const checked = await check({ code: ONE });
  expect(checked.verdict).toBeNull();
  for (const rule of ['ORDER', 'FIRST_ORDER', 'ACCOUNT_USES', 'ACCOUNT', 'OWNER'])
    expect(ruleOf(checked, rule)?.outcome, rule).toBe('NOT_JUDGED');
  expect((await check({ code: ONE, accountId: crypto.randomUUID() })).error.details.fields).toEqual({
    accountId: [{ rule: 'unknown' }],
  });
  expect((await check({ code: ONE, accountNumber: 4_000_000_000 })).error.details.fields).toEqual({
    accountNumber: [{ rule: 'unknown' }],
  });
  expect((await check({ code: ONE, storeId: 'x' })).error.details.fields).toEqual({ storeId: [{ rule: 'unknown' }] });
});

it('distinguishes mistyped from unknown codes, and suggests similar ones', async () => {
  const mistyped = await check({ code: ONE.replace('8', 'B') });
  expect(mistyped).toMatchObject({
    isWellFormed: false,
    formatted: null,
    coupon: null,
    campaign: null,
    verdict: 'MALFORMED',
    story: [],
  });
  expect(mistyped.meant).toEqual([formatCouponCode(ONE)]);
  expect(ruleOf(mistyped, 'FORM')).toMatchObject({ outcome: 'FAILED', isDecisive: true });
  const unknown = await check({ code: code('ZZZZZZZZZZZ') });
  expect(unknown).toMatchObject({ isWellFormed: true, coupon: null, verdict: 'UNKNOWN_CODE', meant: [] });
  expect(ruleOf(unknown, 'CAMPAIGN')).toMatchObject({ outcome: 'NOT_JUDGED', isReached: false });
  for (const hostile of ['', "'; drop table coupon; --", '\u0000', '-'.repeat(5_000), '{"a":1}'])
    expect((await check({ code: hostile })).verdict ?? 'refused', JSON.stringify(hostile)).toMatch(
      /^(MALFORMED|refused)$/,
    );
});

it('matches the outcome of a redemption, and returns the timeline of a code [coupons 4]', async () => {
  const input = {
    key: 'check-1',
    code: TWO,
    accountId: accounts[0]?.id,
    storeSid: store.sid,
    orderMinor: 2_500,
    currency: 'EUR',
    orderReference: 'A-1',
  };
  const foretold = await check({ code: TWO, accountId: accounts[0]?.id, storeId: store.id, orderMinor: 2_500 });
  expect(foretold.verdict).toBeNull();
  const reserved = (await test.send(RESERVE, { input }, MACHINE)).body.data.reserveCoupon;
  expect(reserved.outcome).toBe('RESERVED');
  await test.send(CONFIRM, { id: reserved.redemption.id }, MACHINE);
  await test.send(
    `mutation { disableCoupon(input: { campaignId: "${campaign}", id: "${ids[1]}", expectedVersion: 1, reason: "leaked" }) { coupon { id } } }`,
  );
  await setCampaignState(test.database.ownerPool, campaign, 'PAUSED');
  for (const account of accounts.slice(1)) {
    const again = { ...input, key: `check-${account.id.slice(-6)}`, accountId: account.id };
    const { outcome } = (await test.send(RESERVE, { input: again }, MACHINE)).body.data.reserveCoupon;
    const checked = await check({ code: TWO, accountId: account.id, storeId: store.id, orderMinor: 2_500 });
    expect(checked.verdict).toBe(outcome);
    await setCampaignState(test.database.ownerPool, campaign, 'ACTIVE');
  }
  const told = await check({ code: TWO, accountId: accounts[0]?.id, orderMinor: 2_500 });
  const failed = told.rules.filter(({ outcome }: Rule) => outcome === 'FAILED').map(({ refusal }: Rule) => refusal);
  expect(failed).toEqual(['COUPON_DISABLED', 'ACCOUNT_LIMIT', 'COUPON_USED']);
  expect(told.story.map(({ kind }: { kind: string }) => kind)).toEqual([
    'ORDERED',
    'MADE',
    'RESERVED',
    'CONFIRMED',
    'DISABLED',
  ]);
  expect(told.story[3]).toMatchObject({
    accountNumber: accounts[0]?.number,
    orderRef: 'A-1',
    discountMinor: 500,
    currency: 'EUR',
    by: null,
  });
  expect(told.story[4]).toMatchObject({ by: { sub: 'staff-admin' }, reason: 'leaked' });
});

it('is allowed only to managers', async () => {
  for (const token of ['marketing', 'campaign-viewer', 'campaign-streamer', 'nobody'])
    expect((await check({ code: ONE }, token)).error.code, token).toBe('access.denied');
});
