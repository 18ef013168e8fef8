import type { Role } from '@backcounter/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { EndedSignIns } from '../adapters/oidc/ended-sign-ins.ts';
import { notingRoles } from '../audit/roles-now.ts';
import { StaffAdministration } from '../embedded/identity/staff-administration.ts';
import type { Caller, IdentityPort } from '../ports/identity.ts';
import { Gates } from '../testing/gates.ts';
import { insertAccounts, insertReferenceData, removeAccounts } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { startTestWorker, untilJob } from '../testing/test-worker.ts';

/** Two batches: the first has 500 records. */
const ACCOUNTS = 700;
const EMAIL = 'somebody@example.org';

let test: TestApp;
let gates: Gates<'progress'>;
let staff: StaffAdministration;
/** Person of the embedded provider whose token is "embedded". */
let sub: string;
const foreign = { sub: 'foreign-1', roles: ['ADMIN'] as Role[], expiresAt: new Date('2030-01-01') };

beforeAll(async () => {
  const person = (id: string, roles: readonly Role[], expiresAt: Date): Caller => ({
    kind: 'staff',
    sub: id,
    name: 'Somebody',
    email: EMAIL,
    roles,
    expiresAt,
  });
  const identity: IdentityPort = {
    authenticate: async (token) =>
      token === 'embedded'
        ? person(sub, ['ADMIN'], new Date('2030-01-01'))
        : person(foreign.sub, foreign.roles, foreign.expiresAt),
  };
  const noting: { port: IdentityPort } = { port: identity };
  test = await createTestApp({
    identity: { authenticate: (token) => (token === 'embedded' ? identity : noting.port).authenticate(token) },
  });
  noting.port = notingRoles(identity, test.database.db);
  gates = await Gates.build(test.database, {
    progress: 'after update on job for each row when (new.done > old.done)',
  });
  staff = new StaffAdministration(test.database.db);
  await insertReferenceData(test.database.ownerPool);
});
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await test.database.ownerPool.query('truncate identity.person, job cascade');
  await staff.add({ email: EMAIL, name: 'Somebody', roles: ['ADMIN'], password: 'a long enough password 1' });
  [sub] = (await test.database.ownerPool.query('select id from identity.person')).rows.map(({ id }) => id);
  // The last administrator stays.
  await staff.add({
    email: 'other@example.org',
    name: 'Other',
    roles: ['ADMIN'],
    password: 'a long enough password 1',
  });
  Object.assign(foreign, { roles: ['ADMIN'], expiresAt: new Date(foreign.expiresAt.getTime() + 60_000) });
});
afterAll(async () => {
  await gates.end();
  await test.close();
});

const WAYS: Readonly<Record<string, { readonly token: string; readonly end: () => Promise<unknown> }>> = {
  'npm run staff -- set --no-roles': {
    token: 'embedded',
    end: () => staff.set(EMAIL, { roles: [] }),
  },
  'npm run staff -- set --suspend': {
    token: 'embedded',
    end: () => staff.set(EMAIL, { state: 'SUSPENDED' }),
  },
  'npm run staff -- remove EMAIL': { token: 'embedded', end: () => staff.remove(EMAIL) },
  'the last token of a foreign provider': {
    token: 'foreign',
    end: async () => {
      Object.assign(foreign, { roles: [], expiresAt: new Date(foreign.expiresAt.getTime() + 60_000) });
      await test.send('{ viewer { name } }', {}, { token: 'foreign' });
    },
  },
  'a back-channel logout of a foreign provider': {
    token: 'foreign',
    end: () =>
      new EndedSignIns(test.database.pool, { now: () => new Date() }).record({
        jti: crypto.randomUUID(),
        sub: foreign.sub,
        sid: null,
        endedAt: new Date(),
      }),
  },
};

const state = async (id: string) =>
  (await test.database.ownerPool.query('select state, error_code, done from job where id = $1', [id])).rows[0];

async function startBulk(token: string): Promise<string> {
  const answer = await test.send(
    'mutation { startAccountBulk(input: { selection: {}, action: SUSPEND, reason: "r" }) { job { id } } }',
    {},
    { token },
  );
  return answer.body.data.startAccountBulk.job.id;
}

it.each(Object.keys(WAYS))('a running job ends before its next step after %s [jobs 9]', async (way) => {
  const { token, end } = WAYS[way] as (typeof WAYS)[string];
  await insertAccounts(test.database.ownerPool, ACCOUNTS);
  const id = await startBulk(token);
  await gates.close('progress');
  const worker = startTestWorker(test);
  try {
    await gates.reached('progress');
    await end();
    await gates.open('progress');
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    expect(await state(id)).toEqual({ state: 'FAILED', error_code: 'access.denied', done: 500 });
  } finally {
    await gates.open('progress');
    await worker.stop();
  }
});

it.each(Object.keys(WAYS))('a waiting job does nothing after %s', async (way) => {
  const { token, end } = WAYS[way] as (typeof WAYS)[string];
  await insertAccounts(test.database.ownerPool, 3);
  const id = await startBulk(token);
  await end();
  const worker = startTestWorker(test);
  try {
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    expect(await state(id)).toEqual({ state: 'FAILED', error_code: 'access.denied', done: 0 });
  } finally {
    await worker.stop();
  }
});

it.each(Object.keys(WAYS))('a link to a file is refused after %s [export 1]', async (way) => {
  const { token, end } = WAYS[way] as (typeof WAYS)[string];
  await insertAccounts(test.database.ownerPool, 3);
  const started = await test.send(
    'mutation { startExport(input: { list: ACCOUNTS, format: CSV, selection: {}, locale: "en-US", timeZone: "UTC", columns: [{ key: "number" }] }) { job { id } } }',
    {},
    { token },
  );
  const id = started.body.data.startExport.job.id;
  const worker = startTestWorker(test);
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  await worker.stop();
  test.now = new Date();
  const seen = await test.send('query J($id: ID!) { job(id: $id) { result { url } } }', { id }, { token });
  const { url } = seen.body.data.job.result;
  expect((await test.app.inject({ url })).statusCode).toBe(200);
  await end();
  expect((await test.app.inject({ url })).statusCode).toBe(404);
});
