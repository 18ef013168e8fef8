import { REDEMPTION_RULES } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { tableDigests } from '../../../../testing/table-digests.ts';
import { accountId } from '../../../../testing/test-accounts.ts';
import { makeCodes, openCampaign, tillApp } from '../../redemption/testing/till.ts';

const { test, till } = await tillApp(30);
const owner = (text: string, values: unknown[] = []) => test.database.ownerPool.query(text, values);
const CHECK = `query($i: CheckCouponInput!) { it: checkCoupon(input: $i) { formatted kind isWellFormed verdict
  campaign { name status currency } rules { rule outcome refusal isDecisive isReached detail } } }`;
const USABLE = `query($by: MemberInput!, $store: String) { it: usableCoupons(by: $by, storeSid: $store) {
  code campaignName rewardType amountMinor currency minOrderMinor validUntil } }`;

/** The answer, or the code of the error. */
async function ask(query: string, variables: object, token = 'machine') {
  const { body } = await test.send(query, { ...variables }, { token });
  return body.errors?.[0].extensions.code ?? body.data.it;
}
const check = (i: object, token?: string) =>
  ask(CHECK, { i: { accountId: accountId(1), orderMinor: 2_000, ...i } }, token);
const usable = (account: string, more: object = {}) => ask(USABLE, { by: { accountId: account }, ...more });

it('a check by a till has every rule, holds nothing and writes nothing, and a redemption has its outcome', async () => {
  const { code } = await openCampaign(test, { min_order_minor: 1_500 });
  const before = await tableDigests(test.database.ownerPool);
  const good = await check({ code: code.toLowerCase() });
  expect(good).toMatchObject({ isWellFormed: true, kind: 'UNIQUE', verdict: null, campaign: { status: 'RUNNING' } });
  expect(good.rules.map(({ rule }: { rule: string }) => rule)).toEqual(REDEMPTION_RULES);
  expect(new Set(good.rules.map(({ outcome }: { outcome: string }) => outcome))).toEqual(new Set(['PASSED']));
  const refused = [{ orderMinor: 1_499 }, { currency: 'CHF' }, { code: '!' }];
  const verdicts: string[] = [];
  for (const more of refused) verdicts.push((await check({ code, ...more })).verdict);
  await owner(`delete from coupon_rejection_hourly`);
  expect(await tableDigests(test.database.ownerPool)).toEqual(before);
  for (const [index, more] of refused.entries()) {
    const { outcome } = await till.reserve({ code, accountId: accountId(1), orderMinor: 2_000, ...more });
    expect(verdicts[index]).toBe(outcome);
  }
});

it('needs its scope, one account, and fields of programs', async () => {
  const code = makeCodes(1)[0];
  expect(await check({ code }, 'machine~coupon.redeem')).toBe('access.denied');
  expect(await check({ code, firebaseId: 'x' })).toBe('field.invalid');
  expect(await check({ code, accountId: undefined, accountNumber: 1 })).toBe('field.invalid');
  expect(await check({ code, accountId: 'x' })).toBe('record.not-found');
  expect(await check({ code, storeSid: 'x' })).toBe('record.not-found');
  expect(await check({ code, consumerAddress: '10.0.0.1' }, 'machine~coupon.check')).toBe('access.denied');
  expect(await check({ code, consumerAddress: '10.0.0.1' }, 'campaign-manager')).toBe('access.denied');
  const meant = await ask('query($i: CheckCouponInput!) { it: checkCoupon(input: $i) { meant } }', { i: { code } });
  expect(meant).toBe('request.malformed');
});

it('a code of another account looks like an unknown one', async () => {
  const { code } = await openCampaign(test, { min_order_minor: 1_000_000 }, { account_id: accountId(2) });
  const [other, unknown] = [await check({ code }), await check({ code: makeCodes(1)[0] })];
  const tried = (answer: { rules: { rule: string }[] }) => answer.rules.filter(({ rule }) => rule !== 'TRIES');
  expect({ ...other, formatted: '', rules: tried(other) }).toEqual({
    ...unknown,
    formatted: '',
    rules: tried(unknown),
  });
  expect(unknown).toMatchObject({ verdict: 'UNKNOWN_CODE', campaign: null });
});

it('counts wrong codes with those of redemptions, and shows a limited till nothing', async () => {
  const { code } = await openCampaign(test);
  const guesses = makeCodes(12).map((wrong, index) =>
    index % 2
      ? check({ code: wrong, accountId: accountId(4) }).then(({ verdict }) => verdict)
      : till.reserve({ code: wrong, accountId: accountId(4), orderMinor: 1 }).then(({ outcome }) => outcome),
  );
  const outcomes = await Promise.all(guesses);
  expect(outcomes.filter((outcome) => outcome === 'UNKNOWN_CODE')).toHaveLength(10);
  const limited = await check({ code, accountId: accountId(4) });
  expect(limited).toMatchObject({ verdict: 'RATE_LIMITED', campaign: null });
  const shown = limited.rules.filter(({ outcome }: { outcome: string }) => outcome !== 'NOT_JUDGED');
  expect(shown.map(({ rule }: { rule: string }) => rule)).toEqual(['FORM', 'TRIES']);
});

it('lists the coupons that an account can use now, the first to expire first', async () => {
  const account = accountId(7);
  const soon = await openCampaign(
    test,
    { name: 'Soon', ends_at: new Date(Date.now() + 3_600_000) },
    { account_id: account },
  );
  const later = await openCampaign(test, { name: 'Later', min_order_minor: 700 }, { account_id: account });
  await openCampaign(test, { state: 'PAUSED' }, { account_id: account });
  await openCampaign(test, {}, { account_id: account, state: 'DISABLED', disabled_reason: 'r' });
  await openCampaign(test, {}, { account_id: accountId(8) });
  await openCampaign(test);
  const coupons = await usable(account);
  expect(coupons).toMatchObject([
    { campaignName: 'Soon', rewardType: 'AMOUNT', amountMinor: 500, currency: 'EUR', minOrderMinor: null },
    { campaignName: 'Later', minOrderMinor: 700 },
  ]);
  expect(coupons.map(({ code }: { code: string }) => code.replaceAll('-', ''))).toEqual([soon.code, later.code]);
  expect((await till.redeem({ code: soon.code, accountId: account, orderMinor: 900 })).outcome).toBe('CONFIRMED');
  expect(await usable(account)).toMatchObject([{ campaignName: 'Later' }]);
  expect(await usable(account, { store: 'x' })).toBe('record.not-found');
  await owner(`update account set state = 'CLOSED', state_reason = 'r' where id = $1`, [account]);
  for (const none of [account, crypto.randomUUID(), 'x', accountId(9)]) expect(await usable(none)).toEqual([]);
  expect(await ask(USABLE, { by: { accountId: account } }, 'machine~coupon.check')).toBe('access.denied');
  expect(await ask(USABLE, { by: { accountId: account } }, 'admin')).toBe('access.denied');
});
