import { randomBytes, randomUUID } from 'node:crypto';
import { checkSymbol, makeCouponCodes } from '@backcounter/domain';
import { beforeAll, expect, it } from 'vitest';
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
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 4);
});
const send = async (query: string, variables: Record<string, unknown>, token = 'admin') => {
  const { body } = await test.send(query, variables, { token, headers: { 'idempotency-key': randomUUID() } });
  return body.errors?.[0].extensions.code ?? body.data.answer;
};

it('finds 100,000 codes of two campaigns in ten pastes, and voids them in one job [coupons 3]', async () => {
  const pool = test.database.ownerPool;
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
  const selections: string[] = [];
  for (let at = 0; at < codes.length; at += 10_000) {
    const input = { list: 'COUPONS', entries: codes.slice(at, at + 10_000), isAnywhere: true };
    selections.push((await send(PASTE, { input })).pastedSelection.id);
  }
  const uses = [...campaigns, accountId(1), null].map((id) =>
    expect.objectContaining({ id, count: id === null || id === accountId(1) ? 1 : 50_000 }),
  );
  const found = await send(USE, { selections });
  expect(found).toEqual(expect.arrayContaining([...uses, { by: 'STATUS', id: expect.any(String), count: 100_000 }]));
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

it('gives each holder one new code, on retries, by two people at once, and after an undo', async () => {
  const pool = test.database.ownerPool;
  const campaign = await insertCampaign(pool, { state: 'ACTIVE', code_prefix: 'SUN' });
  const codes = [1, 2, 3].map((n) => `1EAKED0000${n}`).map((payload) => payload + checkSymbol(payload));
  const of = (at: number, columns: Readonly<Record<string, unknown>>) =>
    insertCoupons(pool, campaign, codes.slice(at, at + 1), columns);
  await of(0, {});
  const [[mine], [late]] = [
    await of(1, { account_id: accountId(2), max_redemptions: 3 }),
    await of(2, { account_id: accountId(3) }),
  ] as const;
  await pool.query(
    `set local session_replication_role = replica; update coupon set redemptions_count = 1 where id = '${mine}';
     insert into giveaway_winner (giveaway_id, draw_position, entry_id, account_id, prize_id, kind, state, coupon_id)
     values ('${campaign}', 1, '${campaign}', '${accountId(3)}', '${campaign}', 'WINNER', 'FULFILLED', '${late}')`,
  );
  test.now = new Date(Date.now() + 7_200_000);
  const pasted = (await send(PASTE, { input: { list: 'COUPONS', entries: codes, isAnywhere: true } })).pastedSelection
    .id;
  expect(await send(USE, { selections: [pasted] })).toContainEqual({ by: 'REISSUABLE', id: null, count: 2 });
  // A job that changed nothing can't be undone.
  const settle = async (...answers: Promise<{ job?: { id: string } }>[]) => {
    const ids = (await Promise.all(answers)).flatMap(({ job }) => job?.id ?? []);
    for (const id of ids) await untilJob(test, id, 'SUCCEEDED');
    return ids;
  };
  const disable = (reason: string, filter: object = { campaign: { in: [campaign] } }) =>
    send(VOID, { input: { action: 'DISABLE', reason, reissue: true, selection: { filter } } });
  const replacements = async () =>
    (
      await pool.query(
        'select replaces_id as of, account_id as account, max_redemptions as max, code from coupon where replaces_id is not null order by 1',
      )
    ).rows;
  const jobs = await settle(disable('a'), disable('b'));
  const issued = await replacements();
  expect(issued).toEqual([
    { of: mine, account: accountId(2), max: 2, code: expect.stringMatching(/^SUN.{12}$/) },
    { of: late, account: accountId(3), max: 1, code: expect.stringMatching(/^SUN.{12}$/) },
  ]);
  expect(await send(USE, { selections: [pasted] })).toContainEqual({ by: 'REISSUED', id: null, count: 2 });
  const { rows: trail } = await pool.query(
    `select entity_id as id from staff_audit_event where changes->'replacedBy'->>1 is not null order by 1`,
  );
  expect(trail).toEqual([{ id: mine }, { id: late }]);
  const { rows: prize } = await pool.query(
    'select k.replaces_id as of from giveaway_winner w join coupon k on k.id = w.coupon_id',
  );
  expect(prize).toEqual([{ of: late }]);
  // Replaced codes stay disabled: by an undo, by hand, and when it all runs again.
  const undone = await settle(...jobs.map((id) => send(UNDO, { id })));
  const { rows: problems } = await pool.query(
    'select record_id as id, reason from job_problem where job_id = any($1) order by 1',
    [undone],
  );
  expect(problems).toEqual([mine, late].map((id) => ({ id, reason: 'replaced' })));
  const enable = 'mutation($input: EnableCouponInput!) { answer: enableCoupon(input: $input) { coupon { id } } }';
  expect(await send(enable, { input: { campaignId: campaign, id: mine, expectedVersion: 2 } })).toBe(
    'state.invalid-transition',
  );
  await settle(disable('c', { pasted: { in: [pasted] } }));
  expect(await replacements()).toEqual(issued);
});
