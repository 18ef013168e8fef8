import { POLICY, ROLES } from '@backcounter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createSchema } from './index.ts';

const id = accountId(1);
const OPERATIONS: Readonly<Record<string, string>> = {
  account: `{ account(id: "${id}") { id } }`,
  accounts: '{ accounts(first: 1) { nodes { id } } }',
  areas: '{ areas { id } }',
  auditEvent: '{ auditEvent(id: "1", occurredAt: "2026-03-01T12:00:00Z") { id } }',
  auditEvents: '{ auditEvents(first: 1) { nodes { id } } }',
  auditPeople: '{ auditPeople { sub } }',
  countries: '{ countries { code } }',
  listCapabilities: '{ listCapabilities(list: ACCOUNTS) { pageSizeMax } }',
  job: '{ job(id: "01900000-0000-7000-8000-000000000001") { id } }',
  jobs: '{ jobs(first: 1) { nodes { id } } }',
  myJobs: '{ myJobs { id } }',
  previewAccountBulk: '{ previewAccountBulk(selection: {}, action: SUSPEND) { total } }',
  viewer: '{ viewer { sub } }',
  getFirebaseAdminToken: '{ getFirebaseAdminToken(user_id: "staff-admin") }',
  updateAccount: `mutation { updateAccount(input: { id: "${id}", expectedVersion: 99, patch: {} }) { id } }`,
  suspendAccount: `mutation { suspendAccount(input: { id: "${id}", expectedVersion: 99, reason: "r" }) { id } }`,
  reactivateAccount: `mutation { reactivateAccount(input: { id: "${id}", expectedVersion: 99 }) { id } }`,
  closeAccount: `mutation { closeAccount(input: { id: "${id}", expectedVersion: 99, reason: "r" }) { id } }`,
  revealAccountContact: `mutation { revealAccountContact(input: { id: "${id}", reason: "r" }) { email } }`,
  setAccountPicture: `mutation { setAccountPicture(input: { id: "${id}", expectedVersion: 99, uploadId: "u" }) { id } }`,
  removeAccountPicture: `mutation { removeAccountPicture(input: { id: "${id}", expectedVersion: 99 }) { id } }`,
  savedViews: '{ savedViews(list: ACCOUNTS) { id } }',
  createSavedView:
    'mutation { createSavedView(input: { list: ACCOUNTS, scope: PERSONAL, name: "", state: {} }) { id } }',
  updateSavedView: `mutation { updateSavedView(input: { id: "${id}", expectedVersion: 1, name: "x" }) { id } }`,
  archiveSavedView: `mutation { archiveSavedView(input: { id: "${id}", expectedVersion: 1 }) { id } }`,
  moveSavedView: `mutation { moveSavedView(input: { id: "${id}" }) { id } }`,
  setDefaultSavedView: 'mutation { setDefaultSavedView(input: { list: ACCOUNTS }) { id } }',
  setPreference: 'mutation { setPreference(input: { key: "k", value: 1 }) { key } }',
  startAccountBulk: `mutation { startAccountBulk(input: { selection: { ids: ["${id}"] }, action: SUSPEND, reason: "r" }) { id } }`,
  cancelJob: 'mutation { cancelJob(input: { id: "01900000-0000-7000-8000-000000000001" }) { id } }',
  retryJob: 'mutation { retryJob(input: { id: "01900000-0000-7000-8000-000000000001" }) { id } }',
};
const TOKENS = [...ROLES.map((role) => role.toLowerCase()), 'nobody', 'machine', null] as const;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 3);
});
afterAll(() => test.close());

describe('roles', () => {
  it('cover every root field', () => {
    const schema = createSchema();
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    expect(Object.keys(OPERATIONS).sort()).toEqual(fields.sort());
    expect(Object.keys(POLICY).length).toBeGreaterThan(0);
  });

  it('may do exactly this', async () => {
    const matrix: Record<string, Record<string, string>> = {};
    for (const [field, query] of Object.entries(OPERATIONS)) {
      const row: Record<string, string> = {};
      for (const token of TOKENS) {
        const answer = await test.send(query, {}, { token });
        const code = answer.body.errors?.[0].extensions.code ?? 'done';
        // A conflict was let in and refused by the record.
        row[token ?? 'no token'] = `${answer.status} ${code === 'record.conflict' ? 'done' : code}`;
      }
      matrix[field] = row;
    }
    expect(matrix).toMatchSnapshot();
  });

  it('are told the missing permission, and the refusal is written down', async () => {
    const answer = await test.send(OPERATIONS['closeAccount'] ?? '', {}, { token: 'marketing' });
    expect(answer.body.errors[0].extensions).toEqual({
      code: 'access.denied',
      details: { permission: 'account.change-state' },
    });
    const { rows } = await test.database.pool.query(
      `select actor_sub, outcome from staff_audit_event where action = 'account.change-state' and actor_sub = 'staff-marketing' and outcome = 'DENIED'`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });
});
