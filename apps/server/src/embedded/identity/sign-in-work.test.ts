import type * as Argon2 from '@node-rs/argon2';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase, type Database } from '../../db/client.ts';
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts';
import { rememberDevice } from './known-device.ts';
import { ensureDemoPeople, findPersonByEmail, type Person } from './person.ts';
import type * as SignIn from './sign-in.ts';

const verified = { times: 0 };
let judgePassword: typeof SignIn.judgePassword;
let database: TestDatabase;
let viewer: Person;
const statements: string[] = [];
const origin = { address: '198.51.100.7', userAgent: '', requestId: 'r' };

beforeAll(async () => {
  // Vitest workers keep modules between files, so the module is loaded again.
  vi.resetModules();
  vi.doMock('@node-rs/argon2', async (original) => {
    const argon2 = await original<typeof Argon2>();
    const verify: typeof argon2.verify = (...parameters) => {
      verified.times += 1;
      return argon2.verify(...parameters);
    };
    return { ...argon2, verify };
  });
  ({ judgePassword } = await import('./sign-in.ts'));
  database = await createTestDatabase();
  await ensureDemoPeople(database.db, null);
  const found = await findPersonByEmail(database.db, 'viewer@demo.test');
  if (!found) throw new Error('no viewer');
  viewer = found;
});
afterAll(async () => {
  vi.doUnmock('@node-rs/argon2');
  vi.resetModules();
  await database.drop();
});
beforeEach(async () => {
  for (const table of ['sign_in_throttle', 'refused_sign_in', 'known_device'])
    await database.pool.query(`DELETE FROM identity.${table}`);
  verified.times = 0;
});

/** The database, recording its statements. */
function recorded(): Kysely<Database> {
  const query = (sql: string, values: unknown[]) => {
    statements.push(sql);
    return database.pool.query(sql, values);
  };
  return createDatabase({ connect: async () => ({ query, release: () => undefined }) } as unknown as pg.Pool);
}

/** The work of a wrong guess: its statements and the number of password verifications. */
async function workOf(email: string, claim: Awaited<ReturnType<typeof rememberDevice>> | null) {
  statements.length = 0;
  verified.times = 0;
  const { outcome } = await judgePassword(recorded(), true, { email, password: 'wrong' }, origin, claim);
  return { outcome, statements: [...statements], verified: verified.times };
}

test('a wrong guess is the same work for people who exist and who do not', async () => {
  const known = await workOf('viewer@demo.test', null);
  expect(known).toMatchObject({ outcome: 'wrong', verified: 1 });
  expect(await workOf('ghost@demo.test', null)).toEqual(known);
});

test('also with another person’s device', async () => {
  const admin = await findPersonByEmail(database.db, 'admin@demo.test');
  if (!admin) throw new Error('no admin');
  const claim = await rememberDevice(database.db, null, admin);
  const known = await workOf('viewer@demo.test', claim);
  expect(await workOf('ghost@demo.test', claim)).toEqual(known);
});

test('an address can have few passwords verified, whatever it claims to be [security 14]', async () => {
  const claim = await rememberDevice(database.db, null, viewer);
  for (let guess = 0; guess < 200; guess += 1) {
    const email = `${guess % 2 === 0 ? 'ghost' : 'guess'}-${guess}@demo.test`;
    await judgePassword(database.db, true, { email, password: 'wrong' }, origin, guess % 3 === 0 ? claim : null);
  }
  expect(verified.times).toBe(30);
  for (let guess = 0; guess < 50; guess += 1)
    await judgePassword(database.db, true, { email: viewer.email, password: 'wrong' }, origin, claim);
  expect(verified.times).toBe(35);
});

test('the right password of a suspended person does not bypass the limit', async () => {
  await database.pool.query("UPDATE identity.person SET state = 'SUSPENDED' WHERE id = $1", [viewer.id]);
  const outcomes: string[] = [];
  for (let guess = 0; guess < 20; guess += 1) {
    const typed = { email: viewer.email, password: 'backcounter' };
    outcomes.push((await judgePassword(database.db, true, typed, origin, null)).outcome);
  }
  expect(outcomes.filter((outcome) => outcome === 'suspended')).toHaveLength(5);
  expect(verified.times).toBe(5);
});
