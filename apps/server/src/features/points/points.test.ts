import { randomUUID } from 'node:crypto';
import { SYSTEM_WALLETS } from '@backcounter/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { postTransfer, postTransfers } from '../../ledger/post-transfer.ts';
import { ledgerFaults } from '../../ledger/testing/check-ledger.ts';
import { openWallet, readWallet } from '../../ledger/wallet.ts';
import { fileApp } from '../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import type { TestRequest } from '../../testing/test-app.ts';

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 30);
afterAll(async () => expect(await ledgerFaults(test.database.ownerPool)).toEqual([]));

const ADJUST = `mutation($input: AdjustPointsInput!) { adjustPoints(input: $input) { pointsTransfer {
  id amount code reason reversedBy by { sub name } debit { systemCode type } credit { type ownerId label name } } } }`;
const REVERSE = `mutation($input: ReversePointsTransferInput!) { reversePointsTransfer(input: $input) { pointsTransfer { id code reversalOf } } }`;

const owner = (index: number) => ({ type: 'ACCOUNT', id: accountId(index) }) as const;
const wallet = (index: number) => readWallet(test.database.db, owner(index));
async function adjust(index: number, input: Record<string, unknown> = {}, request?: TestRequest) {
  const filled = {
    owner: owner(index),
    direction: 'CREDIT',
    amount: 100,
    reason: 'Lost receipt',
    key: randomUUID(),
    ...input,
  };
  const { body } = await test.send(ADJUST, { input: filled }, request);
  return { key: filled.key, done: body.data?.adjustPoints.pointsTransfer, error: body.errors?.[0].extensions };
}
async function reverse(transferId: string, key: string = randomUUID()) {
  const { body } = await test.send(REVERSE, { input: { transferId, reason: 'Wrong account', key } });
  return { done: body.data?.reversePointsTransfer.pointsTransfer, error: body.errors?.[0].extensions };
}
async function ask(query: string, variables = {}) {
  const { body } = await test.send(query, variables);
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data;
}

