import { generate } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSealedBox } from './keys/sealed-box.ts';
import { findPersonByEmail, type Person } from './person.ts';
import { enrolSecondFactor, newTotpSecret } from './second-factor.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';

let server: IdentityServer;
let admin: Person | undefined;
const secret = newTotpSecret();
beforeAll(async () => {
  server = await startIdentityServer();
  admin = await findPersonByEmail(server.database.db, 'admin@demo.test');
});
afterAll(() => server.stop());

const codeIn = (seconds: number) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + seconds });

test('verifies codes after sign-in too: each once, with a delay after wrong ones', async () => {
  const { secondFactors, database } = server;
  if (admin === undefined) throw new Error('no admin');
  const sub = admin.id;
  const judge = async (code: string, person = sub) => secondFactors.judge(database.db, person, code, 'sign-in');
  expect(await secondFactors.has(database.db, sub)).toBe(false);
  expect(await judge(await codeIn(0))).toEqual({ isRight: false, waitS: 0 });
  await enrolSecondFactor(database.db, await openSealedBox(server.dataDir), admin, secret, 0);
  expect(await secondFactors.has(database.db, sub)).toBe(true);
  const code = await codeIn(0);
  expect(await judge(code)).toEqual({ isRight: true, waitS: 0 });
  expect(await judge(code)).toEqual({ isRight: false, waitS: 0 });
  expect(await judge(await codeIn(30), 'nobody')).toEqual({ isRight: false, waitS: 0 });
  for (let tries = 0; tries < 4; tries += 1) await judge('000000');
  const held = await judge(await codeIn(30));
  expect(held.isRight).toBe(false);
  expect(held.waitS).toBeGreaterThan(0);
});
