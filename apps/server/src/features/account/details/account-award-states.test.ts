import { ACCOUNT_MACHINE, AWARD_MACHINE } from '@backcounter/domain';
import { beforeAll, expect, it } from 'vitest';
import { fileApp, startFileWorker } from '../../../testing/file-app.ts';
import { describeStates } from '../../../testing/state-cases.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { BADGES, insertTopicsAndBadges } from '../../../testing/test-topics-badges.ts';
import { untilJob } from '../../../testing/test-worker.ts';

/** Columns that each state requires. */
const COLUMNS = {
  HELD: 'null, null, null',
  EXPIRED: "now() - interval '1 day', null, null",
  REVOKED: "null, now(), 'before'",
} as const;

let next = 0;
const test = await fileApp();
beforeAll(async () => {
  test.now = new Date();
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertTopicsAndBadges(pool);
  await insertAccounts(pool, 20);
  await pool.query('alter table account disable trigger account_check_transition');
});
startFileWorker(test);

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
async function account(state: string): Promise<string> {
  next += 1;
  const erased =
    'display_name = null, email = null, email_verified = false, phone_e164 = null, birth_date = null, firebase_id = null, push_consent = false';
  await rowsOf(
    `update account set state = '${state}', state_reason = ${state === 'SUSPENDED' || state === 'CLOSED' ? "'before'" : 'null'}
      ${state === 'ERASED' ? `, ${erased}` : ''} where id = $1`,
    [accountId(next)],
  );
  return accountId(next);
}

describeStates({
  machine: AWARD_MACHINE,
  test: () => test,
  place: async (state) => {
    const [award] = await rowsOf(
      `insert into account_badge_award (badge_id, account_id, is_repeatable, source, awarded_at, expires_at, revoked_at, revoke_reason)
       values ($1, $2, true, 'STAFF', now() - interval '2 days', ${COLUMNS[state]}) returning id`,
      [BADGES.yearly, await account('ACTIVE')],
    );
    return { id: award.id, version: 1 };
  },
  mutations: {
    REVOKE: ({ id }) =>
      `mutation { revokeAccountBadge(input: { awardId: "${id}", reason: "by mistake" }) { awardId } }`,
  },
  stateSql: `select case when expires_at <= coalesce(revoked_at, now()) then 'EXPIRED' when revoked_at is not null then 'REVOKED'
    else 'HELD' end as state from account_badge_award where id = $1`,
});

it.each(ACCOUNT_MACHINE.states)(
  '%s accounts get the same outcome from a single award, a bulk job and its dry run',
  async (state) => {
    const [byHand, inBulk] = [await account(state), await account(state)];
    const given = { badgeId: BADGES.single, note: 'thank you' };
    const award = (id: string) =>
      test.send('mutation M($input: AwardAccountBadgeInput!) { awardAccountBadge(input: $input) { awardId } }', {
        input: { id, ...given },
      });
    const perform = async () => {
      const bulk = { selection: { ids: [inBulk] }, action: 'AWARD_BADGE', targetId: given.badgeId };
      const dry = await test.send(
        'query P($s: AccountSelection!, $t: ID) { previewAccountBulk(selection: $s, action: AWARD_BADGE, targetId: $t) { groups { outcome reason count } } }',
        { s: bulk.selection, t: bulk.targetId },
      );
      const started = await test.send(
        'mutation M($input: StartAccountBulkInput!) { startAccountBulk(input: $input) { job { id } } }',
        { input: { ...bulk, reason: given.note } },
      );
      const { id } = started.body.data.startAccountBulk.job;
      await untilJob(test, id, 'SUCCEEDED', 'FAILED');
      const { body } = await test.send('query J($id: ID!) { job(id: $id) { outcomes { outcome reason count } } }', {
        id,
      });
      expect(body.data.job.outcomes).toEqual(dry.body.data.previewAccountBulk.groups);
      return body.data.job.outcomes[0].outcome;
    };
    const left = (id: string) =>
      rowsOf(
        `select a.badge_count, w.badge_id, w.note, w.source, w.awarded_by, w.occurrence,
        (select jsonb_agg(jsonb_build_array(e.action, e.reason, e.changes, e.personal_changes))
         from staff_audit_event e where e.entity_id = a.id::text and e.outcome = 'DONE') as trail
      from account a left join account_badge_award w on w.account_id = a.id where a.id = $1`,
        [id],
      );
    // On the second run it is held already.
    for (const times of [1, 2]) {
      const alone = await award(byHand);
      const isOpen = times === 1 && state === 'ACTIVE';
      expect(alone.body.errors?.[0].extensions.code).toBe(
        isOpen ? undefined : state === 'ACTIVE' ? 'field.invalid' : 'state.invalid-transition',
      );
      expect(await perform()).toBe(isOpen ? 'DONE' : 'SKIPPED');
      expect(await left(inBulk)).toEqual(await left(byHand));
    }
  },
);
