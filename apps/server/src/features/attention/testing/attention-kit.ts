import type { Caller } from '../../../ports/identity.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp, testIdentity } from '../../../testing/test-app.ts';
import { insertTopicsAndBadges } from '../../../testing/test-topics-badges.ts';

const HOUR = 3_600_000;
const FIELDS = `count hasMore failed kinds { kind count hasMore }
  items { key kind severity since action count names dueAt usual percent limitKind used limit currency hoursLeft errorCode reason
    subject { type id code title titleI18n } job { id kind canRetry } }`;

/** An item of an answer. */
export interface AnsweredItem {
  readonly kind: string;
  readonly severity: string;
  readonly action: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly subject: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly [field: string]: any;
}

type Scope = 'MINE' | 'PROBLEMS';
type Row = Readonly<Record<string, unknown>>;

/** Returns the instant this many hours ahead. */
export const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR);

/** An application with a further token `both`, which has the roles MARKETING and CAMPAIGN-MANAGER. */
export async function createAttentionApp(): Promise<TestApp> {
  const both: Caller = {
    kind: 'staff',
    sub: 'staff-both',
    name: 'Both',
    email: null,
    roles: ['MARKETING', 'CAMPAIGN-MANAGER'],
    expiresAt: new Date('2030-01-01T00:00:00Z'),
  };
  const test = await createTestApp({
    identity: { authenticate: async (token) => (token === 'both' ? both : testIdentity.authenticate(token)) },
  });
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  await insertTopicsAndBadges(ownerPool);
  await insertAccounts(ownerPool, 4);
  return test;
}

/** Inserts rows that need attention, and queries the items. */
export function attentionKit(test: () => TestApp) {
  /** Runs as the owner, exempt from the rules of retention, so that tests can backdate and delete rows. */
  const query = async (text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> => {
    const client = await test().database.ownerPool.connect();
    try {
      await client.query('set session_replication_role = replica');
      return (await client.query(text, [...values])).rows;
    } finally {
      await client.query('reset session_replication_role');
      client.release();
    }
  };
  const insert = async (table: string, row: Row): Promise<string> => {
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    const text = `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')}) returning id`;
    return String((await query(text, Object.values(row)))[0]?.['id']);
  };
  const ask = async (scope: Scope, token = 'admin', first = 50) => {
    const text = `query($scope: AttentionScope!, $first: Int!) { attention(scope: $scope, first: $first) { ${FIELDS} } }`;
    const { body } = await test().send(text, { scope, first }, { token });
    if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
    return body.data.attention as { readonly items: readonly AnsweredItem[]; readonly [field: string]: unknown };
  };
  return {
    query,
    ask,
    items: async (scope: Scope, token = 'admin') => (await ask(scope, token)).items,
    kinds: async (scope: Scope, token: string) => (await ask(scope, token)).items.map(({ kind }) => kind).sort(),
    /** Deletes all of them. */
    clear: () => query('truncate campaign, notification, giveaway, job, store, points_wallet_proof cascade'),
    /** Inserts a job of ADMIN that failed an hour ago, unless the row says otherwise. */
    insertJob: async (row: Row = {}) => {
      const whole = {
        kind: 'ledger.verify',
        params: '{"walletId":null,"label":null}',
        state: 'FAILED',
        requested_by: 'staff-admin',
        requested_roles: '{ADMIN}',
        error_code: 'unexpected',
        started_at: inHours(-2),
        finished_at: inHours(-1),
        ...row,
      };
      const person = [whole.requested_by];
      await query('insert into staff_user (sub, display_name) values ($1, $1) on conflict do nothing', person);
      return insert('job', whole);
    },
    /** Inserts a draft that opens in some days, unless the row says otherwise. */
    insertGiveaway: (row: Row = {}) =>
      insert('giveaway', {
        code: `G-${++serial}`,
        title_i18n: '{"en-US":"Prize"}',
        description_i18n: '{"en-US":"Win"}',
        rules_i18n: '{"en-US":"Rules"}',
        country_codes: '{DE}',
        min_age: 18,
        opens_at: inHours(100),
        closes_at: inHours(200),
        draw_at: inHours(201),
        timezone: 'Europe/Berlin',
        ...row,
      }),
  };
}
let serial = 0;

/** Columns that a published giveaway needs besides its dates. */
export const COMMITTED = {
  rules_hash: Buffer.alloc(32),
  seed_commitment: Buffer.alloc(32),
  seed_encrypted: Buffer.alloc(64),
  pseudonym_salt: Buffer.alloc(32),
};
