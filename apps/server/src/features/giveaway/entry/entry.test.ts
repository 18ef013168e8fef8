import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { ledgerFaults } from '../../../ledger/testing/check-ledger.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { refundCanceled } from '../giveaway.maintenance.ts';
import { entrant } from '../testing/entry-kit.ts';
import { type AnsweredGiveaway, giveawayDesk, moveDates, openNow, transactionsOf } from '../testing/giveaway-kit.ts';

const admin = giveawayDesk(() => test, 'admin');
const app = entrant(() => test);
const ACCOUNTS = 400;
/** Timeout on a busy machine. */
const PATIENCE = { timeout: 30_000 };
/** A zone in which the day does not end during a test. */
const ZONE = new Date().getUTCHours() === 9 ? 'America/New_York' : 'Pacific/Kiritimati';

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, ACCOUNTS);
beforeEach(async () => {
  await rowsOf(
    "update account set state = 'ACTIVE', state_reason = null, country_code = 'DE', area_id = null, birth_date = '1990-02-28'",
  );
});
afterAll(async () => expect(await ledgerFaults(test.database.ownerPool)).toEqual([]));

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const balanceOf = async (owner: string) =>
  (await rowsOf('select balance from points_wallet where owner_id = $1', [owner]))[0]?.balance;
const tallyOf = async (id: string) => (await rowsOf('select * from giveaway_tally where giveaway_id = $1', [id]))[0];

async function open(more: object = {}): Promise<AnsweredGiveaway> {
  const giveaway = await admin.done(admin.publish(await admin.made(more)));
  await openNow(test, giveaway.id);
  return giveaway;
}

async function credit(account: number, points: number): Promise<void> {
  await rowsOf(
    `select post_points_transfer('00000000-0000-7000-8000-000000000001', id, $2, 'ISSUE', null, null, null, null, null, $3, 'test')
     from points_wallet where owner_id = $1`,
    [accountId(account), points, randomUUID()],
  );
}

/** Counters match the rows, and transactions are numbered without gaps. */
async function expectSound(id: string): Promise<void> {
  const [facts] = await rowsOf(
    `select count(*) filter (where state = 'VALID')::int as entries, coalesce(sum(tickets) filter (where state = 'VALID'), 0)::int as tickets,
       count(*) filter (where state = 'WITHDRAWN')::int as withdrawn, count(*) filter (where state = 'DISQUALIFIED')::int as disqualified,
       coalesce(sum(points_paid), 0)::int as points_held from giveaway_entry where giveaway_id = $1`,
    [id],
  );
  const { giveaway_id: _id, is_open: _open, last_seq: last, ...counted } = await tallyOf(id);
  expect(counted).toEqual(facts);
  const [seq] = await rowsOf(
    'select count(*)::int as n, max(seq)::int as newest from giveaway_transaction where giveaway_id = $1',
    [id],
  );
  expect(seq).toEqual({ n: last, newest: last });
}

it('are counted by day in the time zone of the giveaway, in any state', async () => {
  const { id } = await open({ timezone: 'Asia/Tokyo', maxTicketsPerAccount: 5 });
  const days = async () => {
    const query = 'query ($id: ID!) { giveawayEntryDays(giveawayId: $id) { day entries tickets } }';
    const { body } = await test.send(query, { id });
    return body.data.giveawayEntryDays;
  };
  expect(await days()).toEqual([]);
  for (const account of [1, 2, 3]) await app.enter(id, account, { tickets: account });
  await app.withdraw(id, 1);
  const instants = ['2026-03-01T14:59:59Z', '2026-03-01T15:00:00Z', '2026-03-02T14:59:59Z'];
  for (const [at, account] of instants.map((instant, index) => [instant, index + 1] as const))
    await rowsOf('update giveaway_entry set entered_at = $3 where giveaway_id = $1 and account_id = $2', [
      id,
      accountId(account),
      at,
    ]);
  expect(await days()).toEqual([
    { day: '2026-03-01', entries: 1, tickets: 1 },
    { day: '2026-03-02', entries: 2, tickets: 5 },
  ]);
});

