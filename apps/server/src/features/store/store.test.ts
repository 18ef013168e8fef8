import { ROLES, SYSTEM_WALLETS } from '@backcounter/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { recordOf } from '../../testing/payload.ts';
import { AREAS, insertReferenceData } from '../../testing/test-accounts.ts';
import type { TestRequest } from '../../testing/test-app.ts';
import { insertStores, storeId } from '../../testing/test-stores.ts';

const FIELDS =
  'id version sid name state stateReason openedOn closedAt timezone countryCode areaId city contactEmail actions country { code } area { name }';
const CREATE = `mutation C($input: CreateStoreInput!) { createStore(input: $input) { store { ${FIELDS} } } }`;
const UPDATE = `mutation U($id: ID!, $v: Int!, $input: StorePatchInput!) { updateStore(input: { id: $id, expectedVersion: $v, patch: $input }) { store { ${FIELDS} } } }`;
const READ = `query R($id: ID!) { store(id: $id) { ${FIELDS} history(first: 20) { nodes { action reason outcome } } } }`;
const NEW = { sid: 'LISCHI01', name: 'Chiado', countryCode: 'DE', areaId: AREAS.bavaria };

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
beforeEach(async () => {
  await test.database.ownerPool.query('truncate store cascade; truncate idempotency_key; truncate staff_audit_event');
});

async function ask(query: string, variables: Record<string, unknown>, request?: TestRequest) {
  const { body } = await test.send(query, variables, request);
  return { data: Object.values(body.data ?? {})[0] as never, error: body.errors?.[0]?.extensions } as {
    // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
    data: any;
    // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
    error: any;
  };
}
async function change(query: string, variables: Record<string, unknown>, request?: TestRequest) {
  const { data, error } = await ask(query, variables, request);
  return { data: recordOf(data), error };
}
const act = (name: string, id: string, version: number, reason: string | null, request?: TestRequest) =>
  change(
    `mutation A($id: ID!, $v: Int!, $reason: String) { ${name}(input: { id: $id, expectedVersion: $v, reason: $reason }) { store { ${FIELDS} } } }`,
    { id, v: version, reason },
    request,
  );
/** Actions of the history, without refused ones. */
const done = (store: { history: { nodes: { outcome: string }[] } }) =>
  store.history.nodes.filter(({ outcome }) => outcome === 'DONE');
const rowsOf = async (text: string) => (await test.database.ownerPool.query(text)).rows;
const walletOf = async (id: string) =>
  (await rowsOf(`select frozen, balance from points_wallet where owner_type = 'STORE' and owner_id = '${id}'`))[0] ??
  null;

