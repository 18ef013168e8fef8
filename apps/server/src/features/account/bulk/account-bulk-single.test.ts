import { describe, expect, it } from 'vitest';
import { fileApp, startFileWorker } from '../../../testing/file-app.ts';
import { AREAS, accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { untilJob } from '../../../testing/test-worker.ts';

/** Columns of an account before the change. */
const BEGINNINGS = {
  active: "state = 'ACTIVE', state_reason = null",
  suspended: "state = 'SUSPENDED', state_reason = 'abuse'",
  'suspended for a time': "state = 'SUSPENDED', state_reason = 'abuse', suspended_until = '2029-05-05T00:00:00Z'",
  closed: "state = 'CLOSED', state_reason = 'left'",
  'closed with a privacy request': "state = 'CLOSED', state_reason = 'left', privacy_requested_at = now()",
  'closed too long ago': "state = 'CLOSED', state_reason = 'left', state_changed_at = now() - interval '5 years'",
  erased: `state = 'ERASED', state_reason = null, display_name = null, email = null, email_verified = false, phone_e164 = null,
    firebase_id = null, push_consent = false`,
} as const;
const edit = (patch: object) => ({ name: 'EDIT', mutation: 'updateAccount', options: { patch } });
const ACTIONS = {
  SUSPEND: {
    name: 'SUSPEND',
    mutation: 'suspendAccount',
    options: { reason: 'fraud', until: '2030-01-01T00:00:00Z' },
  },
  REACTIVATE: { name: 'REACTIVATE', mutation: 'reactivateAccount', options: {} },
  'EDIT of the language': edit({ locale: 'de-DE' }),
  'EDIT to the same time zone': edit({ timezone: 'Europe/Berlin' }),
  'EDIT to another area': edit({ areaId: AREAS.berlin }),
  'EDIT to an area of another country': edit({ areaId: AREAS.ohio }),
  'EDIT away from the country of its area': edit({ countryCode: 'US' }),
  'EDIT of country and area, with the same language': edit({ countryCode: 'US', areaId: null, locale: 'en-US' }),
} as const;
const CASES = Object.keys(BEGINNINGS).flatMap((beginning) =>
  Object.keys(ACTIONS).map((action) => ({
    beginning: beginning as keyof typeof BEGINNINGS,
    action: action as keyof typeof ACTIONS,
  })),
);

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 2 * CASES.length);
startFileWorker(test);

/** The account and its audit rows after a change. */
async function leftOf(id: string) {
  const { rows } = await test.database.ownerPool.query(
    `select a.state, a.state_reason, a.suspended_until, a.privacy_requested_at is null as is_without_request, a.version, a.updated_by,
       a.country_code, a.area_id, a.locale, a.timezone,
       (select jsonb_agg(jsonb_build_array(e.action, e.outcome, e.reason, e.changes, e.personal_changes))
        from staff_audit_event e where e.entity_id = a.id::text and e.outcome = 'DONE') as trail
     from account a where a.id = $1`,
    [id],
  );
  return rows[0];
}

describe('an account that is', () => {
  it.each(CASES)(
    '$beginning: $action has the same effect as a single change, a bulk job and a dry run',
    async (one) => {
      const { beginning, action } = one;
      const [byHand, inBulk] = [accountId(1 + 2 * CASES.indexOf(one)), accountId(2 + 2 * CASES.indexOf(one))];
      for (const columns of beginning === 'erased' ? [BEGINNINGS.closed, BEGINNINGS.erased] : [BEGINNINGS[beginning]])
        await test.database.ownerPool.query(
          `update account set country_code = 'DE', area_id = $2, ${columns}, version = 1 where id = any ($1)`,
          [[byHand, inBulk], AREAS.bavaria],
        );
      const { name, mutation, options } = ACTIONS[action];
      const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
      await test.send(`mutation M($input: ${type}!) { ${mutation}(input: $input) { account { id } } }`, {
        input: { id: byHand, expectedVersion: 1, ...options },
      });
      const selection = { ids: [inBulk] };
      const dry = await test.send(
        `query P($s: AccountSelection!, $a: AccountBulkAction!, $p: AccountBulkPatchInput) {
        previewAccountBulk(selection: $s, action: $a, patch: $p) { groups { outcome count } } }`,
        { s: selection, a: name, p: 'patch' in options ? options.patch : null },
      );
      const started = await test.send(
        'mutation M($input: StartAccountBulkInput!) { startAccountBulk(input: $input) { job { id } } }',
        { input: { selection, action: name, ...options } },
      );
      const { id } = started.body.data.startAccountBulk.job;
      await untilJob(test, id, 'SUCCEEDED', 'FAILED');
      const job = await test.send('query J($id: ID!) { job(id: $id) { state outcomes { outcome count } } }', { id });

      const left = await leftOf(byHand);
      const outcome = left.version === 2 ? 'DONE' : 'SKIPPED';
      expect(job.body.data.job).toEqual({ state: 'SUCCEEDED', outcomes: [{ outcome, count: 1 }] });
      expect(dry.body.data.previewAccountBulk.groups).toEqual([{ outcome, count: 1 }]);
      expect(await leftOf(inBulk)).toEqual(left);
    },
  );
});
