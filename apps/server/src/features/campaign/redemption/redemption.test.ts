import { randomUUID } from 'node:crypto';
import { REDEMPTION_REFUSALS } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { AREAS, accountId } from '../../../testing/test-accounts.ts';
import { setCampaignState } from '../../../testing/test-campaigns.ts';
import { insertStores, storeId } from '../../../testing/test-stores.ts';
import { makeCodes, openCampaign, tillApp } from './testing/till.ts';
import { countersOf } from './testing/uncounted.ts';

const { test, till } = await tillApp(60);
await insertStores(test.database.ownerPool, 10);
/** Active account in Germany. */
const ADA = accountId(1);
const BEN = accountId(2);

const owner = (text: string, values: unknown[] = []) => test.database.ownerPool.query(text, values);
const hourAgo = () => new Date(Date.now() - 3_600_000);
const inAnHour = () => new Date(Date.now() + 3_600_000);

it('reserves a use, confirms it once, and has none left [redemption 1]', async () => {
  const { code, id } = await openCampaign(test);
  const input = { code, accountId: ADA, orderMinor: 2_000 };
  const held = await till.reserve(input);
  expect(held).toMatchObject({
    outcome: 'RESERVED',
    redemption: { state: 'RESERVED', discountMinor: 500, currency: 'EUR' },
  });
  expect(await till.reserve({ ...input, accountId: BEN })).toMatchObject({ outcome: 'COUPON_USED' });
  const confirmed = { outcome: 'CONFIRMED', isReplayed: false, redemption: { state: 'CONFIRMED' } };
  expect(await till.confirm(held.redemption?.id)).toMatchObject(confirmed);
  expect(await till.confirm(held.redemption?.id)).toMatchObject({ ...confirmed, isReplayed: true });
  expect(await till.release(held.redemption?.id)).toMatchObject({ outcome: 'ALREADY_CONFIRMED' });
  expect(await countersOf(test.database.ownerPool, id)).toMatchObject({ redemptions: 1, discount: 500 });
});

it('frees a released use for others, and releases it once for repeated requests [redemption 1]', async () => {
  const { code, id } = await openCampaign(test);
  const held = await till.reserve({ code, accountId: ADA, orderMinor: 400 });
  expect(held.redemption?.discountMinor).toBe(400);
  expect(await till.release(held.redemption?.id)).toMatchObject({ outcome: 'RELEASED', isReplayed: false });
  expect(await till.release(held.redemption?.id)).toMatchObject({ outcome: 'RELEASED', isReplayed: true });
  expect(await till.confirm(held.redemption?.id)).toMatchObject({ outcome: 'RESERVATION_RELEASED' });
  expect(await countersOf(test.database.ownerPool, id)).toMatchObject({ redemptions: 0, discount: 0 });
  expect(await till.redeem({ code, accountId: BEN, orderMinor: 400 })).toMatchObject({ outcome: 'CONFIRMED' });
});

