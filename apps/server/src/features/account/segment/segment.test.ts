import { randomUUID } from 'node:crypto';
import { BEHAVIORS, type SegmentRule } from '@backcounter/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { Housekeeping } from '../../../housekeeping/housekeeping.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { AREAS, accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { insertCampaign } from '../../../testing/test-campaigns.ts';
import { insertDeliveries, insertNotification, subscribe } from '../../../testing/test-notifications.ts';
import { insertStores, storeId } from '../../../testing/test-stores.ts';
import { insertTopicsAndBadges, TOPICS } from '../../../testing/test-topics-badges.ts';

import { segmentMaintenance } from './segment-days.ts';

const COUNT = 60;

const test = await fileApp();
beforeAll(async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertTopicsAndBadges(pool);
  await insertAccounts(pool, COUNT);
  await insertStores(pool, 4);
  await subscribe(
    pool,
    TOPICS.offers,
    Array.from({ length: 19 }, (_, index) => accountId(index + 1)),
  );
});

async function send(query: string, variables: Record<string, unknown> = {}, token = 'admin') {
  const headers = { 'idempotency-key': randomUUID() };
  const { body } = await test.send(query, variables, { token, headers });
  return { data: body.data && (Object.values(body.data)[0] as never), error: body.errors?.[0].extensions };
}
const CREATE = `mutation($input: CreateSegmentInput!) { createSegment(input: $input) { segment { id version name rule actions updatedBy { sub } } } }`;
const create = async (rule: unknown, token = 'admin') => {
  const { data, error } = await send(CREATE, { input: { name: 'Segment', rule } }, token);
  return { segment: (data as { segment: { id: string; version: number } } | null)?.segment, error };
};
const made = async (rule: SegmentRule) => {
  const { segment, error } = await create(rule);
  expect(error).toBeUndefined();
  return segment?.id ?? '';
};
const MEMBERS = `query($filter: AccountFilter) { accounts(first: 100, filter: $filter, sort: { key: NUMBER, direction: ASC }) { nodes { id } count { value } } }`;
const members = async (filter: object, token = 'admin') => {
  const { data, error } = await send(MEMBERS, { filter }, token);
  const list = data as { nodes: { id: string }[]; count: { value: number } } | null;
  expect(list?.count.value).toBe(list?.nodes.length);
  return { ids: list?.nodes.map(({ id }) => id), error };
};
const countsOf = async (rule: unknown, token = 'admin') =>
  send(
    `query($rule: JSON!) { segmentCounts(rule: $rule) { accounts { value kind } members { value } steps { value } groups { path steps { value } } } }`,
    { rule },
    token,
  );
const numbers = async (query: string, values: unknown[] = []) =>
  (await test.database.ownerPool.query(`select id from account a where ${query} order by public_no`, values)).rows.map(
    ({ id }) => id,
  );

const GERMANY = { account: { country: { in: ['DE'] } } };
const OFFERS = { account: { topic: { in: [TOPICS.offers] } } };
const LAPSED = { account: { lastSeen: { olderThanDays: 27 } } };