describe('manual adjustment', () => {
  it('credits and debits points, and the history of the account shows it [spec 1.5]', async () => {
    const { done } = await adjust(1);
    expect(done).toMatchObject({
      amount: 100,
      code: 'MANUAL_CREDIT',
      by: { sub: 'staff-admin', name: 'Test admin' },
      debit: { systemCode: 'CORRECTION', type: 'SYSTEM' },
      credit: { type: 'ACCOUNT', ownerId: accountId(1), label: '#100001' },
    });
    await adjust(1, { direction: 'DEBIT', amount: 40, reason: 'Counted twice' });
    const data = await ask(
      `query($id: ID!) { account(id: $id) { history(first: 5) { nodes { action reason changes { field before after } } } } }`,
      { id: accountId(1) },
    );
    expect(data.account.history.nodes).toEqual([
      { action: 'points.adjust', reason: 'Counted twice', changes: [{ field: 'points', before: 100, after: 60 }] },
      { action: 'points.adjust', reason: 'Lost receipt', changes: [{ field: 'points', before: 0, after: 100 }] },
    ]);
  });

  it.each([
    ['more than there is', { direction: 'DEBIT', amount: 1 }, 'points.insufficient', undefined],
    ['no reason', { reason: '  ' }, 'reason.required', { reason: [{ rule: 'required' }] }],
    ['a reason that is too long', { reason: 'x'.repeat(301) }, 'field.invalid', { reason: [{ rule: 'too-long' }] }],
    ['nothing', { amount: 0 }, 'field.invalid', { amount: [{ rule: 'amount' }] }],
    ['a negative amount', { amount: -5 }, 'field.invalid', { amount: [{ rule: 'amount' }] }],
    [
      'above the limit',
      { amount: 1_000_001 },
      'field.invalid',
      { amount: [{ rule: 'too-large', params: { max: 1_000_000 } }] },
    ],
    ['much without typing it again', { amount: 50_001 }, 'field.invalid', { confirmAmount: [{ rule: 'confirm' }] }],
    [
      'much, typed otherwise',
      { amount: 50_001, confirmAmount: 50_000 },
      'field.invalid',
      { confirmAmount: [{ rule: 'confirm' }] },
    ],
    ['a key with a space', { key: 'a b' }, 'field.invalid', { key: [{ rule: 'invalid' }] }],
    ['nobody', { owner: { type: 'STORE', id: randomUUID() } }, 'wallet.not-found', undefined],
    ['no id', { owner: { type: 'ACCOUNT', id: "1' or true --" } }, 'wallet.not-found', undefined],
  ])('refuses %s', async (_name, input, code, fields) => {
    const { error } = await adjust(2, input);
    expect(error.code).toBe(code);
    if (fields !== undefined) expect(error.details.fields).toEqual(fields);
    expect((await wallet(2)).lastSeq).toBe(0);
  });

  it('a large amount must be typed again, and 50,000 need not', async () => {
    expect((await adjust(3, { amount: 50_000 })).error).toBeUndefined();
    expect((await adjust(3, { amount: 50_001, confirmAmount: 50_001 })).error).toBeUndefined();
    expect((await wallet(3)).balance).toBe(100_001);
  });

  it('the same form sent again, concurrently or later, by key or by header, is one transfer with one audit row', async () => {
    const input = { key: randomUUID(), amount: 7 };
    const answers = await Promise.all(Array.from({ length: 20 }, () => adjust(4, input)));
    expect(new Set(answers.map(({ done }) => done?.id)).size).toBe(1);
    const header = { headers: { 'idempotency-key': randomUUID() } };
    const first = await adjust(4, input, header);
    expect(await adjust(4, input, header)).toEqual(first);
    expect((await adjust(4, { ...input, amount: 8 })).error.code).toBe('idempotency.mismatch');
    expect((await wallet(4)).balance).toBe(7);
    const { rows } = await test.database.pool.query(
      `select 1 from staff_audit_event where entity_id = $1 and action = 'points.adjust'`,
      [accountId(4)],
    );
    expect(rows).toHaveLength(1);
  });

  it('hostile reasons are text', async () => {
    const reason = `'); drop table points_entry; -- <img src=x> \u202e ${'{{'}`;
    expect((await adjust(5, { reason })).done.reason).toBe(reason);
  });
});

describe('reversing', () => {
  it('works once, and the entries refer to each other', async () => {
    const { done } = await adjust(6, { amount: 30 });
    const key = randomUUID();
    const reversal = await reverse(done.id, key);
    expect(reversal.done).toMatchObject({ code: 'REVERSAL', reversalOf: done.id });
    expect((await reverse(done.id, key)).done).toEqual(reversal.done);
    expect((await reverse(done.id)).error.code).toBe('transfer.already-reversed');
    expect((await reverse(reversal.done.id)).error.code).toBe('transfer.not-reversible');
    expect((await reverse('x')).error.code).toBe('record.not-found');
    const { id } = await wallet(6);
    const data = await ask(
      'query($id: [ID!]) { pointsEntries(filter: { wallet: { in: $id } }) { nodes { seq delta balanceAfter reversalOf reversedBy } } }',
      { id: [id] },
    );
    expect(data.pointsEntries.nodes).toEqual([
      { seq: 2, delta: -30, balanceAfter: 0, reversalOf: done.id, reversedBy: null },
      { seq: 1, delta: 30, balanceAfter: 30, reversalOf: null, reversedBy: reversal.done.id },
    ]);
  });
});

