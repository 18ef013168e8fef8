import { GIVEAWAY_WINNER_MACHINE, GIVEAWAY_WINNER_STATES, type GiveawayWinnerState } from '@backcounter/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../../../testing/file-app.ts';
import { describeStates, type PlacedRecord } from '../../../testing/state-cases.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { entrant } from '../testing/entry-kit.ts';
import { giveawayDesk, openNow } from '../testing/giveaway-kit.ts';
import { draw } from '../testing/winner-kit.ts';

const PEOPLE = Array.from({ length: 24 }, (_, at) => at + 1);
/** Further columns of a winner by state. */
const COLUMNS: Partial<Readonly<Record<GiveawayWinnerState, string>>> = {
  FORFEITED: "forfeited_at = now(), forfeited_reason = 'test'",
  PROMOTED: "kind = 'ALTERNATE'",
  UNUSED: "kind = 'ALTERNATE'",
};

let giveawayId: string;
let next = 0;
const test = await fileApp();
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, PEOPLE.length);
  await test.database.ownerPool.query(
    "update account set state = 'ACTIVE', state_reason = null, country_code = 'DE', area_id = null, birth_date = '1990-02-28'",
  );
  const admin = giveawayDesk(() => test, 'admin');
  const prizes = [{ rank: 1, titleI18n: { 'en-US': 'Points' }, quantity: PEOPLE.length, kind: 'POINTS', points: 1 }];
  const giveaway = await admin.done(admin.publish(await admin.made({ prizes })));
  giveawayId = giveaway.id;
  await openNow(test, giveawayId);
  const app = entrant(() => test);
  for (const person of PEOPLE) await app.enter(giveawayId, person);
  await draw(test, giveawayId, PEOPLE);
  await admin.done(admin.announce(giveaway));
});

const stateSql = 'select state::text from giveaway_winner where draw_position = $1::int';
const winner = ({ id }: PlacedRecord) => `giveawayId: "${giveawayId}", position: ${id}`;

/** The next winner in the order of the draw. */
async function place(state: GiveawayWinnerState): Promise<PlacedRecord> {
  next += 1;
  const columns = ['state = $2', ...(COLUMNS[state] === undefined ? [] : [COLUMNS[state]])];
  await test.database.ownerPool.query(`update giveaway_winner set ${columns.join(', ')} where draw_position = $1`, [
    next,
    state,
  ]);
  return { id: String(next), version: 1 };
}

describeStates({
  machine: GIVEAWAY_WINNER_MACHINE,
  test: () => test,
  place,
  mutations: {
    FORFEIT: (record) =>
      `mutation { forfeitGiveawayWinner(input: { ${winner(record)}, reason: "test" }) { giveawayWinner { id } } }`,
    FULFIL: (record) => `mutation { fulfilGiveawayWinner(input: { ${winner(record)} }) { giveawayWinner { id } } }`,
  },
  stateSql,
});

describe('a claim', () => {
  it.each(GIVEAWAY_WINNER_STATES)('of a winner in %s', async (state) => {
    const { id } = await place(state);
    const { body } = await test.send(
      'mutation($input: ClaimGiveawayPrizeInput!) { claimGiveawayPrize(input: $input) { outcome isReplayed } }',
      { input: { giveawayId, accountId: accountId(next) } },
      { token: 'machine' },
    );
    const { outcome, isReplayed } = body.data.claimGiveawayPrize;
    const isDone = outcome === 'GRANTED' && !isReplayed;
    expect(isDone).toBe(GIVEAWAY_WINNER_MACHINE.clients?.['CLAIM']?.from.includes(state));
    const { rows } = await test.database.ownerPool.query(stateSql, [id]);
    // Points are paid at once.
    expect(rows[0].state).toBe(isDone ? 'FULFILLED' : state);
  });
});
