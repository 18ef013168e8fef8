import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const COUNT = 60;
const id = accountId(1);
const ALL =
  'id number displayName email phone isContactMasked emailVerified firebaseId state version updatedAt actions { action isAllowed refusal }';
const list = (args: string) =>
  `{ accounts(${args}) { nodes { ${ALL} } pageInfo { hasNextPage hasPreviousPage } count { kind value countedAt } matchedBy } }`;

/** Differences in hidden values between the two databases. */
const DIFFERENCES = {
  email: `update account set email = 'other' || public_no || '@elsewhere.test', email_verified = email_verified where email is not null`,
  phone: `update account set phone_e164 = case when phone_e164 is null then '+12025550100' end`,
  'whether there is an e-mail': `update account set email = null where not email_verified`,
} as const;

const SEARCHES = [
  'person1@example.org',
  'other1@elsewhere.test',
  'person',
  'other',
  '@',
  '+491510000001',
  '+12025550100',
  '49151',
  '0151 0000001',
  '4915100000',
  'ada',
  'ston',
  '100001',
  accountId(3),
  'firebase00000000000000000012',
];

const QUERIES = [
  list('first: 100'),
  ...['CREATED', 'LAST_SEEN', 'NAME', 'NUMBER'].map((key) => list(`first: 20, sort: { key: ${key}, direction: ASC }`)),
  ...SEARCHES.map((search) => list(`first: 50, search: ${JSON.stringify(search)}`)),
  list('first: 50, filter: { hasEmail: true }'),
  list('first: 50, filter: { hasPhone: false }'),
  list('first: 50, filter: { emailVerified: true, state: { in: [ACTIVE] } }'),
  list(`first: 5, startAt: { id: "${accountId(20)}" }`),
  list('first: 5, after: "AAAA"'),
  `{ account(id: "${id}") { ${ALL} history { nodes { action changes { field before after isMasked } } count { value } } } }`,
  `{ account(id: "${accountId(999)}") { ${ALL} } }`,
  '{ listCapabilities(list: ACCOUNTS) { filters { key } sorts { key } searches } }',
  `mutation { updateAccount(input: { id: "${id}", expectedVersion: 9, patch: { email: "person2@example.org" } }) { account { id } } }`,
  `mutation { suspendAccount(input: { id: "${id}", expectedVersion: 9, reason: "r" }) { account { id email } } }`,
];

let first: TestApp;
const others = new Map<string, TestApp>();
beforeAll(async () => {
  const prepare = async (): Promise<TestApp> => {
    const test = await createTestApp();
    await insertReferenceData(test.database.ownerPool);
    await insertAccounts(test.database.ownerPool, COUNT);
    return test;
  };
  first = await prepare();
  for (const [name, sql] of Object.entries(DIFFERENCES)) {
    const test = await prepare();
    await test.database.ownerPool.query(sql);
    others.set(name, test);
  }
});
afterAll(async () => {
  for (const test of [first, ...others.values()]) await test.close();
});

describe('responses to MARKETING', () => {
  it.each(Object.keys(DIFFERENCES))('do not depend on %s, byte for byte [security 7]', async (name) => {
    const other = others.get(name) as TestApp;
    for (const query of QUERIES) {
      const [one, two] = [
        await first.send(query, {}, { token: 'marketing' }),
        await other.send(query, {}, { token: 'marketing' }),
      ];
      expect(two.text, query).toBe(one.text);
      expect(two.status).toBe(one.status);
      expect(one.text).not.toMatch(/example\.org|elsewhere|\+49|\+1202/);
    }
  });

  it('mark contacts as masked, and refuse searches and filters by them [security 7]', async () => {
    const { body } = await first.send(list('first: 1'), {}, { token: 'marketing' });
    expect(body.data.accounts.nodes[0]).toMatchObject({ email: null, phone: null, isContactMasked: true });
    const search = await first.send(list('search: "person1@example.org"'), {}, { token: 'marketing' });
    expect(search.body.data.accounts).toMatchObject({ nodes: [], matchedBy: 'NOT_PERMITTED' });
    const filter = await first.send(list('filter: { hasEmail: true }'), {}, { token: 'marketing' });
    expect(filter.body.errors[0].extensions).toEqual({
      code: 'access.denied',
      details: { permission: 'account.read-contact' },
    });
  });

  it('differ for callers who see the field, so that the comparison can fail', async () => {
    const [one, two] = [await first.send(list('first: 5')), await others.get('email')?.send(list('first: 5'))];
    expect(two?.text).not.toBe(one.text);
  });
});