describe('an entry', () => {
  it('is made once, gets tickets, is withdrawn and made again, each with a transaction and an audit event [giveaways 2]', async () => {
    const { id } = await open({ maxTicketsPerAccount: 5 });
    const first = await app.enter(id, 1, { key: 'first', tickets: 2 });
    expect(first).toMatchObject({
      outcome: 'ENTERED',
      isReplayed: false,
      entry: { tickets: 2, state: 'VALID', pointsPaid: 0 },
    });
    expect(await app.enter(id, 1, { key: 'first', tickets: 2 })).toEqual({ ...first, isReplayed: true });
    expect((await app.refused('enterGiveaway', id, 1, { key: 'first', tickets: 3 })).code).toBe('idempotency.mismatch');
    expect(await app.enter(id, 1)).toMatchObject({ outcome: 'ALREADY_ENTERED', entry: { tickets: 2 } });
    expect(await app.add(id, 1, { tickets: 3 })).toMatchObject({ outcome: 'TICKETS_ADDED', entry: { tickets: 5 } });
    expect(await app.add(id, 1)).toMatchObject({ outcome: 'TOO_MANY_TICKETS', details: { maxTickets: 5, tickets: 5 } });
    expect(await app.add(id, 2)).toMatchObject({ outcome: 'NOT_ENTERED', entry: null });
    expect(await app.withdraw(id, 1, { key: 'bye' })).toMatchObject({
      outcome: 'WITHDRAWN',
      entry: { state: 'WITHDRAWN' },
    });
    expect(await app.withdraw(id, 1, { key: 'bye' })).toMatchObject({ outcome: 'WITHDRAWN', isReplayed: true });
    expect(await app.withdraw(id, 1)).toMatchObject({ outcome: 'NOT_ENTERED' });
    expect(await app.enter(id, 1)).toMatchObject({ outcome: 'ENTERED', entry: { id: first.entry.id, tickets: 1 } });
    await expectSound(id);
    expect((await transactionsOf(test, id)).slice(2)).toMatchObject([
      {
        seq: 3,
        type: 'ENTERED',
        account_id: accountId(1),
        tickets: 2,
        actor: 'ACCOUNT',
        actor_sub: expect.any(String),
      },
      { type: 'TICKETS_ADDED', tickets: 3 },
      { type: 'WITHDRAWN', tickets: 5 },
      { type: 'ENTERED', tickets: 1 },
    ]);
    const trail = await rowsOf(
      "select action from staff_audit_event where entity_id = $1 and action not in ('giveaway.create', 'giveaway.publish') order by id",
      [id],
    );
    expect(trail.map(({ action }) => action)).toEqual([
      'giveaway.enter',
      'giveaway.add-tickets',
      'giveaway.withdraw',
      'giveaway.enter',
    ]);
  });

  it('is refused for the first reason that applies [giveaways 2]', async () => {
    const draft = await admin.made();
    expect((await app.refused('enterGiveaway', draft.id, 1)).code).toBe('record.not-found');
    expect((await app.refused('enterGiveaway', draft.id, 9_999)).code).toBe('record.not-found');
    const { id } = await admin.done(admin.publish(await admin.made({ maxEntries: 1, entryCostPoints: 3 })));
    expect(await app.enter(id, 1)).toMatchObject({ outcome: 'NOT_OPEN_YET', details: { opensAt: expect.any(String) } });
    await openNow(test, id);
    const set = (sets: string) => rowsOf(`update account set ${sets} where id = $1`, [accountId(1)]);
    await rowsOf(
      `insert into staff_user (sub, display_name, email) values ('linked', 'Linked', 'Person1@Example.org')
       on conflict (sub) do update set email = excluded.email`,
    );
    await set("state = 'SUSPENDED', state_reason = 'x', country_code = 'US', birth_date = null, created_at = now()");
    const expected = [
      'ACCOUNT_NOT_ACTIVE',
      'STAFF_ACCOUNT',
      'WRONG_COUNTRY',
      'BIRTH_DATE_UNKNOWN',
      'TOO_YOUNG',
      'ACCOUNT_TOO_NEW',
    ];
    const mended = [
      "state = 'ACTIVE', state_reason = null",
      "email = 'other1@example.org'",
      "country_code = 'DE'",
      "birth_date = now() - interval '17 years'",
      "birth_date = '1990-02-28'",
      "created_at = '2026-01-01'",
    ];
    for (const [index, outcome] of expected.entries()) {
      expect((await app.enter(id, 1)).outcome).toBe(outcome);
      await set(mended[index] ?? '');
    }
    expect(await app.enter(id, 1, { tickets: 2 })).toMatchObject({ outcome: 'TOO_MANY_TICKETS' });
    expect(await app.enter(id, 1)).toMatchObject({ outcome: 'POINTS_INSUFFICIENT', details: { points: 3 } });
    await credit(1, 3);
    expect(await app.enter(id, 1)).toMatchObject({ outcome: 'ENTERED', entry: { pointsPaid: 3 } });
    expect(await app.enter(id, 2)).toMatchObject({ outcome: 'FULL', details: { maxEntries: 1 } });
    await moveDates(test, id, "closes_at = now() - interval '1 second', draw_at = now() + interval '1 hour'");
    expect(await app.enter(id, 2)).toMatchObject({ outcome: 'CLOSED' });
    expect(await app.withdraw(id, 1)).toMatchObject({ outcome: 'CLOSED' });
    const canceled = await admin.done(admin.cancel(await admin.read(id)));
    expect(await app.enter(canceled.id, 2)).toMatchObject({ outcome: 'CANCELED' });
    expect(await balanceOf(accountId(1))).toBe(3);
    await expectSound(id);
  });

  it('checks the age in the zone of the giveaway, to the day [giveaways 2]', async () => {
    const { id } = await open({ timezone: ZONE });
    const day = (sql: string) => rowsOf(`update account set birth_date = (${sql})::date where id = $1`, [accountId(3)]);
    const today = `(now() at time zone '${ZONE}')::date`;
    await day(`${today} - interval '18 years' + interval '1 day'`);
    expect((await app.enter(id, 3)).outcome).toBe('TOO_YOUNG');
    await day(`${today} - interval '18 years'`);
    expect((await app.enter(id, 3)).outcome).toBe('ENTERED');
  });

  it('is disqualified and reinstated by an administrator until the freeze, and keeps its place', async () => {
    const { id } = await open({ maxEntries: 1 });
    const { entry } = await app.enter(id, 4);
    const decide = (field: string, reason = 'double') =>
      admin.ask(
        field,
        { giveawayId: id, entryId: entry.id, reason },
        'giveawayEntry',
        'id state stateReason canDisqualify canReinstate',
      );
    expect((await admin.refusal(decide('reinstateGiveawayEntry'))).code).toBe('state.invalid-transition');
    expect((await admin.refusal(decide('disqualifyGiveawayEntry', ''))).code).toBe('reason.required');
    expect(await admin.done(decide('disqualifyGiveawayEntry'))).toMatchObject({
      state: 'DISQUALIFIED',
      stateReason: 'double',
      canReinstate: true,
    });
    expect((await app.enter(id, 4)).outcome).toBe('DISQUALIFIED');
    expect((await app.enter(id, 5)).outcome).toBe('FULL');
    expect(await admin.done(decide('reinstateGiveawayEntry'))).toMatchObject({ state: 'VALID', stateReason: null });
    await expectSound(id);
    await moveDates(test, id, "closes_at = now() - interval '1 second', draw_at = now() + interval '1 hour'");
    await rowsOf(
      "update giveaway set state = 'FROZEN', frozen_at = now(), entries_count = 1, tickets_count = 1 where id = $1",
      [id],
    );
    expect((await admin.refusal(decide('disqualifyGiveawayEntry'))).code).toBe('state.invalid-transition');
  });
});

