import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { ledgerFaults } from '../../../ledger/testing/check-ledger.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { insertCampaign, insertCoupons } from '../../../testing/test-campaigns.ts';
import { insertStores, storeId } from '../../../testing/test-stores.ts';
import { forfeitUnclaimed, settleDone } from '../giveaway.maintenance.ts';
import { entrant } from '../testing/entry-kit.ts';
import { type AnsweredGiveaway, giveawayDesk, openNow, POINTS_PRIZE, transactionsOf } from '../testing/giveaway-kit.ts';
import { draw, place, winnersOf } from '../testing/winner-kit.ts';

const admin = giveawayDesk(() => test, 'admin');
const marketing = giveawayDesk(() => test, 'marketing');
const app = entrant(() => test);
const PEOPLE = [1, 2, 3, 4, 5, 6] as const;

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertStores(test.database.ownerPool, 12);
await insertAccounts(test.database.ownerPool, 10);
beforeEach(async () => {
  await rowsOf(
    "update account set state = 'ACTIVE', state_reason = null, country_code = 'DE', area_id = null, birth_date = '1990-02-28'",
  );
});
afterAll(async () => expect(await ledgerFaults(test.database.ownerPool)).toEqual([]));

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const balanceOf = async (owner: string): Promise<number> =>
  Number((await rowsOf('select balance from points_wallet where owner_id = $1', [owner]))[0]?.balance ?? 0);
const typesOf = async (id: string) => (await transactionsOf(test, id)).map(({ type }) => type);

/** A drawn giveaway with the accounts 1 to 6 in that order: as many winners as prizes, then alternates. */
async function drawn(more: object = {}): Promise<AnsweredGiveaway> {
  const giveaway = await admin.done(admin.publish(await admin.made({ alternates: 2, ...more })));
  await openNow(test, giveaway.id);
  for (const person of PEOPLE) await app.enter(giveaway.id, person);
  await draw(test, giveaway.id, PEOPLE);
  return admin.read(giveaway.id);
}

const forfeit = (id: string, position: number, reason = 'not eligible', desk = admin) =>
  place(desk, 'forfeitGiveawayWinner', id, position, { reason });
const fulfil = (id: string, position: number, note: string | null = null, desk = admin) =>
  place(desk, 'fulfilGiveawayWinner', id, position, { note });

async function claim(id: string, person: number) {
  const { body } = await test.send(
    `mutation($input: ClaimGiveawayPrizeInput!) { claimGiveawayPrize(input: $input) { outcome isReplayed won { position state points couponCode claimDeadline } } }`,
    { input: { giveawayId: id, accountId: accountId(person) } },
    { token: 'machine' },
  );
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data.claimGiveawayPrize;
}

