import { CAMPAIGN_STATUSES, GIVEAWAY_STATUSES } from '@backcounter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { seed } from './seed.ts';

const NOW = new Date('2026-11-20T18:30:00.000Z');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await seed({ ownerUrl: database.ownerUrl, accounts: 5_000, now: NOW });
});
afterAll(() => database.drop());

/** Values that the demo doesn't have, with the reason. */
const ABSENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'account_badge_award.source': { IMPORT: 'awards cannot be imported' },
  'approval_request.action': Object.fromEntries(
    ['BULK', 'ERASE', 'EXPORT_CONTACTS', 'NOTIFICATION_SEND', 'POINTS_ADJUST', 'ROLES'].map((action) => [
      action,
      'all rules are off, and the requests are about campaigns',
    ]),
  ),
  'campaign_alert.kind': { LEAK: 'the demo is not under attack' },
  'coupon_batch.state': {
    ...{ QUEUED: 'a worker takes it at once', RUNNING: 'a worker has it' },
    ...{ FAILED: 'no batch fails by itself', DISABLED: 'codes are disabled, not their batch' },
  },
  'coupon_try.subject_type': {
    ...{ ACCOUNT: 'wrong codes are counted for minutes only', ADDRESS: 'wrong codes are counted for minutes only' },
    CARD: 'wrong cards are counted for minutes only',
  },
  'giveaway_winner.state': { PROMOTED: 'who moves up is told at once' },
  'job.state': { RUNNING: 'a worker has it' },
  'job_problem.outcome': { DONE: 'is no problem', FAILED: 'the records of the demo do not break' },
  'notification.state': { PREPARING: 'a worker has it', SENDING: 'a worker has it' },
  'notification_delivery.reason': {
    PAYLOAD_TOO_BIG: 'the form says so before',
    NOT_PREPARED: 'the list has no such zone',
  },
  'notification_delivery.state': { SENDING: 'a worker has it' },
  'notification_reason_count.reason': {
    PAYLOAD_TOO_BIG: 'the form says so before',
    NOT_PREPARED: 'the list has no such zone',
  },
  'notification_reason_count.state': {
    ...{ PENDING: 'has no reason', SENDING: 'has no reason', SENT: 'has no reason' },
    ...{ RECEIVED: 'has no reason', OPENED: 'has no reason' },
  },
  'points_transfer.code': { OPENING: 'the demo begins with nothing' },
  'points_transfer.ref_type': { IMPORT: 'transfers cannot be imported' },
};

/** Calculated states, with the statement that reads them. */
const CALCULATED: Readonly<Record<string, { readonly values: readonly string[]; readonly statement: string }>> = {
  'campaign status': {
    values: CAMPAIGN_STATUSES,
    statement: `select distinct campaign_status(state, starts_at, ends_at, state = 'ACTIVE' and campaign_is_exhausted(id), '${NOW.toISOString()}')::text as value
      from campaign`,
  },
  'giveaway status': {
    // A closed one is frozen within a second.
    values: GIVEAWAY_STATUSES.filter((status) => status !== 'CLOSED'),
    statement: `select distinct giveaway_status(state, opens_at, closes_at, '${NOW.toISOString()}')::text as value from giveaway`,
  },
};

interface StatedColumn {
  readonly name: string;
  readonly values: readonly string[];
  readonly statement: string;
}

/** Every column with a state, kind, reason or outcome, which all have an enumerated type. */
async function statedColumns(): Promise<readonly StatedColumn[]> {
  const { rows } = await database.ownerPool.query<StatedColumn>(
    `select c.relname || '.' || a.attname as name, format('select distinct %I::text as value from %I', a.attname, c.relname) as statement,
      array(select e.enumlabel::text from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder) as values
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where t.typtype = 'e' and c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and not a.attisdropped
      -- Settings come from migrations, and texts from the start of the server; both have other tests.
      and c.relname <> 'config_entry' and c.relname !~ '^translation_'
    order by 1`,
  );
  return rows;
}

async function found({ statement }: Pick<StatedColumn, 'statement'>): Promise<ReadonlySet<string>> {
  const { rows } = await database.ownerPool.query<{ value: string }>(statement);
  return new Set(rows.map(({ value }) => value));
}

describe('the demo at its usual size', () => {
  it('has every state, kind, reason and outcome of records, except those listed with a reason', async () => {
    const columns = await statedColumns();
    expect(columns.length).toBeGreaterThan(40);
    const missing: Record<string, string[]> = {};
    for (const column of columns) {
      const there = await found(column);
      const wanting = column.values.filter((value) => !there.has(value));
      if (wanting.length > 0) missing[column.name] = wanting.sort();
    }
    const explained = Object.fromEntries(
      Object.entries(ABSENT).map(([column, reasons]) => [column, Object.keys(reasons).sort()]),
    );
    expect(missing).toEqual(explained);
  });

  it.each(Object.entries(CALCULATED))('has every %s', async (_name, calculated) => {
    expect([...(await found(calculated))].sort()).toEqual([...calculated.values].sort());
  });

  it('has data on every page: frozen points, notes, devices, views, segments, an archived topic', async () => {
    const counts = await found({
      statement: `select unnest(array[
        case when exists (select from points_wallet w where w.frozen and w.balance > 0 and w.owner_type = 'STORE') then 'frozen points of a store' end,
        case when exists (select from points_wallet w where w.frozen and w.balance > 0 and w.owner_type = 'ACCOUNT') then 'frozen points of an account' end,
        case when exists (select from account_note) then 'notes' end,
        case when exists (select from account_device where invalidated_at is not null) then 'devices that are not reached' end,
        case when exists (select from saved_view where owner_sub is null) then 'views of the team' end,
        case when exists (select from segment where rule ? 'any') then 'segments' end,
        case when exists (select from topic where archived_at is not null) then 'an archived topic' end]) as value`,
    });
    expect([...counts].filter(Boolean)).toHaveLength(7);
  });
});
