import { beforeEach, describe, expect, it } from 'vitest';
import { Housekeeping } from '../../housekeeping/housekeeping.ts';
import { fileApp, startFileWorker } from '../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData, removeAccounts } from '../../testing/test-accounts.ts';
import { insertCampaign, insertCoupons } from '../../testing/test-campaigns.ts';
import { BADGES, insertTopicsAndBadges } from '../../testing/test-topics-badges.ts';
import { untilJob } from '../../testing/test-worker.ts';
import { applyBadgeRules } from './badge.maintenance.ts';

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertTopicsAndBadges(test.database.ownerPool);
startFileWorker(test);
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await test.database.ownerPool.query(
    `truncate job cascade; truncate staff_audit_event; truncate badge_rule_progress;
     update badge set award_count = 0, rule_kind = case when award_mode = 'RULE' then 'ACCOUNT_AGE_DAYS'::badge_rule_kind end,
       rule_threshold = case when award_mode = 'RULE' then 365 end, auto_revoke = false, version = 1`,
  );
  await insertAccounts(test.database.ownerPool, 6);
  // Accounts 1 and 2 are old enough; 3 is too, but closed.
  await rowsOf("update account set created_at = now() - interval '400 days' where id = any($1)", [
    [1, 2, 3].map(accountId),
  ]);
  await rowsOf("update account set created_at = now() - interval '10 days' where id <> all($1)", [
    [1, 2, 3].map(accountId),
  ]);
  await rowsOf("update account set state = 'CLOSED', state_reason = 'r' where id = $1", [accountId(3)]);
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const keepHouse = () =>
  new Housekeeping(test.database.db, [{ name: 'badge.award', runBatch: applyBadgeRules }]).runOnce();
const held = async () =>
  (await rowsOf('select account_id from account_badge_award where revoked_at is null order by 1')).map(
    ({ account_id }) => account_id,
  );

/** Sets the threshold of the rule, and waits for the resulting job. */
async function setThreshold(ruleThreshold: number, version: number) {
  const { body } = await test.send(
    'mutation M($input: UpdateBadgeInput!) { updateBadge(input: $input) { badge { version } } }',
    { input: { id: BADGES.byRule, expectedVersion: version, patch: { ruleThreshold } } },
  );
  expect(body.errors).toBeUndefined();
  const [job] = await rowsOf('select id from job order by created_at desc limit 1');
  await untilJob(test, job.id, 'SUCCEEDED', 'FAILED');
  return (await rowsOf('select kind, state, outcomes from job where id = $1', [job.id]))[0];
}

