import type { Role } from '@backcounter/domain';
import { type GraphQLNamedType, getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createSchema } from './index.ts';

const id = accountId(1);
const EMAIL = 'canary@example.org';
const update = (fields: string) => `mutation {
  updateAccount(input: { id: "${id}", expectedVersion: 1, patch: { displayName: "Canary", email: "${EMAIL}" } }) { account { ${fields} } } }`;
const REVEAL = `mutation { revealAccountContact(input: { id: "${id}", purpose: DELIVERY }) { email } }`;
const NOTE = `mutation { writeAccountNote(input: { id: "${id}", text: "Called" }) { noteId } }`;

/** The roles of the one person, which change. */
let roles: readonly Role[];
let test: TestApp;
beforeAll(async () => {
  const identity = {
    authenticate: async () => {
      const expiresAt = new Date('2030-01-01T00:00:00Z');
      return { kind: 'staff', sub: 'sam', name: 'Sam', email: null, roles, expiresAt } as const;
    },
  };
  test = await createTestApp({ identity });
  await insertReferenceData(test.database.ownerPool);
});
beforeEach(async () => {
  roles = ['ADMIN'];
  await rowsOf('truncate account cascade; truncate idempotency_key; truncate staff_audit_event');
  await insertAccounts(test.database.ownerPool, 2);
});
afterAll(() => test.close());

const rowsOf = async (text: string) => (await test.database.ownerPool.query(text)).rows;
const keys = () => rowsOf('select key, response from idempotency_key order by key');
const events = async (action: string) =>
  (await rowsOf('select action, outcome from staff_audit_event')).filter((event) => event.action === action);

async function send(document: string, key: string) {
  const { body, headers } = await test.send(document, {}, { headers: { 'idempotency-key': key } });
  return { data: body.data, error: body.errors?.[0]?.extensions, isReplayed: 'idempotent-replayed' in headers };
}

describe('a repeated mutation with the same key', () => {
  it('is refused to a person who has lost the right since then [security 28]', async () => {
    expect((await send(NOTE, 'n')).error).toBeUndefined();
    expect((await send(NOTE, 'n')).isReplayed).toBe(true);
    roles = ['CAMPAIGN-VIEWER'];
    const again = await send(NOTE, 'n');
    expect(again.error).toMatchObject({ code: 'access.denied', details: { permission: 'account.write-note' } });
    expect(again.data?.writeAccountNote ?? null).toBeNull();
  });

  it('stores no contact: a repeated reveal is checked, counted and recorded again [security 29]', async () => {
    expect((await send(REVEAL, 'r')).data.revealAccountContact.email).toBe('person1@example.org');
    expect(await keys()).toEqual([]);
    await rowsOf(`update account set email = 'new@example.org' where id = '${id}'`);
    expect((await send(REVEAL, 'r')).data.revealAccountContact.email).toBe('new@example.org');
    expect(await events('account.reveal-contact')).toHaveLength(2);
    roles = ['CAMPAIGN-VIEWER'];
    expect((await send(REVEAL, 'r')).error.code).toBe('access.denied');
  });

  it.each([
    ['a field', 'version email'],
    ['a fragment', '... on Account { contact: email }'],
    ['the history', 'history(first: 1) { nodes { changes { field after } } }'],
  ])(
    'stores no answer with personal data in %s, and says which record it was [security 29]',
    async (_where, fields) => {
      const first = await send(update(fields), 'u');
      expect(JSON.stringify(first.data)).toContain(EMAIL);
      expect(await keys()).toEqual([{ key: 'u', response: null }]);
      const again = await send(update(fields), 'u');
      expect(again.data ?? null).toBeNull();
      expect(again.error).toMatchObject({
        code: 'idempotency.not-replayable',
        details: { record: { kind: 'account', id } },
      });
      expect(await rowsOf(`select version from account where id = '${id}'`)).toEqual([{ version: 2 }]);
      expect(await events('account.update')).toEqual([{ action: 'account.update', outcome: 'DONE' }]);
    },
  );

  it('returns the stored answer, without personal data', async () => {
    const first = await send(update('id version'), 'u');
    expect(await send(update('id version'), 'u')).toEqual({ ...first, isReplayed: true });
  });

  it('is removed with the account that it changed, even if its answer does not name it [security 30]', async () => {
    await send(update('version'), 'u');
    await send(`mutation { setPreference(input: { key: "k", value: 1 }) { preference { key } } }`, 'mine');
    expect((await keys()).map(({ key }) => key)).toEqual(['mine', 'u']);
    await send(
      `mutation { closeAccount(input: { id: "${id}", expectedVersion: 2, reason: "left" }) { account { id } } }`,
      'c',
    );
    const [{ no }] = await rowsOf(`select public_no as no from account where id = '${id}'`);
    const erase = `mutation { eraseAccount(input: { id: "${id}", expectedVersion: 3, reason: "asked", confirmation: "${no}" }) { account { state } } }`;
    expect((await send(erase, 'e')).data.eraseAccount.account.state).toBe('ERASED');
    expect((await keys()).map(({ key }) => key)).toEqual(['e', 'mine']);
  });
});

/** Fields that hold customer data or a secret. */
const TELLING = /^(email|phone|displayName|firebaseId|birthDate|couponCode|formatted|samples|before|after)$/;
/** Types with data of staff, with sums, or with data that the caller has just sent. */
const OTHERS = /^(ImportTotals|Streamer|CampaignStreamer|AccountSyncResult|DeviceSyncResult|TopicSyncResult)\./;

it('never stores a field with personal or secret data [security 29]', () => {
  const found = new Map<string, boolean>();
  const seen = new Set<GraphQLNamedType>();
  const follow = (type: GraphQLNamedType): void => {
    if (!isObjectType(type) || seen.has(type)) return;
    seen.add(type);
    for (const field of Object.values(type.getFields())) {
      if (TELLING.test(field.name)) found.set(`${type.name}.${field.name}`, field.extensions['isNeverStored'] === true);
      follow(getNamedType(field.type));
    }
  };
  for (const { type } of Object.values(createSchema().getMutationType()?.getFields() ?? {})) follow(getNamedType(type));
  expect(found.get('Account.email')).toBe(true);
  expect([...found].flatMap(([name, isNeverStored]) => (isNeverStored || OTHERS.test(name) ? [] : [name]))).toEqual([]);
});