describe('the state of an account', () => {
  it('freezes its wallet in the same transaction, and unfreezes it', async () => {
    const change = async (mutation: string): Promise<void> => {
      const { account } = await ask('query($id: ID!) { account(id: $id) { version } }', { id: accountId(8) });
      await ask(
        `mutation { ${mutation}(input: { id: "${accountId(8)}", expectedVersion: ${account.version}${mutation === 'reactivateAccount' ? '' : ', reason: "r"'} }) { account { id } } }`,
      );
    };
    await test.database.ownerPool.query(`update account set state = 'ACTIVE', state_reason = null, suspended_until = null
      where id = '${accountId(8)}' and state = 'SUSPENDED'`);
    await adjust(8, { amount: 10 });
    await change('suspendAccount');
    expect((await adjust(8, { direction: 'DEBIT', amount: 1 })).error.code).toBe('wallet.frozen');
    expect((await adjust(8, { amount: 1 })).error).toBeUndefined();
    await change('reactivateAccount');
    expect((await adjust(8, { direction: 'DEBIT', amount: 1 })).error).toBeUndefined();
    await change('closeAccount');
    expect(await wallet(8)).toMatchObject({ balance: 10, isFrozen: true });
  });
});

describe('the entries of a wallet', () => {
  it('require a filter by exactly one wallet', async () => {
    const query = 'query($f: PointsEntryFilter!) { pointsEntries(filter: $f) { nodes { id } } }';
    for (const filter of [
      {},
      { wallet: {} },
      { wallet: { in: [] } },
      { wallet: { in: [randomUUID(), randomUUID()] } },
      { wallet: { notIn: [randomUUID()] } },
    ]) {
      const { body } = await test.send(query, { f: filter });
      expect(body.errors[0].extensions).toMatchObject({
        code: 'filter.invalid',
        details: { fields: { 'filter.wallet': [{ rule: 'required' }] } },
      });
    }
    const rows = await test.send('mutation($i: StartExportInput!) { startExport(input: $i) { job { id } } }', {
      i: {
        list: 'POINTS_ENTRIES',
        format: 'CSV',
        columns: [{ key: 'seq' }],
        selection: { ids: ['1'] },
        locale: 'en-US',
        timeZone: 'UTC',
      },
    });
    expect(rows.body.errors[0].extensions.code).toBe('filter.invalid');
  });

  it('are filtered by kind, direction, amount, time, reference and person, and found by transfer and reference [spec 1.5]', async () => {
    const { id } = await wallet(9);
    await adjust(9, { amount: 500 });
    await test.database.db.transaction().execute((trx) =>
      postTransfers(
        trx,
        [
          {
            debitWalletId: id,
            creditWalletId: SYSTEM_WALLETS.BREAKAGE,
            amount: 20,
            code: 'SPEND',
            key: 'a',
            reference: { type: 'REDEMPTION', id: 'R-77' },
          },
          {
            debitWalletId: SYSTEM_WALLETS.ISSUANCE,
            creditWalletId: id,
            amount: 50,
            code: 'EARN',
            key: 'b',
            occurredAt: new Date(Date.now() - 86_400_000 * 10),
          },
        ],
        'demo-pos',
      ),
    );
    const seqs = async (filter: object, search: string | null = null): Promise<number[]> => {
      const data = await ask(
        'query($f: PointsEntryFilter!, $s: String) { pointsEntries(filter: $f, search: $s) { nodes { seq otherSide { systemCode } by { sub } } count { value } } }',
        { f: { wallet: { in: [id] }, ...filter }, s: search },
      );
      expect(data.pointsEntries.count.value).toBe(data.pointsEntries.nodes.length);
      return data.pointsEntries.nodes.map(({ seq }: { seq: number }) => seq);
    };
    expect(await seqs({})).toEqual([3, 2, 1]);
    expect(await seqs({ code: { in: ['SPEND', 'EARN'] } })).toEqual([3, 2]);
    expect(await seqs({ isCredit: false })).toEqual([2]);
    expect(await seqs({ amount: { from: 50 } })).toEqual([3, 1]);
    expect(await seqs({ amount: { from: 50, to: 499 } })).toEqual([3]);
    expect(await seqs({ occurred: { from: new Date(Date.now() - 86_400_000 * 20).toISOString() } })).toEqual([3, 2, 1]);
    expect(await seqs({ occurred: { to: new Date(Date.now() - 86_400_000 * 9) } })).toEqual([3]);
    expect(await seqs({ recorded: { to: new Date(Date.now() - 86_400_000 * 9) } })).toEqual([]);
    expect(await seqs({ reference: { in: ['R-77'] } })).toEqual([2]);
    expect(await seqs({ person: { in: ['demo-pos'] } })).toEqual([3, 2]);
    expect(await seqs({}, 'R-77')).toEqual([2]);
    expect(await seqs({}, '3')).toEqual([3]);
    expect(await seqs({}, '#1')).toEqual([1]);
    expect(await seqs({}, '77')).toEqual([]);
    expect(await seqs({}, randomUUID())).toEqual([]);
    const { body } = await test.send('query($f: PointsEntryFilter!) { pointsEntries(filter: $f) { nodes { id } } }', {
      f: { wallet: { in: [id] }, amount: { from: 5, to: 4 } },
    });
    expect(body.errors[0].extensions.code).toBe('filter.invalid');
  });

  it('10,000 of them are paged without gaps or repeats while new ones arrive [points 3]', async () => {
    const store = await openWallet(test.database.db, { type: 'STORE', id: randomUUID() });
    const issue = (n: number) => ({
      debitWalletId: SYSTEM_WALLETS.ISSUANCE,
      creditWalletId: store,
      amount: 1 + (n % 7),
      code: 'ISSUE' as const,
      key: `page-${n}`,
    });
    for (let first = 0; first < 10_000; first += 5_000)
      await test.database.db.transaction().execute((trx) =>
        postTransfers(
          trx,
          Array.from({ length: 5_000 }, (_, index) => issue(first + index)),
          'demo-pos',
        ),
      );
    let isReading = true;
    const arriving = (async () => {
      let n = 10_000;
      for (; isReading; n += 1) await postTransfer(test.database.db, issue(n), 'demo-pos');
      return n;
    })();
    const seen: number[] = [];
    let after: string | null = null;
    try {
      do {
        const data: {
          pointsEntries: { nodes: { seq: number }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
        } = await ask(
          'query($f: PointsEntryFilter!, $a: String) { pointsEntries(filter: $f, first: 100, after: $a) { nodes { seq } pageInfo { hasNextPage endCursor } } }',
          { f: { wallet: { in: [store] } }, a: after },
        );
        const { nodes, pageInfo } = data.pointsEntries;
        seen.push(...nodes.map(({ seq }) => seq));
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null);
    } finally {
      isReading = false;
    }
    const total = await arriving;
    expect(total).toBeGreaterThan(10_010);
    const newest = seen[0] ?? 0;
    expect(newest).toBeGreaterThanOrEqual(10_000);
    expect(seen).toEqual(Array.from({ length: newest }, (_, index) => newest - index));
  });
});

describe('a balance over time', () => {
  it('has a chart by day and a breakdown that adds up', async () => {
    const { id } = await wallet(11);
    await adjust(11, { amount: 500 });
    await adjust(11, { amount: 120, direction: 'DEBIT' });
    const now = new Date();
    const period = { w: id, from: new Date(now.getTime() - 9 * 86_400_000), to: new Date(now.getTime() + 60_000) };
    const data = await ask(
      `query($w: ID!, $from: DateTime!, $to: DateTime!) {
        pointsChart(walletId: $w, from: $from, to: $to, zone: "Asia/Tokyo") { step points { day balance } movements { code delta } }
        pointsExplanation(walletId: $w, from: $from, to: $to, zone: "Asia/Tokyo") { opening closing parts { month code credited debited transfers } } }`,
      period,
    );
    const { step, points } = data.pointsChart;
    expect(step).toBe('DAY');
    expect([10, 11]).toContain(points.length);
    expect(points.at(-1).balance).toBe(380);
    expect(data.pointsChart.movements).toEqual([{ code: 'MANUAL_CREDIT', delta: 500 }]);
    expect(points.slice(0, -2).every(({ balance }: { balance: number }) => balance === 0)).toBe(true);
    const { opening, closing, parts } = data.pointsExplanation;
    expect([opening, closing]).toEqual([0, 380]);
    expect(
      parts.map(({ code, credited, debited, transfers }: Record<string, unknown>) => [
        code,
        credited,
        debited,
        transfers,
      ]),
    ).toEqual([
      ['MANUAL_CREDIT', 500, 0, 1],
      ['MANUAL_DEBIT', 0, 120, 1],
    ]);
  });

  it.each([
    [{ zone: 'PST' }, 'zone'],
    [{ to: '2020-01-01T00:00:00Z' }, 'to'],
    [{ from: '1900-01-01T00:00:00Z' }, 'to'],
  ])('refuses %j', async (change, field) => {
    const { id } = await wallet(11);
    const { body } = await test.send(
      'query($w: ID!, $from: DateTime!, $to: DateTime!, $zone: String!) { pointsChart(walletId: $w, from: $from, to: $to, zone: $zone) { step } }',
      { w: id, from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', zone: 'UTC', ...change },
    );
    expect(Object.keys(body.errors[0].extensions.details.fields)).toEqual([field]);
  });

  it('years are shown by week and by month', async () => {
    const { id } = await wallet(11);
    for (const [from, step] of [
      ['2024-01-01T00:00:00Z', 'WEEK'],
      ['2010-01-01T00:00:00Z', 'MONTH'],
    ]) {
      const data = await ask(
        'query($w: ID!, $from: DateTime!) { pointsChart(walletId: $w, from: $from, to: "2026-01-01T00:00:00Z", zone: "Europe/Berlin") { step points { day } } }',
        { w: id, from },
      );
      expect(data.pointsChart.step).toBe(step);
      expect(data.pointsChart.points.length).toBeLessThanOrEqual(400);
    }
  });
});

describe('accounts by points', () => {
  it('are sorted by them in both directions, paged, started at an account and filtered by a range', async () => {
    await Promise.all([12, 13, 14].map((index) => adjust(index, { amount: 1000 + index })));
    const pages = async (direction: string, filter: object = {}) => {
      const rows: { id: string; points: number }[] = [];
      for (let after: string | null = null; ; ) {
        const data: { accounts: { nodes: typeof rows; pageInfo: { hasNextPage: boolean; endCursor: string } } } =
          await ask(
            `query($d: SortDirection!, $f: AccountFilter, $a: String) { accounts(first: 4, after: $a, filter: $f, sort: { key: POINTS, direction: $d }) {
            nodes { id points } pageInfo { hasNextPage hasPreviousPage endCursor } } }`,
            { d: direction, f: filter, a: after },
          );
        rows.push(...data.accounts.nodes);
        if (!data.accounts.pageInfo.hasNextPage) return rows;
        after = data.accounts.pageInfo.endCursor;
      }
    };
    const { rows } = await test.database.pool.query<{ id: string; points: number }>(
      `select owner_id as id, balance as points from points_wallet where owner_type = 'ACCOUNT' order by balance desc, owner_id desc`,
    );
    expect(await pages('DESC')).toEqual(rows);
    expect(await pages('ASC')).toEqual([...rows].reverse());
    expect(await pages('DESC', { points: { from: 1012, to: 1013 } })).toEqual(
      rows.filter(({ points }) => points === 1012 || points === 1013),
    );
    const started = await ask(
      `query($id: ID!) { accounts(first: 2, startAt: { id: $id }, sort: { key: POINTS, direction: DESC }) { nodes { id } pageInfo { hasPreviousPage } } }`,
      { id: rows[5]?.id },
    );
    expect(started.accounts).toEqual({
      nodes: [{ id: rows[5]?.id }, { id: rows[6]?.id }],
      pageInfo: { hasPreviousPage: true },
    });
  });
});