it('winners are announced after a review and then visible to programs, and points are claimed once [giveaways 5]', async () => {
  const giveaway = await drawn();
  const { id } = giveaway;
  const before = await balanceOf(accountId(1));
  expect((await claim(id, 1)).outcome).toBe('NOT_ANNOUNCED');
  const results = async () => {
    const { body } = await test.send(
      'query($id: ID!) { giveawayResults(giveawayId: $id) { position accountId kind state prizeRank claimDeadline } }',
      { id },
      { token: 'machine' },
    );
    return body.data.giveawayResults;
  };
  expect(await results()).toEqual([]);
  await rowsOf("update account set country_code = 'US' where id = $1", [accountId(2)]);
  const reviewed = await winnersOf(test, id);
  expect(reviewed.map(({ position, kind, state, review }) => [position, kind, state, review.problems])).toEqual([
    [1, 'WINNER', 'DRAWN', []],
    [2, 'WINNER', 'DRAWN', ['WRONG_COUNTRY']],
    [3, 'ALTERNATE', 'DRAWN', []],
    [4, 'ALTERNATE', 'DRAWN', []],
  ]);
  expect((await marketing.refusal(marketing.announce(giveaway, false))).details.fields).toHaveProperty('hasReviewed');
  expect((await marketing.refusal(forfeit(id, 2, 'moved away', marketing))).code).toBe('access.denied');
  expect(await admin.done(forfeit(id, 2, 'moved away'))).toMatchObject({ state: 'FORFEITED', replacedByPosition: 3 });
  const announced = await marketing.done(marketing.announce(await admin.read(id)));
  expect(announced).toMatchObject({ state: 'ANNOUNCED', figures: { openPrizes: 2 } });
  expect((await marketing.refusal(marketing.announce(announced))).code).toBe('state.invalid-transition');
  expect(await results()).toMatchObject([
    { position: 1, accountId: accountId(1), state: 'NOTIFIED', prizeRank: 1 },
    { position: 2, state: 'FORFEITED' },
    { position: 3, kind: 'ALTERNATE', state: 'NOTIFIED', prizeRank: 1 },
    { position: 4, state: 'DRAWN', prizeRank: null, claimDeadline: null },
  ]);
  const claims = await Promise.all([1, 1, 1].map((person) => claim(id, person)));
  expect(claims.map(({ outcome }) => outcome)).toEqual(['GRANTED', 'GRANTED', 'GRANTED']);
  expect(claims.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
  expect(await balanceOf(accountId(1))).toBe(before + 100);
  expect((await claim(id, 2)).outcome).toBe('FORFEITED');
  expect((await claim(id, 4)).outcome).toBe('NOT_A_WINNER');
  expect((await claim(id, 6)).outcome).toBe('NOT_A_WINNER');
  expect((await admin.refusal(admin.settle(announced))).code).toBe('giveaway.prizes-open');
  await rowsOf("update account set state = 'SUSPENDED', state_reason = 'x' where id = $1", [accountId(3)]);
  expect((await claim(id, 3)).outcome).toBe('ACCOUNT_NOT_ACTIVE');
  await rowsOf("update account set state = 'ACTIVE', state_reason = null where id = $1", [accountId(3)]);
  expect((await claim(id, 3)).outcome).toBe('GRANTED');
  const settled = await admin.done(admin.settle(await admin.read(id)));
  expect(settled).toMatchObject({ state: 'SETTLED', figures: { escrowBalance: 0, openPrizes: 0 } });
  expect((await winnersOf(test, id)).map(({ state }) => state)).toEqual([
    'FULFILLED',
    'FORFEITED',
    'FULFILLED',
    'UNUSED',
  ]);
  expect((await typesOf(id)).slice(-11)).toEqual([
    'ALTERNATE_DRAWN',
    'FORFEITED',
    'PROMOTED',
    'ANNOUNCED',
    'NOTIFIED',
    'NOTIFIED',
    'CLAIMED',
    'PRIZE_GRANTED',
    'CLAIMED',
    'PRIZE_GRANTED',
    'SETTLED',
  ]);
});

describe('a prize that is not claimed in time', () => {
  it('passes to one alternate after the other, each once, and returns to the sponsor when none is left [giveaways 5]', async () => {
    await rowsOf(
      `select post_points_transfer('00000000-0000-7000-8000-000000000001', id, 200, 'ISSUE', null, null, null, null, null, 'for-sponsor', 'test')
       from points_wallet where owner_id = $1`,
      [storeId(1)],
    );
    const giveaway = await drawn({ storeId: storeId(1), alternates: 1, prizes: [{ ...POINTS_PRIZE, quantity: 2 }] });
    const { id } = giveaway;
    await admin.done(admin.announce(giveaway));
    const runOut = () =>
      rowsOf(
        "update giveaway_winner set claim_deadline = now() - interval '1 second' where giveaway_id = $1 and state = 'NOTIFIED'",
        [id],
      );
    await runOut();
    expect((await claim(id, 1)).outcome).toBe('CLAIM_EXPIRED');
    // With two concurrent workers each prize is forfeited once, and each alternate promoted once.
    await Promise.all(
      [1, 2, 3, 4].map(async () => {
        let isMore = true;
        while (isMore) isMore = await inTransaction(test.database.db, forfeitUnclaimed);
      }),
    );
    expect((await winnersOf(test, id)).map(({ state, replacedByPosition }) => [state, replacedByPosition])).toEqual([
      ['FORFEITED', 3],
      ['FORFEITED', null],
      ['NOTIFIED', null],
    ]);
    expect(await inTransaction(test.database.db, settleDone)).toBe(false);
    await runOut();
    expect(await inTransaction(test.database.db, forfeitUnclaimed)).toBe(true);
    expect(await inTransaction(test.database.db, forfeitUnclaimed)).toBe(false);
    expect(await inTransaction(test.database.db, settleDone)).toBe(true);
    expect(await inTransaction(test.database.db, settleDone)).toBe(false);
    expect((await admin.read(id))['state']).toBe('SETTLED');
    expect(await balanceOf(storeId(1))).toBe(200);
    const types = await typesOf(id);
    expect(types.filter((type) => type === 'PROMOTED')).toHaveLength(1);
    expect(types.filter((type) => type === 'FORFEITED')).toHaveLength(3);
    expect(types.slice(-2)).toEqual(['LEFTOVER_RETURNED', 'SETTLED']);
  });
});

it('a won code works only for its winner; without a free code it is assigned later [giveaways 5]', async () => {
  const campaign = await insertCampaign(test.database.pool, { state: 'ACTIVE' });
  await insertCoupons(test.database.pool, campaign, ['7K3M9QXTWBRB']);
  const prize = { rank: 1, titleI18n: { 'en-US': 'Code' }, quantity: 2, kind: 'COUPON', campaignId: campaign };
  const giveaway = await drawn({ prizes: [prize] });
  await admin.done(admin.announce(giveaway));
  expect(await claim(giveaway.id, 1)).toMatchObject({
    outcome: 'GRANTED',
    won: { state: 'FULFILLED', couponCode: '7K3M9QXTWBRB' },
  });
  expect(await rowsOf('select account_id from coupon where campaign_id = $1', [campaign])).toEqual([
    { account_id: accountId(1) },
  ]);
  expect(await claim(giveaway.id, 2)).toMatchObject({ outcome: 'CLAIMED', won: { couponCode: null } });
  expect((await admin.refusal(fulfil(giveaway.id, 2))).code).toBe('giveaway.no-coupon');
  await insertCoupons(test.database.pool, campaign, ['ZZZZZZZZZZZK']);
  expect(await admin.done(fulfil(giveaway.id, 2))).toMatchObject({ state: 'FULFILLED', couponLast4: 'ZZZK' });
});

it('a physical prize is delivered by staff, and passes to an alternate if forfeited after the claim', async () => {
  const prize = { rank: 1, titleI18n: { 'en-US': 'Bicycle' }, quantity: 1, kind: 'PHYSICAL' };
  const giveaway = await drawn({ prizes: [prize] });
  const { id } = giveaway;
  expect((await admin.refusal(fulfil(id, 1))).code).toBe('state.invalid-transition');
  await admin.done(admin.announce(giveaway));
  expect((await claim(id, 1)).outcome).toBe('CLAIMED');
  expect((await marketing.refusal(fulfil(id, 1, null, marketing))).code).toBe('access.denied');
  expect(await admin.done(forfeit(id, 1))).toMatchObject({ state: 'FORFEITED', replacedByPosition: 2 });
  expect((await claim(id, 2)).outcome).toBe('CLAIMED');
  expect(await admin.done(fulfil(id, 2, 'picked up'))).toMatchObject({
    state: 'FULFILLED',
    fulfilmentNote: 'picked up',
  });
  expect((await admin.refusal(fulfil(id, 2))).code).toBe('state.invalid-transition');
  expect((await admin.refusal(forfeit(id, 2))).code).toBe('state.invalid-transition');
  expect((await admin.refusal(forfeit(id, 9))).code).toBe('record.not-found');
});

it('an account sees its entries, and its prizes once they are announced', async () => {
  const giveaway = await drawn();
  const entered = async () => {
    const { body } = await test.send(
      'query($f: AccountGiveawayFilter!) { accountGiveaways(first: 1, filter: $f) { nodes { giveaway { id status } state winnerState winnerPosition prizeTitle } } }',
      { f: { account: { in: [accountId(1)] } } },
      { token: 'marketing' },
    );
    return body.data.accountGiveaways.nodes[0];
  };
  expect(await entered()).toMatchObject({
    giveaway: { id: giveaway.id, status: 'DRAWN' },
    winnerState: null,
    prizeTitle: null,
  });
  await admin.done(admin.announce(giveaway));
  expect(await entered()).toMatchObject({ winnerState: 'NOTIFIED', winnerPosition: 1, prizeTitle: 'Points' });
});