describe('points', () => {
  it('are paid for tickets and refunded on withdrawal [giveaways 4]', async () => {
    const { id } = await open({ maxTicketsPerAccount: 10, entryCostPoints: 5 });
    await credit(6, 30);
    await app.enter(id, 6, { tickets: 2 });
    await app.add(id, 6, { tickets: 4 });
    expect(await app.add(id, 6, { tickets: 1 })).toMatchObject({ outcome: 'POINTS_INSUFFICIENT' });
    expect(await balanceOf(accountId(6))).toBe(0);
    expect(await balanceOf(id)).toBe(230);
    expect((await admin.read(id))['figures']).toMatchObject({ pointsPaid: 30, escrowBalance: 230 });
    await app.withdraw(id, 6);
    expect(await balanceOf(accountId(6))).toBe(30);
    expect(await balanceOf(id)).toBe(200);
  });

  it('are refunded to everyone when a giveaway is canceled, even if a refund is killed [giveaways 4]', async () => {
    const { id } = await open({ entryCostPoints: 1 });
    const people = Array.from({ length: 20 }, (_, index) => index + 20);
    for (const person of people) await credit(person, 1);
    await Promise.all(people.map((person) => app.enter(id, person)));
    const before = await balanceOf(id);
    expect(before).toBe(220);
    // As after canceling a very large giveaway: no refunds yet.
    await rowsOf("update giveaway set state = 'CANCELED', state_reason = 'x' where id = $1", [id]);
    const client = await test.database.ownerPool.connect();
    client.on('error', () => undefined);
    await client.query('begin');
    await client.query('select refund_giveaway_page($1, 7)', [id]);
    const [{ pid }] = (await client.query('select pg_backend_pid() as pid')).rows;
    await rowsOf('select pg_terminate_backend($1)', [pid]);
    client.release(true);
    await expect.poll(() => balanceOf(id), PATIENCE).toBe(220);
    await rowsOf('select refund_giveaway_page($1, 7)', [id]);
    expect((await admin.read(id))['figures']).toMatchObject({ refundsOpen: 13, pointsPaid: 13, escrowBalance: 213 });
    let isMore = true;
    while (isMore) isMore = await inTransaction(test.database.db, refundCanceled);
    for (const person of people) expect(await balanceOf(accountId(person))).toBe(1);
    expect(await balanceOf(id)).toBe(0);
    const types = (await transactionsOf(test, id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'REFUNDED')).toHaveLength(20);
    expect(types.at(-1)).toBe('LEFTOVER_RETURNED');
    await expectSound(id);
  });
});