describe('a segment', () => {
  it('lists, counts and narrows accounts by its rule, relative to now [spec 1.1]', async () => {
    const rule = { all: [GERMANY, OFFERS, LAPSED] };
    const id = await made(rule);
    const german = `country_code = 'DE' and a.id < '${accountId(20)}'`;
    const seen = await numbers(`${german} and last_seen_at < $1`, [new Date(test.now.getTime() - 27 * 86_400_000)]);
    expect(seen.length).toBeGreaterThan(0);
    expect((await members({ segment: { in: [id] } })).ids).toEqual(seen);
    const rest = await members({ segment: { notIn: [id] } });
    expect(rest.ids).toHaveLength(COUNT - seen.length);
    const active = await members({ segment: { in: [id] }, state: { in: ['SUSPENDED'] } });
    expect(active.ids?.length).toBeLessThan(seen.length);
    expect((await countsOf(rule)).data).toEqual({
      accounts: { value: COUNT, kind: 'EXACT' },
      members: { value: seen.length },
      steps: [
        { value: (await numbers(`country_code = 'DE'`)).length },
        { value: (await numbers(german)).length },
        { value: seen.length },
      ],
      groups: [],
    });
  });

  it('counts a group inside among the accounts of the parts before it, except a negated one', async () => {
    const rule = { all: [GERMANY, { any: [OFFERS, { all: [LAPSED, OFFERS] }] }, { not: { all: [OFFERS, LAPSED] } }] };
    const german = `country_code = 'DE'`;
    const subscribed = `${german} and a.id < '${accountId(20)}'`;
    const size = async (sql: string, values: unknown[] = []) => ({ value: (await numbers(sql, values)).length });
    const lapsed = [new Date(test.now.getTime() - 27 * 86_400_000)];
    expect((await countsOf(rule)).data).toMatchObject({
      groups: [
        { path: [1], steps: [await size(subscribed), await size(subscribed)] },
        {
          path: [1, 1],
          steps: [
            await size(`${german} and last_seen_at < $1`, lapsed),
            await size(`${subscribed} and last_seen_at < $1`, lapsed),
          ],
        },
      ],
    });
  });

  it('joins clauses by and, or and not; an unknown value is not a match, and its negation is one', async () => {
    const never = await made({ not: LAPSED });
    const expected = await numbers('last_seen_at is null or last_seen_at >= $1', [
      new Date(test.now.getTime() - 27 * 86_400_000),
    ]);
    expect((await members({ segment: { in: [never] } })).ids).toEqual(expected);
    const either = await made({ any: [{ not: GERMANY }, { all: [OFFERS, { not: LAPSED }] }] });
    const ids = new Set((await members({ segment: { in: [either] } })).ids);
    expect(ids).toEqual(
      new Set([...(await numbers(`country_code <> 'DE'`)), ...expected.filter((id) => id < accountId(20))]),
    );
  });

  it('knows what people did: opened, earned at a store, redeemed, won', async () => {
    const pool = test.database.ownerPool;
    const notification = await insertNotification(pool, { state: 'SENT' });
    await insertDeliveries(pool, notification, 'OPENED', [accountId(3), accountId(4)]);
    await pool.query(`update notification_delivery set opened_at = $1 where account_id = $2`, [
      new Date(test.now.getTime() - 86_400_000),
      accountId(3),
    ]);
    await pool.query(`update notification_delivery set opened_at = $1 where account_id = $2`, [
      new Date(test.now.getTime() - 20 * 86_400_000),
      accountId(4),
    ]);
    const transfer = `mutation($input: TransferPointsInput!) { transferPoints(input: $input) { outcome } }`;
    const move = (from: object, to: object, code: string) =>
      send(transfer, { input: { key: randomUUID(), from, to, amount: 10, code } }, 'machine');
    for (const sid of ['ST00001', 'ST00002']) await move({ system: 'ISSUANCE' }, { storeSid: sid }, 'ISSUE');
    for (const [sid, index] of [
      ['ST00001', 5],
      ['ST00002', 6],
    ] as const)
      expect((await move({ storeSid: sid }, { accountId: accountId(index) }, 'EARN')).data).toEqual({
        outcome: 'POSTED',
      });
    const found = async (rule: SegmentRule) => (await members({ segment: { in: [await made(rule)] } })).ids;
    expect(await found({ opened: { withinDays: 7 } })).toEqual([accountId(3)]);
    expect(await found({ opened: { ids: [notification] } })).toEqual([accountId(3), accountId(4)]);
    expect(await found({ earned: { withinDays: 365 } })).toEqual([accountId(5), accountId(6)]);
    expect(await found({ earned: { ids: [storeId(2)], withinDays: 365 } })).toEqual([accountId(6)]);
    expect(await found({ redeemed: { ids: [await insertCampaign(pool)] } })).toEqual([]);
    expect(await found({ all: [{ not: { won: {} } }, { earned: { ids: [storeId(1)] } }] })).toEqual([accountId(5)]);
  });

  it.each([
    [{}, 'rule', 'clause'],
    ['text', 'rule', 'clause'],
    [{ all: [] }, 'rule.all', 'required'],
    [{ all: [GERMANY, { any: [{ account: {} }] }] }, 'rule.all.1.any.0.account', 'clause'],
    [{ all: [{ account: { online: true } }] }, 'rule.all.0', 'clause'],
    [{ all: [{ account: { segment: { in: [accountId(1)] } } }] }, 'rule.all.0', 'clause'],
    [{ all: [{ account: { country: { in: ['D E'] } } }] }, 'rule.all.0', 'clause'],
    [{ all: [{ account: { lastSeen: {} } }] }, 'rule.all.0', 'clause'],
    [{ not: { earned: { withinDays: 999 } } }, 'rule.not.earned.withinDays', 'invalid'],
    [{ opened: {} }, 'rule.opened.withinDays', 'required'],
    [{ won: { ids: ['x'] } }, 'rule.won.ids.0', 'invalid'],
    [
      { not: { not: { not: { not: { not: { not: { not: GERMANY } } } } } } },
      'rule.not.not.not.not.not.not',
      'too-deep',
    ],
    [{ all: Array.from({ length: 21 }, () => GERMANY) }, 'rule', 'too-many-clauses'],
  ])('is refused with the rule %j, at the clause', async (rule, path, problem) => {
    const { error } = await create(rule);
    expect(error).toEqual({ code: 'field.invalid', details: { fields: { [path]: [{ rule: problem }] } } });
  });

  it('is changed by version, archived and restored, with its history', async () => {
    const id = await made(GERMANY);
    const update = `mutation($input: UpdateSegmentInput!) { updateSegment(input: $input) { segment { version } } }`;
    const patch = { description: 'For the next campaign' };
    expect((await send(update, { input: { id, expectedVersion: 1, patch } })).data).toEqual({
      segment: { version: 2 },
    });
    const late = await send(update, { input: { id, expectedVersion: 1, patch: { name: 'Other' } } });
    expect(late.error.code).toBe('record.conflict');
    for (const verb of ['archive', 'restore'])
      await send(
        `mutation { ${verb}Segment(input: { id: "${id}", expectedVersion: ${verb === 'archive' ? 2 : 3} }) { segment { id } } }`,
      );
    const { data } = await send(`{ segment(id: "${id}") { archivedAt history(first: 9) { nodes { action } } } }`);
    expect(data).toMatchObject({
      archivedAt: null,
      history: {
        nodes: ['restore', 'archive', 'edit', 'update', 'create'].map((verb) => ({ action: `segment.${verb}` })),
      },
    });
  });

  it('narrows files and bulk actions, which keep the rule as it was when they started', async () => {
    const id = await made({ all: [GERMANY, OFFERS] });
    const selection = { filter: { segment: { in: [id] } } };
    const { data } = await send(
      `query($s: AccountSelection!) { previewAccountBulk(selection: $s, action: SUSPEND) { total } }`,
      { s: selection },
    );
    expect((data as unknown as { total: number }).total).toBe((await members(selection.filter)).ids?.length);
    const input = {
      list: 'ACCOUNTS',
      format: 'CSV',
      columns: [{ key: 'number' }],
      selection,
      locale: 'en-US',
      timeZone: 'UTC',
    };
    expect(
      (await send('mutation($input: StartExportInput!) { startExport(input: $input) { job { summary } } }', { input }))
        .error,
    ).toBeUndefined();
    const { rows } = await test.database.ownerPool.query(
      `select params -> 'selection' -> 'filter' as filter from job where kind = 'list.export'`,
    );
    expect(rows.at(-1)?.filter.segment).toEqual({
      in: [id],
      notIn: null,
      rules: { [id]: { rule: { all: [GERMANY, OFFERS] }, isRare: false } },
    });
  });
});

