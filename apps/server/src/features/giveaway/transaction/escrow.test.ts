import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { ledgerFaults } from '../../../ledger/testing/check-ledger.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { insertStores, storeId } from '../../../testing/test-stores.ts';
import { settleDone } from '../giveaway.maintenance.ts';
import { entrant } from '../testing/entry-kit.ts';
import { giveawayDesk, openNow } from '../testing/giveaway-kit.ts';
import { draw, place, winnersOf } from '../testing/winner-kit.ts';

const admin = giveawayDesk(() => test, 'admin');
const app = entrant(() => test);
/** Active accounts in Germany. */
const PEOPLE = [1, 2, 4, 7, 8, 11];

const test = await fileApp();
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertStores(test.database.ownerPool, 4);
  await insertAccounts(test.database.ownerPool, 12);
  await rowsOf("update account set birth_date = '1990-01-01'");
  for (const owner of [...PEOPLE.map(accountId), storeId(1)]) {
    await rowsOf(
      `select post_points_transfer('00000000-0000-7000-8000-000000000001', id, 100000, 'ISSUE', null, null, null, null, null, $2, 'test')
       from points_wallet where owner_id = $1`,
      [owner, randomUUID()],
    );
  }
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;

/** Total points of accounts, the sponsor and giveaways, and those of one giveaway. */
async function points(id: string): Promise<{ whole: number; purse: number; expected: number }> {
  const [row] = await rowsOf(
    `select (select sum(balance)::int from points_wallet where owner_type <> 'SYSTEM') as whole,
       (select coalesce(sum(balance), 0)::int from points_wallet where owner_id = $1) as purse,
       (select case when g.state in ('CANCELED', 'SETTLED') then 0 else g.escrow_points + t.points_held - coalesce((select sum(p.amount)
          from giveaway_transaction x join points_transfer p on p.id = x.points_transfer_id
          where x.giveaway_id = $1 and x.type = 'PRIZE_GRANTED'), 0) end::int
        from giveaway g join giveaway_tally t on t.giveaway_id = g.id where g.id = $1) as expected`,
    [id],
  );
  return row;
}

const step = fc.record({
  what: fc.constantFrom('enter', 'add', 'withdraw'),
  who: fc.constantFrom(...PEOPLE),
  tickets: fc.integer({ min: 1, max: 3 }),
});
const life = fc.record({
  cost: fc.integer({ min: 0, max: 7 }),
  prize: fc.integer({ min: 1, max: 50 }),
  steps: fc.array(step, { minLength: 4, maxLength: 14 }),
  end: fc.constantFrom('cancel', 'settle'),
  forfeits: fc.integer({ min: 0, max: 3 }),
});

it('points are never created or lost, with any actions and any end of a giveaway', async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ cost, prize, steps, end, forfeits }) => {
      const prizes = [{ rank: 1, titleI18n: { 'en-US': 'p' }, quantity: 2, kind: 'POINTS', points: prize }];
      const terms = { storeId: storeId(1), entryCostPoints: cost, maxTicketsPerAccount: 9, alternates: 1, prizes };
      const draft = await admin.made(terms);
      const [before] = await rowsOf(
        "select sum(balance)::int as whole from points_wallet where owner_type <> 'SYSTEM'",
      );
      const { id } = await admin.done(admin.publish(draft));
      await openNow(test, id);
      for (const { what, who, tickets } of steps) {
        if (what === 'enter') await app.enter(id, who, { tickets });
        else if (what === 'add') await app.add(id, who, { tickets });
        else await app.withdraw(id, who);
        const { whole, purse, expected } = await points(id);
        expect([whole, purse]).toEqual([before?.whole, expected]);
      }
      const valid = await rowsOf(
        "select account_id from giveaway_entry where giveaway_id = $1 and state = 'VALID' order by id",
        [id],
      );
      if (end === 'cancel' || valid.length === 0) {
        await admin.done(admin.cancel(await admin.read(id)));
      } else {
        const drawn = PEOPLE.filter((person) => valid.some((row) => row.account_id === accountId(person)));
        await draw(test, id, drawn);
        for (let position = 1; position <= Math.min(forfeits, drawn.length); position += 1) {
          await place(admin, 'forfeitGiveawayWinner', id, position, { reason: 'r' });
        }
        await admin.done(admin.announce(await admin.read(id)));
        for (const winner of await winnersOf(test, id)) {
          await test.send(
            'mutation($i: ClaimGiveawayPrizeInput!) { claimGiveawayPrize(input: $i) { outcome } }',
            { i: { giveawayId: id, accountId: winner.account.id } },
            { token: 'machine' },
          );
        }
        await inTransaction(test.database.db, settleDone);
      }
      const { whole, purse, expected } = await points(id);
      expect([whole, purse, expected]).toEqual([before?.whole, 0, 0]);
    }),
    { numRuns: 8 },
  );
  expect(await ledgerFaults(test.database.ownerPool)).toEqual([]);
}, 60_000);