describe('a new store', () => {
  it('is a draft in the time zone of its area, without a wallet; activation adds a wallet and a day of opening', async () => {
    const { data: made } = await change(CREATE, { input: NEW });
    expect(made).toMatchObject({ ...NEW, state: 'DRAFT', timezone: 'Europe/Berlin', openedOn: null, version: 1 });
    expect(made).toMatchObject({ country: { code: 'DE' }, area: { name: 'Bavaria' }, actions: ['EDIT', 'ACTIVATE'] });
    expect(await walletOf(made.id)).toBeNull();
    // Late evening in UTC, and already tomorrow at the store.
    test.now = new Date('2026-03-01T23:30:00.000Z');
    const { data: active } = await act('activateStore', made.id, 1, null);
    test.now = new Date('2026-03-01T12:00:00.000Z');
    expect(active).toMatchObject({ state: 'ACTIVE', openedOn: '2026-03-02', version: 2 });
    expect(await walletOf(made.id)).toEqual({ frozen: false, balance: 0 });
  });

  it("is created once for repeated requests, and its sid can't be used again", async () => {
    const headers = { 'idempotency-key': 'the-same-click-twice' };
    const answers = await Promise.all([1, 2].map(() => test.send(CREATE, { input: NEW }, { headers })));
    const again = await change(CREATE, { input: NEW }, { headers });
    expect(again.data.sid).toBe('LISCHI01');
    expect(answers.some(({ body }) => body.data?.createStore?.store.id === again.data.id)).toBe(true);
    expect(await rowsOf('select sid from store')).toHaveLength(1);
    const { error } = await change(CREATE, { input: { ...NEW, name: 'Another' } });
    expect(error).toMatchObject({ code: 'field.invalid', details: { fields: { sid: [{ rule: 'taken' }] } } });
  });

  it.each([
    ['sid', { sid: 'abc123' }, 'store-sid'],
    ['sid', { sid: 'A1' }, 'store-sid'],
    ['name', { name: '  ' }, 'required'],
    ['name', { name: 'x'.repeat(121) }, 'too-long'],
    ['countryCode', { countryCode: 'ZZ' }, 'unknown'],
    ['areaId', { areaId: AREAS.texas }, 'not-in-country'],
    ['areaId', { areaId: storeId(1) }, 'unknown'],
    ['timezone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['contactEmail', { contactEmail: 'nobody' }, 'email'],
    ['contactPhone', { contactPhone: '030 123' }, 'phone-e164'],
  ])('with a wrong %s is refused on that field', async (field, wrong, rule) => {
    const { error } = await change(CREATE, { input: { ...NEW, ...wrong } });
    expect(error.code).toBe('field.invalid');
    expect(error.details.fields[field][0].rule).toBe(rule);
    expect(await rowsOf('select from store')).toHaveLength(0);
  });

  it('stores hostile texts unchanged', async () => {
    const name = `'; drop table store; -- <script>alert(1)</script> ‮ =1+1`;
    const { data } = await change(CREATE, { input: { ...NEW, name, city: '100% _\\' } });
    expect(data).toMatchObject({ name, city: '100% _\\' });
    const found = await ask(`query S($search: String) { stores(search: $search) { nodes { name } matchedBy } }`, {
      search: '100% _\\',
    });
    expect(found.data).toEqual({ nodes: [{ name }], matchedBy: 'TEXT' });
  });
});

describe('a change', () => {
  it('against an older version is refused with the current record, and an equal value leaves no trace', async () => {
    const { data: made } = await change(CREATE, { input: NEW });
    await change(UPDATE, { id: made.id, v: 1, input: { city: 'Fürth' } });
    const { error } = await change(UPDATE, { id: made.id, v: 1, input: { city: 'Erlangen' } });
    expect(error).toMatchObject({ code: 'record.conflict', details: { current: { city: 'Fürth', version: 2 } } });
    const { data: same } = await change(UPDATE, { id: made.id, v: 2, input: { city: 'Fürth' } });
    expect(same.version).toBe(2);
    const { data } = await ask(READ, { id: made.id });
    expect(done(data)).toMatchObject([{ action: 'store.update' }, { action: 'store.create' }]);
  });

  it('by two people at once succeeds for one and is reported as a conflict to the other [stores 1]', async () => {
    const { data: made } = await change(CREATE, { input: NEW });
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((city) => change(UPDATE, { id: made.id, v: 1, input: { city } })),
    );
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'record.conflict')).toHaveLength(2);
  });

  it('of the sid is missing from the API, and refused by the database', async () => {
    const { data: made } = await change(CREATE, { input: NEW });
    const { body } = await test.send(UPDATE, { id: made.id, v: 1, input: { sid: 'OTHER001' } });
    expect(body.errors).toBeDefined();
    await expect(test.database.ownerPool.query(`update store set sid = 'OTHER001'`)).rejects.toMatchObject({
      code: 'BC001',
    });
  });
});

describe('states', () => {
  it('suspending requires a reason, freezes the wallet and shows why; reactivating thaws it [stores 2]', async () => {
    await insertStores(test.database.ownerPool, 1);
    expect((await act('suspendStore', storeId(1), 1, ' ')).error.code).toBe('reason.required');
    expect((await act('suspendStore', storeId(1), 1, ' flood ')).data).toMatchObject({ stateReason: 'flood' });
    expect(await walletOf(storeId(1))).toMatchObject({ frozen: true });
    expect((await act('reactivateStore', storeId(1), 2, null)).data).toMatchObject({
      state: 'ACTIVE',
      stateReason: null,
    });
    expect(await walletOf(storeId(1))).toMatchObject({ frozen: false });
    const { data } = await ask(READ, { id: storeId(1) });
    expect(done(data)).toMatchObject([
      { action: 'store.reactivate', reason: null },
      { action: 'store.suspend', reason: 'flood' },
    ]);
  });

  it('a double click suspends once', async () => {
    await insertStores(test.database.ownerPool, 1);
    const answers = await Promise.all([1, 2, 3].map(() => act('suspendStore', storeId(1), 1, 'twice')));
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect(await rowsOf(`select from staff_audit_event where action = 'store.suspend'`)).toHaveLength(1);
  });
});

