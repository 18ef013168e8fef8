import { REDEMPTION_MACHINE, type RedemptionState, stepsOf } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { describeStates } from '../../../testing/state-cases.ts';
import { accountId } from '../../../testing/test-accounts.ts';
import { openCampaign, tillApp } from './testing/till.ts';

const { test, till } = await tillApp(1);

const rollBack = (id: string) =>
  `mutation { rollBackRedemption(input: { id: "${id}", reason: "By mistake" }) { redemption { id } } }`;
const stateSql = 'select state::text from coupon_redemption where id = $1';
const stateOf = async (id: string) => (await test.database.ownerPool.query(stateSql, [id])).rows[0].state;

/** A redemption that reached a state through the API. */
async function inState(state: RedemptionState): Promise<string> {
  const { code } = await openCampaign(test);
  const { redemption } = await till.reserve({ code, accountId: accountId(1), orderMinor: 1_000 });
  const id = redemption?.id ?? '';
  if (state === 'RELEASED') await till.release(id);
  if (state === 'CONFIRMED' || state === 'ROLLED_BACK') await till.confirm(id);
  if (state === 'ROLLED_BACK') await test.send(rollBack(id));
  expect(await stateOf(id)).toBe(state);
  return id;
}

describeStates({
  machine: REDEMPTION_MACHINE,
  test: () => test,
  place: async (state) => ({ id: await inState(state), version: 0 }),
  mutations: { ROLL_BACK: ({ id }) => rollBack(id) },
  stateSql,
});

const CLIENT_STEPS = { CONFIRM: 'confirm', RELEASE: 'release' } as const;
const steps = stepsOf(REDEMPTION_MACHINE).filter(([name]) => name in CLIENT_STEPS);

it.each(steps.flatMap(([name, step]) => REDEMPTION_MACHINE.states.map((state) => ({ name, step, state }))))(
  'checkout can $name a redemption in $state if the state machine allows it',
  async ({ name, step, state }) => {
    const id = await inState(state);
    const { outcome, isReplayed } = await till[CLIENT_STEPS[name as 'CONFIRM']](id);
    const isOpen = step.from.includes(state);
    expect(await stateOf(id)).toBe(isOpen ? step.to : state);
    expect([outcome === step.to, isReplayed]).toEqual([isOpen || state === step.to, state === step.to]);
  },
);

it('can be rolled back for 90 days', async () => {
  for (const [hours, isOpen] of [
    [90 * 24 - 1, true],
    [90 * 24 + 1, false],
  ] as const) {
    const id = await inState('CONFIRMED');
    await test.database.ownerPool.query(
      `update coupon_redemption set reserved_at = reserved_at - make_interval(hours => $2), confirmed_at = confirmed_at - make_interval(hours => $2),
         reserved_until = reserved_until - make_interval(hours => $2) where id = $1`,
      [id, hours],
    );
    const { rows } = await test.database.ownerPool.query(
      'select campaign_id as id from coupon_redemption where id = $1',
      [id],
    );
    const { body } = await test.send(
      `{ campaignRedemptions(filter: { campaign: { in: ["${rows[0].id}"] } }) { nodes { canRollBack } } }`,
    );
    expect(body.data.campaignRedemptions.nodes).toEqual([{ canRollBack: isOpen }]);
    const answer = await test.send(rollBack(id));
    expect(answer.body.errors?.[0].extensions.code).toBe(isOpen ? undefined : 'redemption.too-old');
  }
});

it('returns why it cannot be rolled back', async () => {
  const { body } = await test.send(rollBack(await inState('RESERVED')));
  expect(body.errors[0].extensions).toEqual({
    code: 'state.invalid-transition',
    details: { from: 'RESERVED', to: 'ROLLED_BACK', allowed: [] },
  });
  const long = await test.send(rollBack(await inState('CONFIRMED')).replace('By mistake', 'x'.repeat(301)));
  expect(long.body.errors[0].extensions).toEqual({
    code: 'field.invalid',
    details: { fields: { reason: [{ rule: 'too-long' }] } },
  });
});