describe('a segment over time', () => {
  const count = () => new Housekeeping(test.database.db, segmentMaintenance).runOnce();
  const days = async (id: string) =>
    (await send(`{ segmentDays(id: "${id}") { day members entered left } }`)).data as unknown as object[];

  it('is counted once a day, with those who entered and left', async () => {
    const pool = test.database.ownerPool;
    const id = await made({ all: [GERMANY, { account: { badge: { in: [accountId(999)] } } }] });
    expect(await days(id)).toEqual([]);
    await pool.query(`update segment set rule = $2 where id = $1`, [
      id,
      JSON.stringify({ account: { area: { in: [AREAS.bavaria] } } }),
    ]);
    await count();
    await count();
    const before = (await numbers('area_id = $1', [AREAS.bavaria])).length;
    expect(await days(id)).toEqual([{ day: expect.any(String), members: before, entered: 0, left: 0 }]);
    await pool.query(`update segment_day set day = day - 1`);
    await pool.query(`update account set area_id = null where id = $1`, [accountId(1)]);
    await pool.query(`update account set area_id = $2 where id = any($1)`, [
      [accountId(4), accountId(8)],
      AREAS.bavaria,
    ]);
    await count();
    expect((await days(id))[1]).toMatchObject({ members: before + 1, entered: 2, left: 1 });
    // Members of a rare segment are found first; they are the same.
    expect((await members({ segment: { in: [id] } })).ids).toEqual(await numbers('area_id = $1', [AREAS.bavaria]));
    const { data } = await send('{ segments(first: 100) { nodes { id members } } }');
    expect((data as unknown as { nodes: object[] }).nodes).toContainEqual({ id, members: before + 1 });
  });

  it('names the segments with the most common members, without hidden ones', async () => {
    await test.database.ownerPool.query('update segment set archived_at = now()');
    const id = await made(GERMANY);
    const [lapsed, coupons] = [await made(LAPSED), await made({ any: [GERMANY, { redeemed: {} }] })];
    await count();
    const read = async (token: string) =>
      (await send(`{ segmentOverlaps(id: "${id}") { isExact segments { id members } } }`, {}, token))
        .data as unknown as {
        isExact: boolean;
        segments: { id: string; members: number }[];
      };
    const german = await numbers(`country_code = 'DE'`);
    const away = await numbers(`country_code = 'DE' and last_seen_at < now() - interval '27 days'`);
    const common = { id: lapsed, members: away.length };
    expect(await read('admin')).toEqual({ isExact: true, segments: [{ id: coupons, members: german.length }, common] });
    expect((await read('marketing')).segments).toEqual([common]);
    // A large one is estimated from a part of its members.
    await test.database.ownerPool.query('update segment_day set members = 10000 where segment_id = $1', [id]);
    expect((await read('admin')).isExact).toBe(false);
  });

  it('reports how many of its members a push would reach; the reasons add up', async () => {
    const id = await made(GERMANY);
    const ask = `{ segmentReach(id: "${id}") { isExact reasons { reason count } } }`;
    const read = async () =>
      (await send(ask)).data as unknown as { isExact: boolean; reasons: { reason: string; count: number }[] };
    const { isExact, reasons: reach } = await read();
    expect(isExact).toBe(true);
    const german = `country_code = 'DE'`;
    expect(Object.fromEntries(reach.map(({ reason, count: some }) => [reason, some]))).toEqual({
      REACHABLE: 0,
      ACCOUNT_NOT_ACTIVE: (await numbers(`${german} and state <> 'ACTIVE'`)).length,
      NO_CONSENT: (await numbers(`${german} and state = 'ACTIVE' and not push_consent`)).length,
      NO_DEVICE: (await numbers(`${german} and state = 'ACTIVE' and push_consent`)).length,
      FREQUENCY_CAP: 0,
    });
    // The same of the rule alone, which needs each clause's permission.
    const byRule = 'query($rule: JSON!) { segmentReach(rule: $rule) { isExact reasons { reason count } } }';
    expect((await send(byRule, { rule: GERMANY })).data).toEqual({ isExact, reasons: reach });
    expect((await send(byRule, { rule: { redeemed: {} } }, 'marketing')).error.code).toBe('access.denied');
    expect((await send('{ segmentReach { isExact } }')).error.code).toBe('record.not-found');
    // A large segment is estimated from a sample: here of all pages, or of none.
    await test.database.ownerPool.query('insert into segment_day values ($1, current_date, 60000, 0, 0)', [id]);
    expect((await read()).isExact).toBe(false);
    const hidden = await made({ redeemed: {} });
    for (const query of [`{ segmentReach(id: "${hidden}") { isExact } }`, `{ segmentDays(id: "${hidden}") { day } }`])
      expect((await send(query, {}, 'marketing')).error.code).toBe('record.not-found');
  });
});