it('refuses with the outcome of the first failed rule [redemption 2]', async () => {
  const [mine, other] = [accountId(4), ADA];
  const later = inAnHour();
  const states = {
    CAMPAIGN_NOT_STARTED: { state: 'ACTIVE', starts_at: later, ends_at: new Date(Date.now() + 7_200_000) },
    CAMPAIGN_PAUSED: { state: 'PAUSED' },
    CAMPAIGN_CANCELED: { state: 'CANCELED' },
  };
  for (const [outcome, campaign] of Object.entries(states)) {
    const { code } = await openCampaign(test, campaign, { state: 'DISABLED', disabled_reason: 'test' });
    expect(await till.reserve({ code, accountId: mine, orderMinor: 100 })).toMatchObject({ outcome });
  }
  const ended = await openCampaign(test);
  await owner('alter table campaign disable trigger campaign_check_change');
  await owner('update campaign set ends_at = $2 where id = $1', [
    ended.id,
    hourAgo()
      .toISOString()
      .replace(/\d{3}Z/, '999Z'),
  ]);
  await owner('update campaign set ends_at = now() where id = $1', [ended.id]);
  await owner('alter table campaign enable trigger campaign_check_change');
  expect((await till.reserve({ code: ended.code, accountId: mine, orderMinor: 100 })).outcome).toBe('CAMPAIGN_ENDED');

  const coupons = {
    COUPON_DISABLED: { state: 'DISABLED', disabled_reason: 'test', valid_until: hourAgo() },
    COUPON_NOT_YET_VALID: { valid_from: later, account_id: mine },
    COUPON_EXPIRED: { valid_until: hourAgo() },
  };
  for (const [outcome, coupon] of Object.entries(coupons)) {
    const { code } = await openCampaign(test, {}, coupon);
    expect(await till.reserve({ code, accountId: mine, orderMinor: 100 })).toMatchObject({ outcome });
  }

  const inStore = await openCampaign(test);
  await owner('insert into campaign_store (campaign_id, store_id) values ($1, $2)', [inStore.id, storeId(1)]);
  await owner('insert into campaign_area (campaign_id, area_id) values ($1, $2)', [inStore.id, AREAS.texas]);
  const at = (storeSid: string | null, more: object = {}) =>
    till.reserve({ code: inStore.code, accountId: mine, orderMinor: 100, storeSid, ...more });
  expect((await at(null)).outcome).toBe('WRONG_STORE');
  expect((await at('ST00002')).outcome).toBe('WRONG_STORE');
  expect((await at('ST00001', { currency: 'USD' })).outcome).toBe('WRONG_COUNTRY');
  const inArea = await at('ST00003');
  expect(inArea.outcome).toBe('RESERVED');
  await till.release(inArea.redemption?.id);
  expect((await at('ST00001')).outcome).toBe('RESERVED');
  const anywhere = await openCampaign(test);
  expect(
    (await till.reserve({ code: anywhere.code, accountId: mine, orderMinor: 100, storeSid: 'ST00003' })).outcome,
  ).toBe('WRONG_COUNTRY');
  expect(
    (await till.reserve({ code: anywhere.code, accountId: mine, orderMinor: 100, storeSid: 'ST00007' })).outcome,
  ).toBe('WRONG_STORE');
  expect(
    (await till.reserve({ code: anywhere.code, accountId: mine, orderMinor: 100, storeSid: 'NOWHERE' })).outcome,
  ).toBe('error:record.not-found');

  const dear = await openCampaign(test, { min_order_minor: 1_000 });
  const tooLow = await till.reserve({ code: dear.code, accountId: mine, orderMinor: 999 });
  expect(tooLow).toMatchObject({
    outcome: 'MIN_ORDER',
    details: { minOrderMinor: 1_000, orderMinor: 999 },
    redemption: null,
  });
  expect((await till.reserve({ code: dear.code, accountId: mine })).outcome).toBe('MIN_ORDER');
  expect((await till.reserve({ code: dear.code, accountId: mine, orderMinor: 1_000 })).outcome).toBe('RESERVED');

  const first = await openCampaign(test, { first_order_only: true, per_account_limit: 5 }, { max_redemptions: 5 });
  expect((await till.reserve({ code: first.code, accountId: mine, orderMinor: 1 })).outcome).toBe('NOT_FIRST_ORDER');
  expect((await till.redeem({ code: first.code, accountId: mine, orderMinor: 1, isFirstOrder: true })).outcome).toBe(
    'CONFIRMED',
  );
  expect((await till.redeem({ code: first.code, accountId: mine, orderMinor: 1, isFirstOrder: true })).outcome).toBe(
    'NOT_FIRST_ORDER',
  );

  const once = await openCampaign(test, { redemptions_limit: 2 }, { max_redemptions: 5 }, makeCodes(3));
  const [one, two, three] = once.codes;
  expect((await till.reserve({ code: one, accountId: other, orderMinor: 1 })).outcome).toBe('RESERVED');
  expect((await till.reserve({ code: two, accountId: other, orderMinor: 1 })).outcome).toBe('ACCOUNT_LIMIT');
  expect((await till.reserve({ code: two, accountId: accountId(7), orderMinor: 1 })).outcome).toBe('RESERVED');
  expect((await till.reserve({ code: three, accountId: accountId(8), orderMinor: 1 })).outcome).toBe(
    'BUDGET_EXHAUSTED',
  );
  expect((await till.reserve({ code: three, accountId: accountId(5), orderMinor: 1 })).outcome).toBe(
    'BUDGET_EXHAUSTED',
  );
  expect((await till.reserve({ code: dear.code, accountId: accountId(5), orderMinor: 1 })).outcome).toBe('MIN_ORDER');
  const free = await openCampaign(test);
  expect((await till.reserve({ code: free.code, accountId: accountId(5), orderMinor: 1 })).outcome).toBe(
    'ACCOUNT_NOT_ACTIVE',
  );
  const never = { not: { account: { created: { from: '2000-01-01T00:00:00Z' } } } };
  const { rows: segments } = await owner(`insert into segment (name, rule) values ('None', $1) returning id`, [never]);
  const others = await openCampaign(test, { segment_id: segments[0]?.id });
  expect((await till.reserve({ code: others.code, accountId: mine, orderMinor: 1 })).outcome).toBe('NOT_IN_SEGMENT');

  const { rows } = await owner('select reason, sum(n)::int as n from coupon_rejection_hourly group by reason');
  const counted = new Set(rows.map(({ reason }) => reason));
  expect(REDEMPTION_REFUSALS.filter((reason) => !counted.has(reason))).toEqual(
    ['MALFORMED', 'RATE_LIMITED', 'UNKNOWN_CODE', 'NOT_YOUR_COUPON', 'COUPON_USED'].filter(
      (reason) => !counted.has(reason),
    ),
  );
});