describe('a badge that a rule awards', () => {
  it('is awarded once to every account that meets a new threshold, each with an audit event [points 12]', async () => {
    expect(await setThreshold(30, 1)).toEqual({
      kind: 'badge.backfill',
      state: 'SUCCEEDED',
      outcomes: { DONE: 2, 'SKIPPED rule-unchanged': 3 },
    });
    expect(await held()).toEqual([accountId(1), accountId(2)]);
    await setThreshold(31, 2);
    await keepHouse();
    expect(await held()).toHaveLength(2);
    const trail = await rowsOf("select actor_sub, changes from staff_audit_event where action = 'account.award'");
    expect(trail).toEqual(Array(2).fill({ actor_sub: 'system', changes: { badge: [null, 'by-rule'] } }));
    expect(await rowsOf('select award_count from badge where id = $1', [BADGES.byRule])).toEqual([{ award_count: 2 }]);
  });

  it('is revoked by an auto-revoking rule and awarded again; a revoke by staff is final', async () => {
    await rowsOf('update badge set auto_revoke = true where id = $1', [BADGES.byRule]);
    await setThreshold(30, 1);
    await setThreshold(500, 2);
    expect(await held()).toEqual([]);
    await setThreshold(30, 3);
    expect(await held()).toEqual([accountId(1), accountId(2)]);
    await rowsOf(
      "update account_badge_award set revoked_at = now(), revoked_by = 'staff-admin', revoke_reason = 'r' where account_id = $1 and revoked_at is null",
      [accountId(1)],
    );
    await setThreshold(31, 4);
    expect(await held()).toEqual([accountId(2)]);
  });

  it('is awarded on the day on which an account is old enough', async () => {
    await keepHouse();
    expect(await held()).toEqual([]);
    await rowsOf("update account set created_at = now() - interval '365 days 1 minute' where id = $1", [accountId(4)]);
    await rowsOf("update badge_rule_progress set looked_until = looked_until - interval '10 minutes'");
    await keepHouse();
    await keepHouse();
    expect(await held()).toEqual([accountId(4)]);
  });

  it("is awarded to many accounts of the same age, batch after batch, skipping those that can't get it", async () => {
    await removeAccounts(test.database.ownerPool);
    await insertAccounts(test.database.ownerPool, 260);
    await rowsOf(
      "update account set created_at = now() - interval '365 days 1 minute', state = 'ACTIVE', state_reason = null",
    );
    // More accounts of one instant than fit a batch, none of which meets the rule: the check must get past them.
    await rowsOf("update account set state = 'CLOSED', state_reason = 'r' where id <= $1", [accountId(150)]);
    await keepHouse();
    expect(await held()).toHaveLength(110);
    expect(await rowsOf('select resume_after from badge_rule_progress where badge_id = $1', [BADGES.byRule])).toEqual([
      { resume_after: null },
    ]);
  });

  it('does not check the past after its rule has changed: the backfill does that', async () => {
    await keepHouse();
    await setThreshold(5, 1);
    expect(await rowsOf('select from badge_rule_progress where badge_id = $1', [BADGES.byRule])).toHaveLength(0);
  });

  it('is awarded when enough points were spent [points 12]', async () => {
    await rowsOf("update badge set rule_kind = 'POINTS_SPENT_TOTAL', rule_threshold = 100 where id = $1", [
      BADGES.byRule,
    ]);
    // Every account has a wallet from the start; the system's first wallet is that of issued points.
    const [own] = await rowsOf('select id from points_wallet where owner_id = $1', [accountId(1)]);
    const [system, end] = await rowsOf(
      "select id from points_wallet where system_code in ('ISSUANCE', 'BREAKAGE') order by id",
    );
    const post = async (from: string, to: string, points: number, key: string) => {
      const [done] = await rowsOf(
        `select outcome, refusal from post_points_transfer($1, $2, $3, $4, null, now(), 'IMPORT', null, null, $5, 'staff-admin')`,
        [from, to, points, key === 'in' ? 'EARN' : 'SPEND', key],
      );
      expect(done).toEqual({ outcome: 'POSTED', refusal: null });
    };
    await post(system.id, own.id, 500, 'in');
    await keepHouse();
    expect(await held()).toEqual([]);
    // More transfers than fit a batch precede the one that counts.
    await rowsOf(
      `insert into points_transfer (debit_wallet_id, credit_wallet_id, amount, code, occurred_at, recorded_at, idempotency_key, created_by)
       select $1, $2, 1, 'EARN', now(), now(), 'many' || n, 'staff-admin' from generate_series(1, 2100) as n`,
      [system.id, own.id],
    );
    await post(own.id, end.id, 120, 'out');
    await keepHouse();
    expect(await held()).toEqual([accountId(1)]);
    expect(await rowsOf('select resume_after from badge_rule_progress where badge_id = $1', [BADGES.byRule])).toEqual([
      { resume_after: null },
    ]);
  });

  it('is awarded for confirmed redemptions; an auto-revoking rule revokes it after a rollback and awards it again [points 12]', async () => {
    await rowsOf(
      "update badge set rule_kind = 'COUPONS_REDEEMED', rule_threshold = 2, auto_revoke = true where id = $1",
      [BADGES.byRule],
    );
    const campaign = await insertCampaign(test.database.ownerPool, { code_mode: 'SHARED', state: 'ACTIVE' });
    const other = await insertCampaign(test.database.ownerPool, { code_mode: 'SHARED', state: 'ACTIVE' });
    const coupons = new Map<string, string | undefined>();
    for (const [index, each] of [campaign, other].entries())
      coupons.set(
        each,
        (await insertCoupons(test.database.ownerPool, each, [`BADGE${index}`], { max_redemptions: 9_999 }))[0],
      );
    let uses = 0;
    const redeem = async (account: number, of: string, state = 'CONFIRMED', before = '1 minute') => {
      uses += 1;
      const [row] = await rowsOf(
        `insert into coupon_redemption (campaign_id, coupon_id, account_id, state, slice, account_use_no, discount_minor, currency, reserved_at,
           reserved_until, confirmed_at, idempotency_key, request_hash, created_by)
         values ($1, $2, $3, $4::redemption_state, 0, $5::int, 500, 'EUR', now() - $6::interval, now() + interval '1 hour',
           case when $4::redemption_state = 'CONFIRMED' then now() - $6::interval end, 'badge-' || $5::int, sha256(''), 'till') returning id`,
        [of, coupons.get(of), accountId(account), state, uses, before],
      );
      return row.id;
    };
    // More redemptions than fit a batch precede those that count, and the first check starts with the earliest.
    for (let n = 0; n < 501; n += 1) await redeem(5, campaign, 'CONFIRMED', '40 days');
    const first = await redeem(1, campaign);
    await redeem(1, other);
    await redeem(2, campaign);
    await redeem(2, campaign, 'RESERVED');
    await keepHouse();
    expect(await held()).toEqual([accountId(1), accountId(5)]);
    const settle = (state: string) =>
      rowsOf(
        `update coupon_redemption set state = $2::redemption_state, rolled_back_at = case when $2::text = 'ROLLED_BACK' then now() end,
           rolled_back_by = case when $2::text = 'ROLLED_BACK' then 'staff-admin' end, rollback_reason = case when $2::text = 'ROLLED_BACK' then 'r' end where id = $1`,
        [first, state],
      );
    await settle('ROLLED_BACK');
    await keepHouse();
    expect(await held()).toEqual([accountId(5)]);
    await redeem(1, other);
    await redeem(2, other);
    await keepHouse();
    expect(await held()).toEqual([accountId(1), accountId(2), accountId(5)]);
    await keepHouse();
    expect(await rowsOf("select count(*)::int as n from staff_audit_event where action like 'account.%'")).toEqual([
      { n: 5 },
    ]);
    // The job checks the past for a new threshold; the periodic check continues from there.
    await setThreshold(3, 1);
    expect(await held()).toEqual([accountId(5)]);
    expect(await rowsOf('select resume_after from badge_rule_progress where badge_id = $1', [BADGES.byRule])).toEqual([
      { resume_after: null },
    ]);
  });

  it('is awarded to accounts that enter and win giveaways, and revoked when they withdraw or forfeit', async () => {
    await rowsOf(
      "update badge set rule_kind = 'GIVEAWAYS_ENTERED', rule_threshold = 1, auto_revoke = true where id = $1",
      [BADGES.byRule],
    );
    const [{ id: giveaway }] =
      await rowsOf(`insert into giveaway (code, title_i18n, description_i18n, rules_i18n, country_codes, min_age, opens_at,
        closes_at, draw_at, timezone)
      values ('BADGES', '{"en-US":"t"}', '{"en-US":"d"}', '{"en-US":"r"}', '{DE}', 18, now(), now() + interval '1 hour', now() + interval '2 hours', 'UTC')
      returning id`);
    await rowsOf(
      'insert into giveaway_prize (giveaway_id, rank, title_i18n, quantity, kind) values ($1, 1, \'{"en-US":"p"}\', 3, \'PHYSICAL\')',
      [giveaway],
    );
    await rowsOf(
      `insert into giveaway_entry (giveaway_id, account_id, entered_at, changed_at, tickets)
       select $1, unnest($2::uuid[]), now(), now(), 1`,
      [giveaway, [1, 2, 5].map(accountId)],
    );
    await keepHouse();
    expect(await held()).toEqual([accountId(1), accountId(2), accountId(5)]);
    await rowsOf("update giveaway_entry set state = 'WITHDRAWN', changed_at = now() where account_id = $1", [
      accountId(2),
    ]);
    await keepHouse();
    expect(await held()).toEqual([accountId(1), accountId(5)]);
    await rowsOf("update badge set rule_kind = 'GIVEAWAYS_WON' where id = $1", [BADGES.byRule]);
    await rowsOf('delete from badge_rule_progress');
    await rowsOf(
      `insert into giveaway_winner (giveaway_id, draw_position, entry_id, account_id, prize_id, kind, state, notified_at)
       select e.giveaway_id, row_number() over (order by e.account_id), e.id, e.account_id, p.id, 'WINNER', 'NOTIFIED', now()
       from giveaway_entry e join giveaway_prize p on p.giveaway_id = e.giveaway_id`,
    );
    await keepHouse();
    expect(await held()).toEqual([accountId(1), accountId(2), accountId(5)]);
    await rowsOf(
      "update giveaway_winner set state = 'FORFEITED', forfeited_at = now(), forfeited_reason = 'r' where account_id = $1",
      [accountId(5)],
    );
    await keepHouse();
    expect(await held()).toEqual([accountId(1), accountId(2)]);
  });
});
