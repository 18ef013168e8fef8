import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { systemClock } from '../ports/clock.ts';
import { message } from '../ports/testing/mail.contract.ts';
import { composeMail } from './mail.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
const compose = (env: Record<string, string>) => composeMail(loadConfig(env), database.db, systemClock);

it('a demo has an outbox, which other servers lack', async () => {
  const demo = await compose({});
  await demo.port?.send(message({ subject: 'Hello' }));
  expect(await demo.readOutbox?.()).toMatchObject([{ recipient: 'ada@example.org', subject: 'Hello' }]);
  expect(await demo.neighbours()).toEqual({});
  expect(await compose({ DEMO: 'false' })).toMatchObject({ port: null, readOutbox: null });
});

it('a mail server replaces the outbox and is a neighbour', async () => {
  const { readOutbox, neighbours } = await compose({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@office.example' });
  expect(readOutbox).toBeNull();
  expect(await neighbours()).toEqual({ mail: expect.stringMatching(/^The mail server does not accept mail \(E/) });
});