it('limits the discount to the order and the cap, and rounds half up', async () => {
  const cases = [
    [{ reward_type: 'PERCENT', amount_minor: null, percent_bp: 1_000 }, 1_005, 101],
    [{ reward_type: 'PERCENT', amount_minor: null, percent_bp: 1_000 }, 1_004, 100],
    [{ reward_type: 'PERCENT', amount_minor: null, percent_bp: 10_000 }, 777, 777],
    [{ reward_type: 'PERCENT', amount_minor: null, percent_bp: 5_000, max_discount_minor: 30 }, 100, 30],
    [{ reward_type: 'PERCENT', amount_minor: null, percent_bp: 9_999 }, 1_000_000_000_000, 999_900_000_000],
    [{}, 20, 20],
    [{}, 0, 0],
  ] as const;
  for (const [campaign, orderMinor, discountMinor] of cases) {
    const { code } = await openCampaign(test, campaign);
    expect((await till.redeem({ code, accountId: ADA, orderMinor })).redemption).toMatchObject({ discountMinor });
  }
});

it('returns the same redemption for the same key at any time, and refuses other content [redemption 4]', async () => {
  const { code, codes } = await openCampaign(test, {}, {}, makeCodes(2));
  const input = { key: randomUUID(), code, accountId: ADA, orderMinor: 2_000 };
  const answers = await Promise.all(Array.from({ length: 8 }, () => till.reserve(input)));
  const ids = new Set(answers.map(({ redemption }) => redemption?.id));
  expect([ids.size, answers.filter(({ isReplayed }) => !isReplayed).length]).toEqual([1, 1]);
  await till.confirm(answers[0]?.redemption?.id);
  expect(await till.reserve({ ...input, code: code.toLowerCase() })).toMatchObject({
    outcome: 'RESERVED',
    isReplayed: true,
    redemption: { state: 'CONFIRMED' },
  });
  for (const other of [{ orderMinor: 2_001 }, { code: codes[1] }, { accountId: BEN }, { isFirstOrder: true }])
    expect((await till.reserve({ ...input, ...other })).outcome).toBe('error:idempotency.mismatch');
  expect((await till.redeem(input)).outcome).toBe('error:idempotency.mismatch');
});