describe('many at once', () => {
  it('are one entry for one account, regardless of their keys [giveaways 3]', async () => {
    const { id } = await open();
    const outcomes = await app.storm(500, () => ({ giveawayId: id, accountId: accountId(7), key: randomUUID() }));
    expect(outcomes['ENTERED']).toBe(1);
    expect(outcomes['ALREADY_ENTERED']).toBe(499);
    await expectSound(id);
  }, 60_000);

  it('never exceed the maximum of the giveaway [giveaways 3]', async () => {
    const { id } = await open({ maxEntries: 50 });
    const outcomes = await app.storm(300, (index) => ({
      giveawayId: id,
      accountId: accountId(index + 60),
      key: `k${index}`,
    }));
    expect(outcomes).toEqual({ ENTERED: 50, FULL: 250 });
    await expectSound(id);
  }, 60_000);

  it('spend one balance once [giveaways 3]', async () => {
    await credit(8, 10);
    const giveaways = await Promise.all(Array.from({ length: 5 }, () => open({ entryCostPoints: 4 })));
    const outcomes = await app.storm(5, (index) => ({
      giveawayId: giveaways[index]?.id ?? '',
      accountId: accountId(8),
      key: 'k',
    }));
    expect(outcomes).toEqual({ ENTERED: 2, POINTS_INSUFFICIENT: 3 });
    expect(await balanceOf(accountId(8))).toBe(2);
  }, 60_000);
});

it('an entry that waits for the freeze is not added to the list after it [giveaways 2]', async () => {
  const { id } = await open();
  const freezer = await test.database.ownerPool.connect();
  await freezer.query('begin');
  await freezer.query('select from giveaway_tally where giveaway_id = $1 for no key update', [id]);
  const waiting = app.enter(id, 9);
  await expect
    .poll(
      async () =>
        (
          await rowsOf(
            "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%change_giveaway_entries%' and datname = current_database()",
          )
        ).length,
      PATIENCE,
    )
    .toBe(1);
  await freezer.query('update giveaway_tally set is_open = false where giveaway_id = $1', [id]);
  await freezer.query('commit');
  freezer.release();
  expect((await waiting).outcome).toBe('CLOSED');
  await expectSound(id);
}, 60_000);
