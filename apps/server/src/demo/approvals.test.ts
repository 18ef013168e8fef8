import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { seed } from './seed.ts';

let test: TestApp;
let database: TestDatabase;
const APPROVER = '0192f000-0000-7000-8000-00000000b002';

beforeAll(async () => {
  database = await createTestDatabase();
  await seed({ ownerUrl: database.ownerUrl, accounts: 300, now: new Date() });
  const expiresAt = new Date('2030-01-01');
  test = await createTestApp(
    {
      identity: {
        authenticate: async () => ({
          kind: 'staff',
          sub: APPROVER,
          name: 'Astrid',
          email: null,
          roles: ['ADMIN'],
          signInId: 'here',
          expiresAt,
        }),
      },
      secondFactors: {
        has: async () => true,
        askPasskey: async () => null,
        judge: async () => ({ isRight: true, waitS: 0 }),
      },
    },
    () => [],
    database,
  );
});
afterAll(async () => {
  await test.close();
  await database.drop();
});

it('the demo has a request in each state, no rule is on, and the pending one can be approved', async () => {
  const { pool } = database;
  const states = async () =>
    (await pool.query('select state::text from approval_request order by 1')).rows.map(({ state }) => state);
  expect(await states()).toEqual(['APPROVED', 'CANCELED', 'DECLINED', 'EXPIRED', 'PENDING', 'VOIDED']);
  expect((await pool.query('select from approval_rule where is_on')).rows).toEqual([]);
  const asked = '{ approvals(filter: { state: { in: [PENDING] } }) { nodes { id entityId contentHash isUnchanged } } }';
  const [request] = (await test.send(asked)).body.data.approvals.nodes;
  expect(request.isUnchanged).toBe(true);
  await pool.query(
    `insert into second_factor_confirmation (staff_sub, sign_in_id, expires_at) values ($1, 'here', now() + interval '1 hour')`,
    [APPROVER],
  );
  const { body } = await test.send(
    'mutation M($input: ApproveRequestInput!) { approveRequest(input: $input) { approval { state } } }',
    { input: { id: request.id, contentHash: request.contentHash } },
  );
  expect(body.errors).toBeUndefined();
  expect((await pool.query('select state::text from campaign where id = $1', [request.entityId])).rows).toEqual([
    { state: 'ACTIVE' },
  ]);
});