it('treats lapsed reservations as released before housekeeping has run [redemption 1]', async () => {
  const { code, id } = await openCampaign(test, { redemptions_limit: 1, budget_minor: 500 });
  const held = await till.reserve({ code, accountId: ADA, orderMinor: 900 });
  await owner('update coupon_redemption set reserved_until = now() where id = $1', [held.redemption?.id]);
  expect(await till.confirm(held.redemption?.id)).toMatchObject({ outcome: 'RESERVATION_LAPSED' });
  const again = await till.reserve({ code, accountId: ADA, orderMinor: 900 });
  expect(again.outcome).toBe('RESERVED');
  expect(await till.confirm(held.redemption?.id)).toMatchObject({ outcome: 'RESERVATION_LAPSED' });
  expect(await till.confirm(again.redemption?.id)).toMatchObject({ outcome: 'CONFIRMED' });
  expect(await countersOf(test.database.ownerPool, id)).toMatchObject({ redemptions: 1, discount: 500 });
});

it('confirms immediately without a reservation time; canceling the campaign releases held uses', async () => {
  const atOnce = await openCampaign(test, { reservation_seconds: 0 });
  expect(await till.reserve({ code: atOnce.code, accountId: ADA, orderMinor: 100 })).toMatchObject({
    outcome: 'CONFIRMED',
    redemption: { state: 'CONFIRMED' },
  });
  const { id, codes } = await openCampaign(test, {}, {}, makeCodes(2));
  const [one, two] = await Promise.all(
    codes.map((code, index) => till.reserve({ code, accountId: [ADA, BEN][index], orderMinor: 100 })),
  );
  await setCampaignState(test.database.ownerPool, id, 'PAUSED');
  expect((await till.confirm(one?.redemption?.id)).outcome).toBe('CONFIRMED');
  await setCampaignState(test.database.ownerPool, id, 'CANCELED');
  expect((await till.confirm(two?.redemption?.id)).outcome).toBe('CAMPAIGN_CANCELED');
});

it('lets managers roll back with a reason within 90 days [redemption 5]', async () => {
  const { code } = await openCampaign(test);
  const { redemption } = await till.redeem({ code, accountId: ADA, orderMinor: 100 });
  for (const token of ['marketing', 'campaign-viewer', 'campaign-streamer', 'nobody'])
    expect(await till.rollBack(redemption?.id, token)).toBe('access.denied');
  expect(await till.rollBack(redemption?.id, 'admin', '  ')).toBe('reason.required');
  expect(await till.rollBack('nonsense')).toBe('record.not-found');
  await owner(`update coupon_redemption set confirmed_at = confirmed_at - interval '91 days' where id = $1`, [
    redemption?.id,
  ]);
  expect(await till.rollBack(redemption?.id)).toBe('redemption.too-old');
  await owner(`update coupon_redemption set confirmed_at = confirmed_at + interval '91 days' where id = $1`, [
    redemption?.id,
  ]);
  const twice = await Promise.all([till.rollBack(redemption?.id), till.rollBack(redemption?.id)]);
  expect(twice.sort()).toEqual(['ROLLED_BACK', 'state.invalid-transition']);
  const { rows } = await owner(
    `select action, outcome from staff_audit_event where entity_type = 'redemption' and entity_id = $1 order by id`,
    [redemption?.id],
  );
  expect(rows.filter(({ outcome }) => outcome === 'DONE').map(({ action }) => action)).toEqual([
    'redemption.confirm',
    'redemption.roll-back',
  ]);
});