describe('closing', () => {
  const CLOSE = `mutation C($id: ID!, $v: Int!, $sid: String, $to: ID) { closeStore(input: { id: $id, expectedVersion: $v, reason: "lease ended", confirmSid: $sid, leftoverStoreId: $to }) { store { ${FIELDS} balance entriesLately } } }`;
  const give = async (id: string, points: number) => {
    const { rows } = await test.database.pool.query(
      `select outcome from post_points_transfer($1, (select id from points_wallet where owner_type = 'STORE' and owner_id = $2), $3, 'ISSUE', null, null, 'STAFF', null, null, $4, 'tests')`,
      [SYSTEM_WALLETS.ISSUANCE, id, points, `${id} ${points} ${performance.now()}`],
    );
    expect(rows[0].outcome).toBe('POSTED');
  };

  it('with remaining points requires the sid typed again, and writes them off by default', async () => {
    await insertStores(test.database.ownerPool, 1);
    await give(storeId(1), 500);
    const shown = await ask(`query B($id: ID!) { store(id: $id) { balance entriesLately } }`, { id: storeId(1) });
    expect(shown.data.balance).toBe(500);
    expect(shown.data.entriesLately).toBeGreaterThan(0);
    for (const sid of [null, 'ST00002']) {
      const { error } = await change(CLOSE, { id: storeId(1), v: 1, sid });
      expect(error).toMatchObject({
        code: 'field.invalid',
        details: { fields: { confirmSid: [{ rule: 'required' }] } },
      });
    }
    expect(await rowsOf(`select state from store`)).toEqual([{ state: 'ACTIVE' }]);
    const { data } = await change(CLOSE, { id: storeId(1), v: 1, sid: 'ST00001' });
    expect(data).toMatchObject({ state: 'CLOSED', stateReason: 'lease ended', balance: 0, actions: [] });
    expect(data.closedAt).not.toBeNull();
    expect(await walletOf(storeId(1))).toEqual({ frozen: true, balance: 0 });
    const [moved] = await rowsOf(
      'select amount, credit_wallet_id, reason from points_transfer order by recorded_at desc limit 1',
    );
    expect(moved).toEqual({ amount: 500, credit_wallet_id: SYSTEM_WALLETS.BREAKAGE, reason: 'lease ended' });
  });

  it('transfers the remaining points to another active store, and to nothing else [stores 2]', async () => {
    await insertStores(test.database.ownerPool, 7);
    const [from, draft, suspended, heir] = [2, 5, 7, 3].map(storeId) as [string, string, string, string];
    await give(from, 120);
    const before = Number((await walletOf(heir))?.balance);
    for (const [to, rule] of [
      [draft, 'not-in-use'],
      [suspended, 'not-in-use'],
      [from, 'unknown'],
      [AREAS.texas, 'unknown'],
      ['nowhere', 'unknown'],
    ]) {
      const { error } = await change(CLOSE, { id: from, v: 1, sid: 'ST00002', to });
      expect(error.details.fields.leftoverStoreId[0].rule, String(to)).toBe(rule);
    }
    const answers = await Promise.all([1, 2, 3].map(() => change(CLOSE, { id: from, v: 1, sid: 'ST00002', to: heir })));
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect(await walletOf(heir)).toEqual({ frozen: false, balance: before + 120 });
  });
});

describe.each([...ROLES, 'NOBODY', 'MACHINE'])('%s', (role) => {
  const request = { token: role.toLowerCase() };
  const isAdmin = role === 'ADMIN';
  const mayRead = isAdmin || role === 'MARKETING';

  it(`${mayRead ? 'reads' : 'does not read'} stores and ${isAdmin ? 'changes' : 'does not change'} them`, async () => {
    await insertStores(test.database.ownerPool, 1);
    const read = await ask(READ, { id: storeId(1) }, request);
    expect(read.error?.code).toBe(mayRead ? undefined : 'access.denied');
    if (mayRead) expect(read.data.actions).toEqual(isAdmin ? ['EDIT', 'SUSPEND', 'CLOSE'] : []);
    const changes = [
      await change(CREATE, { input: NEW }, request),
      await change(UPDATE, { id: storeId(1), v: 1, input: { city: 'Ulm' } }, request),
      await act('suspendStore', storeId(1), 2, 'why', request),
      await act('reactivateStore', storeId(1), 3, 'why', request),
      await change(
        `mutation C($id: ID!) { closeStore(input: { id: $id, expectedVersion: 4, reason: "why", confirmSid: "ST00001" }) { store { id } } }`,
        { id: storeId(1) },
        request,
      ),
    ];
    expect(changes.map(({ error }) => error?.code)).toEqual(changes.map(() => (isAdmin ? undefined : 'access.denied')));
  });
});

describe('names of stores', () => {
  const NAMES = 'query N($sids: [String!]!) { storeNames(sids: $sids) { id sid name } }';

  it('are returned for many sids at once, in any state; sids without a store are omitted', async () => {
    await insertStores(test.database.ownerPool, 5);
    const { data } = await ask(NAMES, { sids: ['ST00005', 'NOSUCH01', 'ST00001', 'ST00001', "'; --", ''] });
    expect(data).toHaveLength(2);
    expect(data).toEqual(
      expect.arrayContaining([
        { id: storeId(1), sid: 'ST00001', name: 'Market Hall 1' },
        { id: storeId(5), sid: 'ST00005', name: 'Market Hall 5' },
      ]),
    );
    expect((await ask(NAMES, { sids: [] })).data).toEqual([]);
  });

  it('are returned for at most 200 sids, and only with the permission to see stores', async () => {
    const many = (count: number) => ({ sids: Array.from({ length: count }, (_, index) => `SID${1000 + index}`) });
    expect((await ask(NAMES, many(200))).data).toEqual([]);
    expect((await ask(NAMES, many(201))).error).toMatchObject({
      code: 'field.invalid',
      details: { fields: { sids: [{ rule: 'too-many', params: { max: 200 } }] } },
    });
  });
});
