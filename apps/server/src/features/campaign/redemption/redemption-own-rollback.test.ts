import { expect, it } from 'vitest';
import { accountId } from '../../../testing/test-accounts.ts';
import { openCampaign, tillApp } from './testing/till.ts';
import { countersOf } from './testing/uncounted.ts';

const { test, till } = await tillApp(10);
const ROLL_BACK = `mutation($id: ID!) { it: rollBackRedemption(input: { id: $id, reason: "Returned" }) {
  redemptionId isReplayed } }`;

/** The answer, or the code of the error. */
async function rollBack(id: string | undefined, token: 'admin' | 'machine' | 'machine~coupon.redeem' = 'machine') {
  const { body } = await test.send(ROLL_BACK, { id }, { token });
  return body.errors?.[0].extensions.code ?? body.data.it;
}

it('a machine client rolls back its own redemption once, however often and at once it is sent', async () => {
  const { code, id: campaign } = await openCampaign(test);
  const { redemption } = await till.redeem({ code, accountId: accountId(1), orderMinor: 2_000 });
  expect(await rollBack(redemption?.id, 'machine~coupon.redeem')).toBe('access.denied');
  const answers = await Promise.all(Array.from({ length: 5 }, () => rollBack(redemption?.id)));
  expect(answers.map(({ isReplayed }) => isReplayed).sort()).toEqual([false, true, true, true, true]);
  expect(await rollBack(redemption?.id)).toEqual({ redemptionId: redemption?.id, isReplayed: true });
  expect(await countersOf(test.database.ownerPool, campaign)).toMatchObject({ redemptions: 0, discount: 0 });
  expect(await rollBack(redemption?.id, 'admin')).toBe('state.invalid-transition');
});

it('a machine client rolls back neither redemptions of others nor reserved ones', async () => {
  const { code } = await openCampaign(test);
  const { redemption } = await till.reserve({ code, accountId: accountId(2), orderMinor: 2_000 });
  expect(await rollBack(redemption?.id)).toBe('state.invalid-transition');
  await till.confirm(redemption?.id);
  const owner = test.database.ownerPool;
  await owner.query(`update coupon_redemption set created_by = 'other-pos' where id = $1`, [redemption?.id]);
  expect(await rollBack(redemption?.id)).toBe('record.not-found');
  expect(await rollBack('x')).toBe('record.not-found');
});
