import { randomBytes, randomUUID } from 'node:crypto';
import { makeCouponCodes } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { fileApp, startFileWorker } from '../../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../../testing/test-accounts.ts';
import { insertCampaign, insertCoupons } from '../../../../testing/test-campaigns.ts';
import { untilJob } from '../../../../testing/test-worker.ts';

const PASTE =
  'mutation($input: PasteSelectionInput!) { answer: pasteSelection(input: $input) { pastedSelection { id } } }';
const USE = 'query($selections: [ID!]!) { answer: couponUse(selections: $selections) { by id count } }';
const VOID = 'mutation($input: StartCouponBulkInput!) { answer: startCouponBulk(input: $input) { job { id } } }';
const UNDO = 'mutation($id: ID!) { answer: undoJob(input: { id: $id, reason: "r" }) { job { id } } }';

const test = await fileApp();
startFileWorker(test);

it('finds 100,000 codes of two campaigns in ten pastes, and voids them in one job [coupons 3]', async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertAccounts(pool, 1);
  const codes = makeCouponCodes(randomBytes(1_100_000), '');
  const campaigns = [await insertCampaign(pool, { state: 'ACTIVE' }), await insertCampaign(pool, { state: 'ACTIVE' })];
  for (const [at, campaign] of campaigns.entries()) {
    const [first] = await insertCoupons(pool, campaign, codes.slice(at, at + 1));
    await pool.query(
      `insert into coupon (campaign_id, batch_id, code, max_redemptions) select $1, k.batch_id, more, 1 from coupon k, unnest($3::text[]) as more where k.id = $2`,
      [campaign, first, codes.slice(2 + at * 49_999, 2 + (at + 1) * 49_999)],
    );
  }
  await pool.query(
    `set local session_replication_role = replica; insert into coupon_redemption (campaign_id, coupon_id, account_id, state, slice, coupon_use_no, account_use_no, reserved_until, confirmed_at, idempotency_key, request_hash, created_by)
     select k.campaign_id, k.id, '${accountId(1)}', 'CONFIRMED', 0, 1, 1, now(), now(), 'a', '\\x${'00'.repeat(32)}', 'shop' from coupon k limit 1`,
  );
  test.now = new Date(Date.now() + 3_600_000);
  const send = async (query: string, variables: Record<string, unknown>, token = 'admin') => {
    const { body } = await test.send(query, variables, { token, headers: { 'idempotency-key': randomUUID() } });
    return body.errors?.[0].extensions.code ?? body.data.answer;
  };
  const selections: string[] = [];
  for (let at = 0; at < codes.length; at += 10_000) {
    const input = { list: 'COUPONS', entries: codes.slice(at, at + 10_000), isAnywhere: true };
    selections.push((await send(PASTE, { input })).pastedSelection.id);
  }
  const uses = [...campaigns, accountId(1), null].map((id) =>
    expect.objectContaining({ id, count: id === null || id === accountId(1) ? 1 : 50_000 }),
  );
  const found = await send(USE, { selections });
  expect(found).toEqual(expect.arrayContaining([...uses, { by: 'STATUS', id: 'ACTIVE', count: 100_000 }]));
  expect(await send(USE, { selections }, 'campaign-manager')).toEqual([]);
  expect(await send(USE, { selections }, 'campaign-viewer')).toBe('access.denied');
  const input = { action: 'DISABLE', selection: { filter: { pasted: { in: selections.slice(0, 2) } } } };
  // Two jobs at once: each code changes once.
  const jobs = [
    await send(VOID, { input: { ...input, reason: 'a' } }),
    await send(VOID, { input: { ...input, reason: 'b' } }),
  ];
  for (const { job } of jobs) await untilJob(test, job.id, 'SUCCEEDED');
  expect(await send(USE, { selections })).toContainEqual({ by: 'STATUS', id: 'DISABLED', count: 20_000 });
  const { rows } = await pool.query(`select count(*)::int as n from staff_audit_event where action = 'coupon.disable'`);
  expect(rows).toEqual([{ n: 20_000 }]);
  expect(await send(UNDO, { id: jobs[0].job.id })).toBe('state.invalid-transition');
  expect(await send('{ answer: coupons(filter: {}) { nodes { id } } }', {})).toBe('filter.invalid');
}, 240_000); // Longer: 100,000 codes.