describe('a clause that the caller may not use', () => {
  const FORBIDDEN: readonly (readonly [string, SegmentRule, readonly string[]])[] = [
    ['contact', { account: { hasEmail: true } }, ['marketing']],
    ['redeemed', { redeemed: {} }, ['marketing']],
    ...BEHAVIORS.map(
      (behavior) =>
        [
          behavior,
          { [behavior]: { withinDays: 3 } } as never,
          ['campaign-manager', 'campaign-streamer', 'nobody', 'machine'],
        ] as const,
    ),
  ];

  it.each(FORBIDDEN)(
    'hides the segment: it is not listed, read, counted, changed or used (%s) [rights 2]',
    async (_name, clause, tokens) => {
      const rule: SegmentRule = { all: [GERMANY, { not: { any: [clause] } }] };
      const id = await made(rule);
      for (const token of tokens) {
        const isStaff = token === 'marketing';
        const list = await send('{ segments(first: 100) { nodes { id } count { value } } }', {}, token);
        if (isStaff) {
          expect(JSON.stringify(list.data)).not.toContain(id);
          expect((list.data as unknown as { count: { value: number }; nodes: [] }).count.value).toBe(
            (list.data as unknown as { nodes: [] }).nodes.length,
          );
        } else expect(list.error.code).toBe('access.denied');
        const codes = [
          (await send(`{ segment(id: "${id}") { id } }`, {}, token)).error.code,
          (await countsOf(rule, token)).error.code,
          (await create(rule, token)).error.code,
          (await members({ segment: { in: [id] } }, token)).error.code,
          (
            await send(
              `mutation { archiveSegment(input: { id: "${id}", expectedVersion: 1 }) { segment { id } } }`,
              {},
              token,
            )
          ).error.code,
        ];
        expect(codes).toEqual(
          isStaff
            ? ['record.not-found', 'access.denied', 'access.denied', 'filter.invalid', 'record.not-found']
            : Array(5).fill('access.denied'),
        );
      }
    },
  );

  it('leaves other segments to marketing', async () => {
    const { segment, error } = await create(
      { all: [GERMANY, { opened: { withinDays: 30 } }, { not: { won: {} } }] },
      'marketing',
    );
    expect(error).toBeUndefined();
    expect((await members({ segment: { in: [segment?.id] } }, 'marketing')).error).toBeUndefined();
  });
});
