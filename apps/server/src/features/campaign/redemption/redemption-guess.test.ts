import { expect, it } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { accountId } from '../../../testing/test-accounts.ts';
import { pauseGuessed, redemptionMaintenance } from './redemption.maintenance.ts';
import { makeCodes, openCampaign, Till, tillApp } from './testing/till.ts';

const { test, till } = await tillApp(60);

const owner = (text: string, values: unknown[] = []) => test.database.ownerPool.query(text, values);
const rejected = async (reason: string) =>
  Number(
    (await owner('select coalesce(sum(n), 0) as n from coupon_rejection_hourly where reason = $1', [reason])).rows[0].n,
  );

it('checks 10 of 40 concurrent guesses, then refuses even valid codes for 15 minutes [redemption 6]', async () => {
  const { code } = await openCampaign(test);
  const guess = (wrong: string | undefined) => till.reserve({ code: wrong, accountId: accountId(1), orderMinor: 100 });
  const before = await rejected('RATE_LIMITED');
  const outcomes = (await Promise.all(makeCodes(40).map(guess))).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'UNKNOWN_CODE')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(30);
  expect((await rejected('RATE_LIMITED')) - before).toBe(30);
  const refused = await guess(code);
  expect(refused).toMatchObject({ outcome: 'RATE_LIMITED', details: { tries: 10, limit: 10 } });
  const waits = Date.parse(String(refused.details['retryAt'])) - Date.now();
  expect(waits).toBeGreaterThan(14 * 60_000);
  expect(waits).toBeLessThanOrEqual(15 * 60_000);
  expect((await guess('NOT A CODE!')).outcome).toBe('MALFORMED');
  expect((await till.reserve({ code, accountId: accountId(2), orderMinor: 100 })).outcome).toBe('RESERVED');
  await owner(`update coupon_try set tried_at = array(select t - interval '15 minutes' from unnest(tried_at) as t)`);
  expect((await guess(code)).outcome).toBe('COUPON_USED');
});

it('returns the outcome of an unknown code for a code of another account, in every state, and counts it as a guess', async () => {
  const [mine, other] = [accountId(7), accountId(4)];
  const answers = [];
  for (const campaign of [{}, { state: 'PAUSED' }, { state: 'CANCELED' }, { min_order_minor: 1_000_000 }]) {
    const { code } = await openCampaign(test, campaign, { account_id: other });
    answers.push(await till.reserve({ code, accountId: mine, orderMinor: 100 }));
  }
  const unknown = await till.reserve({ code: makeCodes(1)[0], accountId: mine, orderMinor: 100 });
  for (const answer of answers) expect(JSON.stringify(answer)).toBe(JSON.stringify(unknown));
  expect(unknown).toEqual({ outcome: 'UNKNOWN_CODE', isReplayed: false, details: {}, redemption: null });
  const { rows } = await owner(`select cardinality(tried_at) as n from coupon_try where subject = $1`, [mine]);
  expect(rows).toEqual([{ n: 5 }]);
  expect(await rejected('NOT_YOUR_COUPON')).toBe(4);
  const { code } = await openCampaign(test, {}, { account_id: mine });
  expect((await till.reserve({ code, accountId: mine, orderMinor: 100 })).outcome).toBe('RESERVED');
});

it('allows an address 30 guesses a minute across accounts; an IPv6 network is one address [redemption 6]', async () => {
  const app = new Till(test, 'machine');
  const accounts = [8, 11, 13, 14].map(accountId);
  const guess = (code: string | undefined, index: number) =>
    app.reserve({
      code,
      accountId: accounts[index % 4],
      orderMinor: 1,
      consumerAddress: `2001:db8:1:2::${index.toString(16)}`,
    });
  const outcomes = (await Promise.all(makeCodes(36).map(guess))).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'UNKNOWN_CODE')).toHaveLength(30);
  const elsewhere = { accountId: accountId(16), orderMinor: 1, code: makeCodes(1)[0] };
  expect((await app.reserve({ ...elsewhere, consumerAddress: '2001:db8:1:3::1' })).outcome).toBe('UNKNOWN_CODE');
  expect((await app.reserve({ ...elsewhere, consumerAddress: '2001:db8:1:2::1' })).outcome).toBe('RATE_LIMITED');
  expect((await app.reserve({ ...elsewhere, consumerAddress: '::ffff:10.1.1.1' })).outcome).toBe('UNKNOWN_CODE');
  const { rows } = await owner(`select subject from coupon_try where subject_type = 'ADDRESS' order by subject`);
  expect(rows.map(({ subject }) => subject)).toEqual(['10.1.1.1', '2001:db8:1:2::/64', '2001:db8:1:3::/64']);
});

it('pauses campaigns with unique codes once after too many unknown codes within 5 minutes, with audit row and alert [redemption 6]', async () => {
  const { id } = await openCampaign(test);
  const shared = await openCampaign(test, { code_mode: 'SHARED' }, {}, ['LUNA25']);
  const look = () => inTransaction(test.database.db, pauseGuessed);
  await look();
  const stateOf = async (campaign: string) =>
    (await owner('select state from campaign where id = $1', [campaign])).rows[0].state;
  expect(await stateOf(id)).toBe('ACTIVE');
  await owner(
    `insert into coupon_unknown_minute (minute, client_sub, slice, n) values (date_trunc('minute', now()), 'app', 0, 900), (date_trunc('minute', now()), 'till', 1, 100)`,
  );
  await look();
  expect([await stateOf(id), await stateOf(shared.id)]).toEqual(['PAUSED', 'ACTIVE']);
  const { rows } = await owner(
    `select action, changes from staff_audit_event where entity_id = $1 and actor_sub = 'system'`,
    [id],
  );
  expect(rows).toMatchObject([
    {
      action: 'campaign.pause',
      changes: {
        state: ['ACTIVE', 'PAUSED'],
        stateReason: [null, expect.any(String)],
        machineClients: [null, expect.arrayContaining(['app', 'till'])],
      },
    },
  ]);
  const alerts = await test.send(
    'query($id: ID) { campaignAlerts(campaignId: $id) { kind percent } }',
    { id },
    { token: 'campaign-viewer' },
  );
  expect(alerts.body.data.campaignAlerts).toEqual([{ kind: 'LEAK', percent: null }]);
  await owner(`update campaign set state = 'ACTIVE' where id = $1`, [id]);
  await look();
  expect(await stateOf(id)).toBe('ACTIVE');
});

it('deletes tries that no longer count, and has the privileges of every housekeeping task', async () => {
  await owner(`update coupon_try set last_tried_at = now() - interval '61 minutes' where subject = $1`, [accountId(1)]);
  await owner(`update coupon_unknown_minute set minute = minute - interval '2 hours'`);
  const before = Number((await owner('select count(*) as n from coupon_try')).rows[0].n);
  for (const { runBatch } of redemptionMaintenance) await inTransaction(test.database.db, runBatch);
  expect(Number((await owner('select count(*) as n from coupon_try')).rows[0].n)).toBe(before - 1);
  expect((await owner('select count(*)::int as n from coupon_unknown_minute')).rows).toEqual([{ n: 0 }]);
});
