import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../../testing/test-worker.ts';

/** How an account may be when it is changed: columns that say so. */
const BEGINNINGS = {
  active: "state = 'ACTIVE'",
  suspended: "state = 'SUSPENDED', state_reason = 'abuse'",
  'suspended for a time': "state = 'SUSPENDED', state_reason = 'abuse', suspended_until = '2029-05-05T00:00:00Z'",
  closed: "state = 'CLOSED', state_reason = 'left'",
  'closed with a privacy request': "state = 'CLOSED', state_reason = 'left', privacy_requested_at = now()",
  'closed too long ago': "state = 'CLOSED', state_reason = 'left', state_changed_at = now() - interval '5 years'",
} as const;
const ACTIONS = {
  SUSPEND: { mutation: 'suspendAccount', options: 'reason: "fraud", until: "2030-01-01T00:00:00Z"' },
  REACTIVATE: { mutation: 'reactivateAccount', options: '' },
} as const;
const CASES = Object.keys(BEGINNINGS).flatMap((beginning) =>
  Object.keys(ACTIONS).map((action) => ({
    beginning: beginning as keyof typeof BEGINNINGS,
    action: action as keyof typeof ACTIONS,
  })),
);

let test: TestApp;
let worker: TestWorker;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 2 * CASES.length);
  worker = startTestWorker(test);
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

/** What a change leaves of an account and in the audit trail. */
async function leftOf(id: string) {
  const { rows } = await test.database.ownerPool.query(
    `select a.state, a.state_reason, a.suspended_until, a.privacy_requested_at is null as is_without_request, a.version, a.updated_by,
       (select jsonb_agg(jsonb_build_array(e.action, e.outcome, e.reason, e.changes))
        from staff_audit_event e where e.entity_id = a.id::text and e.outcome = 'DONE') as trail
     from account a where a.id = $1`,
    [id],
  );
  return rows[0];
}

describe('an account that is', () => {
  it.each(CASES)('$beginning: $action does the same by hand, in a bulk job and in its dry run', async (one) => {
    const { beginning, action } = one;
    const [byHand, inBulk] = [accountId(1 + 2 * CASES.indexOf(one)), accountId(2 + 2 * CASES.indexOf(one))];
    await test.database.ownerPool.query(
      `update account set ${BEGINNINGS[beginning]}, version = 1 where id = any ($1)`,
      [[byHand, inBulk]],
    );
    const { mutation, options } = ACTIONS[action];
    const alone = await test.send(
      `mutation { ${mutation}(input: { id: "${byHand}", expectedVersion: 1, ${options} }) { account { id } } }`,
    );
    const selection = { ids: [inBulk] };
    const dry = await test.send(
      'query P($s: AccountSelection!, $a: AccountBulkAction!) { previewAccountBulk(selection: $s, action: $a) { groups { outcome count } } }',
      { s: selection, a: action },
    );
    const given = action === 'SUSPEND' ? { reason: 'fraud', until: '2030-01-01T00:00:00Z' } : {};
    const started = await test.send(
      'mutation M($input: StartAccountBulkInput!) { startAccountBulk(input: $input) { job { id } } }',
      { input: { selection, action, ...given } },
    );
    const { id } = started.body.data.startAccountBulk.job;
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    const job = await test.send('query J($id: ID!) { job(id: $id) { state outcomes { outcome count } } }', { id });

    const outcome = alone.body.errors === undefined ? 'DONE' : 'SKIPPED';
    expect(job.body.data.job).toEqual({ state: 'SUCCEEDED', outcomes: [{ outcome, count: 1 }] });
    expect(dry.body.data.previewAccountBulk.groups).toEqual([{ outcome, count: 1 }]);
    expect(await leftOf(inBulk)).toEqual(await leftOf(byHand));
  });
});
