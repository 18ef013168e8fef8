import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openStreamClient, type StreamClient } from '../../testing/stream-client.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestToken } from '../../testing/test-app.ts';

const FOLLOW = `subscription($kind: String!, $id: ID!, $isEditing: Boolean!, $beat: Int!) {
  recordPeople(kind: $kind, id: $id, isEditing: $isEditing, beat: $beat) { beat people { person { sub name } isEditing } }
}`;

let test: TestApp;
let other: TestApp;
const clients: StreamClient[] = [];

beforeAll(async () => {
  test = await createTestApp();
  other = await createTestApp({}, undefined, test.database);
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 3);
  const id = [accountId(3)];
  await test.database.ownerPool.query("update account set state = 'CLOSED', state_reason = 'left' where id = $1", id);
  await test.database.ownerPool.query(
    `update account set state = 'ERASED', state_reason = null, display_name = null, email = null, email_verified = false,
       phone_e164 = null, birth_date = null, firebase_id = null, push_consent = false, push_consent_at = null where id = $1`,
    id,
  );
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await other.close();
  await test.close();
});

type Shown = readonly (readonly [sub: string, isEditing: boolean])[];

async function open(token: TestToken, { on = test, kind = 'account', id = accountId(1), isEditing = false } = {}) {
  const client = await openStreamClient(on, token);
  clients.push(client);
  const results = client.follow(FOLLOW, { kind, id, isEditing, beat: 7 });
  const next = async () => {
    const { data, errors } = (await results.next()) as {
      data?: {
        recordPeople: { beat: number; people: { person: { sub: string; name: string }; isEditing: boolean }[] };
      };
      errors?: readonly { extensions: { code: string } }[];
    };
    return data ? data.recordPeople : String(errors?.[0]?.extensions.code);
  };
  return {
    stop: () => results.stop(),
    next,
    /** Reads results until these people are shown. */
    async until(expected: Shown): Promise<void> {
      for (let latest = ''; latest !== JSON.stringify(expected); ) {
        const here = await next();
        if (typeof here === 'string') throw new Error(here);
        latest = JSON.stringify(here.people.map(({ person, isEditing: edits }) => [person.sub, edits]));
      }
    },
  };
}

it('each sees the others at the same record on every process, by name and once, and never themselves [live 6]', async () => {
  const admin = await open('admin');
  expect(await admin.next()).toEqual({ beat: 7, people: [] });
  const marketing = await open('marketing', { on: other });
  await admin.until([['staff-marketing', false]]);
  await marketing.until([['staff-admin', false]]);
  const form = await open('marketing', { isEditing: true });
  expect(await form.next()).toMatchObject({ people: [{ person: { sub: 'staff-admin' } }] });
  await admin.until([['staff-marketing', true]]);
  const elsewhere = await open('campaign-manager', { kind: 'campaign', id: accountId(1) });
  expect(await elsewhere.next()).toEqual({ beat: 7, people: [] });
  await form.stop();
  await admin.until([['staff-marketing', false]]);
});

it('someone who closes the tab leaves, also on another process [live 6]', async () => {
  const admin = await open('admin', { id: accountId(2) });
  const marketing = await open('marketing', { on: other, id: accountId(2) });
  await admin.until([['staff-marketing', false]]);
  clients.pop()?.close();
  await admin.until([]);
  expect(marketing).toBeDefined();
});

it.each([
  ['who may not read the kind', 'campaign-manager', 'account', accountId(2), 'record.not-found'],
  ['of an erased account', 'marketing', 'account', accountId(3), 'record.not-found'],
  ['with only a part of a campaign', 'campaign-streamer', 'campaign', accountId(3), 'record.not-found'],
  ['of an unknown kind', 'admin', 'config_entry', 'x', 'field.invalid'],
  ['of an impossible id', 'admin', 'account', "' or 1 = 1", 'field.invalid'],
] as const)('no one %s learns or shows anything [live 6]', async (_who, token, kind, id, code) => {
  const refused = await open(token, { kind, id });
  expect(await refused.next()).toBe(code);
});
