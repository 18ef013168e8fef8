import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ATTENTION_SCOPES, type AttentionSource } from '../attention/attention-source.ts';
import { countChanges } from '../attention/change-source.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import { TEST_CONFIG } from '../testing/test-app.ts';
import { accountChanges, noteChanges } from './account/account.attention.ts';
import { segmentAttention } from './account/segment/segment.attention.ts';
import { disclosureAttention } from './audit/disclosure.attention.ts';
import { campaignAttention, redemptionChanges } from './campaign/campaign.attention.ts';
import { entryChanges, giveawayAttention } from './giveaway/giveaway.attention.ts';
import { jobAttention, jobChanges } from './job/job.attention.ts';
import { notificationAttention, notificationChanges } from './notification/notification.attention.ts';
import { storeAttention } from './store/store.attention.ts';

/** Tables that grow with the business; campaigns, giveaways and stores are some thousand at most. */
const BIG = [
  'account',
  'account_note',
  'campaign_daily',
  'campaign_slice',
  'coupon_redemption',
  'giveaway_entry',
  'giveaway_winner',
  'job',
  'notification',
  'points_wallet',
  'staff_disclosure',
];

let database: TestDatabase;
let client: pg.PoolClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.ownerPool.connect();
  // A table is then scanned whole only where no index can be used.
  await client.query('set enable_seqscan = off');
});
afterAll(async () => {
  client?.release(true);
  await database?.drop();
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/**
 * A context for ADMIN that explains queries instead of running them, and records the big tables that a plan scans
 * whole.
 */
function planning(whole: string[]): { readonly context: RequestContext; readonly planned: () => number } {
  let planned = 0;
  let last: Promise<unknown> = Promise.resolve();
  const caller = { kind: 'staff', sub: 'staff-admin', name: 'Admin', email: null, roles: ['ADMIN'] };
  const plan = async (text: string, values: readonly unknown[]): Promise<unknown[]> => {
    planned += 1;
    const found = await client.query(`explain (format json) ${text}`, [...values]);
    for (const node of nodesOf(found.rows[0]['QUERY PLAN'][0].Plan)) {
      const table = node['Relation Name'] ?? '';
      const isIndexed = node['Node Type'] === 'Bitmap Heap Scan' || node['Index Cond'] !== undefined;
      if (BIG.includes(table) && !isIndexed) whole.push(`${node['Node Type']} of ${table}`);
    }
    return [];
  };
  // One at a time: only one connection has the setting.
  const rows = ({ text }: { readonly text: string }, values: readonly unknown[]) => {
    const planning = last.then(() => plan(text, values));
    last = planning;
    return planning;
  };
  const services = { disclosureBudgets: TEST_CONFIG.disclosureBudgets };
  const context = { caller, signal: new AbortController().signal, now: new Date(), services, sql: { rows } };
  return { context: context as unknown as RequestContext, planned: () => planned };
}

const SOURCES: readonly AttentionSource[] = [
  campaignAttention,
  disclosureAttention,
  giveawayAttention,
  jobAttention,
  notificationAttention,
  segmentAttention,
  storeAttention,
];

it.each(ATTENTION_SCOPES)('finds the items of %s by index in every big table', async (scope) => {
  const whole: string[] = [];
  const { context, planned } = planning(whole);
  for (const source of SOURCES) await source.read(context, scope);
  expect(planned()).toBe(scope === 'MINE' ? SOURCES.length - 1 : SOURCES.length);
  expect(whole).toEqual([]);
});

it('finds new records by index in every big table [home 5]', async () => {
  const whole: string[] = [];
  const { context, planned } = planning(whole);
  const sources = [accountChanges, redemptionChanges, entryChanges, notificationChanges, jobChanges, noteChanges];
  await countChanges(sources, context, new Date(Date.now() - 3_600_000).toISOString());
  expect(planned()).toBe(sources.length);
  expect(whole).toEqual([]);
});
