import { randomUUID } from 'node:crypto';
import { MACHINE_SCOPES } from '@backcounter/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientNow } from '../audit/roles-now.ts';
import { DatabaseMachineRegistry } from '../db/machine-registry.ts';
import { publicSchema } from '../graphql/public-slice.ts';
import { fileApp } from '../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { testIdentity } from '../testing/test-app.ts';
import { insertDeliveries, insertNotification } from '../testing/test-notifications.ts';
import { insertStores } from '../testing/test-stores.ts';
import { insertTopicsAndBadges } from '../testing/test-topics-badges.ts';
import { makeCodes, openCampaign } from './campaign/redemption/testing/till.ts';
import { entrant } from './giveaway/testing/entry-kit.ts';
import { giveawayDesk, openNow, POINTS_PRIZE } from './giveaway/testing/giveaway-kit.ts';
import { draw } from './giveaway/testing/winner-kit.ts';
import { createSchema } from './index.ts';

/** Clients `at-…` come from the real registry, whose cache has ended at each request. */
let nowMs = Date.now();
const clock = {
  now: () => {
    nowMs += 5_000;
    return new Date(nowMs);
  },
};
const test = await fileApp({
  identity: {
    authenticate: (token) =>
      token.startsWith('at-')
        ? registry.admit({ clientId: token, scopes: null, issuedAt: null, expiresAt: new Date('2030-01-01') })
        : testIdentity.authenticate(token),
  },
});
const registry = new DatabaseMachineRegistry(test.database.pool, clock, false);
const owner = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;

const STORE = 'ST00001';
/** Accounts in DE, and the last one in US. */
const [HOME, ABROAD] = [accountId(1), accountId(3)];
const firebaseId = (index: number) => `firebase${String(index).padStart(20, '0')}`;
const codes = makeCodes(3);
let [open, drawn, notification] = ['', '', ''];
const key = () => `key: "${randomUUID()}"`;
const SINCE = 'at: "2026-01-01T00:00:00Z"';

/** The answer: the data or the code and details of the error. */
async function ask(text: string, token: string) {
  const { body } = await test.send(text, {}, { token });
  return body.errors === undefined ? Object.values(body.data)[0] : body.errors[0].extensions;
}
async function bind(clientId: string, patch: object): Promise<unknown> {
  const [{ id, version }] = await owner('select id, version from machine_client where client_id = $1', [clientId]);
  const { body } = await test.send(
    'mutation($i: UpdateMachineClientInput!) { updateMachineClient(input: $i) { machineClient { stores countries pointsMax } } }',
    { i: { id, expectedVersion: version, patch } },
  );
  return body.errors?.[0].extensions ?? body.data.updateMachineClient.machineClient;
}

/** Public operations that name an account. */
const BY_ACCOUNT: Readonly<Record<string, (who: string) => string>> = {
  member: (who) => `{ member(by: { ${who} }) { state } }`,
  usableCoupons: (who) => `{ usableCoupons(by: { ${who} }) { code } }`,
  checkCoupon: (who) => `{ checkCoupon(input: { code: "${codes[0]}", ${who} }) { verdict } }`,
  reserveCoupon: (who) => `mutation { reserveCoupon(input: { ${key()}, code: "${codes[0]}", ${who} }) { outcome } }`,
  redeemCoupon: (who) => `mutation { redeemCoupon(input: { ${key()}, code: "${codes[1]}", ${who} }) { outcome } }`,
  transferPoints: (who) =>
    `mutation { transferPoints(input: { ${key()}, code: EARN, from: { system: ISSUANCE }, to: { ${who} }, amount: 9 }) { outcome } }`,
  transferPointsBatch: (who) =>
    `mutation { transferPointsBatch(input: { transfers: [{ ${key()}, code: EARN, from: { system: ISSUANCE }, to: { ${who} }, amount: 9 }] }) { results { outcome code field } } }`,
  syncAccountTopics: (who) =>
    `mutation { syncAccountTopics(input: { decisions: [{ ${who}, topic: "none", isSubscribed: true }] }) { results { firebaseId outcome problems { field rule } } } }`,
  syncAccountDevices: (who) =>
    `mutation { syncAccountDevices(input: { devices: [{ ${who}, platform: IOS, pushToken: "${'token'.repeat(9)}" }] }) { results { firebaseId outcome } } }`,
  recordNotificationReceipts: (who) =>
    `mutation { recordNotificationReceipts(input: { receipts: [{ notificationId: "${notification}", ${who}, kind: OPENED, ${SINCE} }] }) { results { accountId outcome } } }`,
  giveawayParticipation: (who) => `{ giveawayParticipation(giveawayId: "${open}", ${who}) { entry { tickets } } }`,
  giveawayEntryProof: (who) => `{ giveawayEntryProof(giveawayId: "${open}", ${who}) { root } }`,
  addGiveawayTickets: (who) =>
    `mutation { addGiveawayTickets(input: { ${key()}, giveawayId: "${open}", ${who} }) { outcome } }`,
  withdrawGiveawayEntry: (who) =>
    `mutation { withdrawGiveawayEntry(input: { ${key()}, giveawayId: "${open}", ${who} }) { outcome } }`,
  enterGiveaway: (who) => `mutation { enterGiveaway(input: { ${key()}, giveawayId: "${open}", ${who} }) { outcome } }`,
  claimGiveawayPrize: (who) => `mutation { claimGiveawayPrize(input: { giveawayId: "${drawn}", ${who} }) { outcome } }`,
};
/** Rows name accounts in one way only. */
const ONE_WAY: Readonly<Record<string, string>> = {
  syncAccountTopics: 'firebaseId',
  syncAccountDevices: 'firebaseId',
  recordNotificationReceipts: 'accountId',
};
const account = `accountId: "${HOME}"`;
/** Public operations that may name a store. */
const BY_STORE: Readonly<Record<string, (store: string | null) => string>> = {
  usableCoupons: (store) => `{ usableCoupons(by: { ${account} }${sidOf(store)}) { code } }`,
  checkCoupon: (store) => `{ checkCoupon(input: { code: "${codes[0]}", ${account}${sidOf(store)} }) { verdict } }`,
  reserveCoupon: (store) =>
    `mutation { reserveCoupon(input: { ${key()}, code: "${codes[2]}", ${account}${sidOf(store)} }) { outcome } }`,
  redeemCoupon: (store) =>
    `mutation { redeemCoupon(input: { ${key()}, code: "${codes[2]}", ${account}${sidOf(store)} }) { outcome } }`,
  transferPoints: (store) =>
    `mutation { transferPoints(input: { ${key()}, code: ISSUE, from: { system: ISSUANCE }, to: { ${store === null ? account : sidOf(store)} }, amount: 1 }) { outcome } }`,
  transferPointsBatch: (store) =>
    `mutation { transferPointsBatch(input: { transfers: [{ ${key()}, code: ISSUE, from: { system: ISSUANCE }, to: { ${store === null ? account : sidOf(store)} }, amount: 1 }] }) { results { code field } } }`,
};
const sidOf = (store: string | null) => (store === null ? '' : ` storeSid: "${store}"`);
/** Public operations that name a redemption or transfer. */
const BY_RECORD: Readonly<Record<string, (id: string) => string>> = {
  confirmRedemption: (id) => `mutation { confirmRedemption(input: { redemptionId: "${id}" }) { outcome } }`,
  releaseRedemption: (id) => `mutation { releaseRedemption(input: { redemptionId: "${id}" }) { outcome } }`,
  rollBackRedemption: (id) => `mutation { rollBackRedemption(input: { id: "${id}", reason: "r" }) { isReplayed } }`,
  reversePoints: (id) =>
    `mutation { reversePoints(input: { ${key()}, transferId: "${id}", reason: "r" }) { outcome } }`,
};
/** The others, each with the way in which it keeps to the bounds, or why it need not. */
const OTHERS = {
  syncAccounts: 'tested below',
  runExport: 'tested below',
  giveawayResults: 'tested below',
  exportJob: 'state and number of rows of an own export',
  giveawayOffers: 'published to everyone',
  openStores: 'tested below',
  runningCampaigns: 'terms of campaigns, which are the same everywhere',
};

beforeAll(async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertTopicsAndBadges(pool);
  await insertAccounts(pool, 12);
  await insertStores(pool, 2);
  await pool.query(`update account set birth_date = '1990-01-01', area_id = null, state = 'ACTIVE', state_reason = null;
    insert into machine_client (client_id, name, scopes, stores, countries, points_max)
    select c.id, c.id, '${MACHINE_SCOPES.join(' ')}', c.stores, c.countries, c.points from (values
      ('at-country', null, 'DE', null), ('at-store', '${STORE}', null, null), ('at-amount', null, null, 100), ('at-all', null, null, null)
    ) as c (id, stores, countries, points)`);
  const anywhere = {
    reward_type: 'POINTS',
    points: 5,
    amount_minor: null,
    currency: null,
    starts_at: '2020-01-01',
    ends_at: '2099-01-01',
  };
  await openCampaign(test, { ...anywhere, per_account_limit: 99 }, { max_redemptions: 99 }, codes);
  await openCampaign(test, anywhere, { account_id: ABROAD });
  notification = await insertNotification(pool, { state: 'SENT', sent: 1 });
  await insertDeliveries(pool, notification, 'SENT', [ABROAD]);
  const admin = giveawayDesk(() => test, 'admin');
  const app = entrant(() => test);
  const made = async () => {
    const { id } = await admin.done(
      admin.publish(
        await admin.made({
          countryCodes: ['DE', 'US'],
          prizes: [{ ...POINTS_PRIZE, valueMinor: 100, currency: 'USD' }],
        }),
      ),
    );
    await openNow(test, id);
    return id;
  };
  open = await made();
  drawn = await made();
  for (const index of [1, 3]) await app.enter(drawn, index);
  await draw(test, drawn, [1, 3]);
  await admin.done(admin.announce(await admin.read(drawn)));
});

it('every public operation keeps to the bounds of its client, or is named with the reason why not', () => {
  const slice = publicSchema(createSchema());
  const all = [slice.getQueryType(), slice.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {}));
  const covered = [BY_ACCOUNT, BY_STORE, BY_RECORD, OTHERS].flatMap(Object.keys);
  expect([...new Set(covered)].sort()).toEqual(all.sort());
});

describe('an account outside of the countries', () => {
  const cases = Object.keys(BY_ACCOUNT).flatMap((field) =>
    (ONE_WAY[field] ? [ONE_WAY[field]] : ['accountId', 'firebaseId']).map((way) => [field, way] as const),
  );
  it.each(cases)('is unknown to %s by %s', async (field, way) => {
    const isId = way === 'accountId';
    const answer = async (name: string, token: string) =>
      JSON.stringify(await ask(BY_ACCOUNT[field]?.(`${way}: "${name}"`) ?? '', token)).replaceAll(name, 'name');
    const unknown = await answer(isId ? randomUUID() : firebaseId(99), 'at-country');
    const abroad = isId ? ABROAD : firebaseId(3);
    expect(await answer(abroad, 'at-country')).toBe(unknown);
    // Without the bound it is known. No one gets a proof before the freeze.
    if (field !== 'giveawayEntryProof') expect(await answer(abroad, 'at-all')).not.toBe(unknown);
  });

  it('is unknown by card, also as a wrong guess', async () => {
    const [{ number }] = await owner(`select number from issue_account_card($1, null)`, [ABROAD]);
    const [{ other }] = await owner(`select '999999999999' || card_check_digit('999999999999') as other`);
    for (const card of [number, other]) {
      expect(await ask(`{ member(by: { card: "${card}" }) { id } }`, 'at-country')).toBeNull();
      const redeem = BY_ACCOUNT['redeemCoupon']?.(`card: "${card}"`) ?? '';
      expect(await ask(redeem, 'at-country')).toEqual({ code: 'record.not-found' });
    }
    expect(
      await owner(`select sum(cardinality(tried_at))::int as n from coupon_try where subject_type = 'CARD'`),
    ).toEqual([{ n: 4 }]);
    expect(await ask(`{ member(by: { card: "${number}" }) { id } }`, 'at-all')).toEqual({ id: ABROAD });
  });

  it('is neither created nor changed, and no winner is listed', async () => {
    const rows = `{ firebaseId: "${firebaseId(3)}", countryCode: "DE" }, { firebaseId: "${firebaseId(1)}", countryCode: "US" }, { firebaseId: "new", countryCode: "US" }`;
    const fields = 'results { firebaseId accountId outcome problems { field rule } }';
    const before = await owner('select * from account order by id');
    const bound = { field: 'countryCode', rule: 'out-of-bounds' };
    expect(await ask(`mutation { syncAccounts(input: { accounts: [${rows}] }) { ${fields} } }`, 'at-country')).toEqual({
      results: [
        {
          firebaseId: firebaseId(3),
          accountId: null,
          outcome: 'REFUSED',
          problems: [{ field: 'firebaseId', rule: 'invalid' }],
        },
        { firebaseId: firebaseId(1), accountId: HOME, outcome: 'REFUSED', problems: [bound] },
        { firebaseId: 'new', accountId: null, outcome: 'REFUSED', problems: [bound] },
      ],
    });
    expect(await owner('select * from account order by id')).toEqual(before);
    const results = `{ giveawayResults(giveawayId: "${drawn}") { accountId } }`;
    expect(await ask(results, 'at-country')).toEqual([{ accountId: HOME }]);
    expect(await ask(results, 'at-all')).toHaveLength(2);
  });
});

describe('a client bound to a store', () => {
  it.each(Object.keys(BY_STORE))('names it, and no other, in %s', async (field) => {
    const answer = (store: string | null) => ask(BY_STORE[field]?.(store) ?? '', 'at-store');
    const refusal = { code: 'client.out-of-bounds', details: { fields: { storeSid: [{ rule: 'out-of-bounds' }] } } };
    const refused =
      field === 'transferPointsBatch' ? { results: [{ code: 'client.out-of-bounds', field: 'storeSid' }] } : refusal;
    for (const store of [null, 'ST00002', 'NOWHERE1']) expect(await answer(store)).toEqual(refused);
    expect(JSON.stringify(await answer(STORE))).not.toContain('code":"c');
  });

  it('reads its own entries and those of its store', async () => {
    const move = (party: string, token: string) =>
      ask(
        `mutation { transferPoints(input: { ${key()}, code: EARN, from: { ${party} }, to: { accountId: "${accountId(4)}" }, amount: 1 }) { outcome } }`,
        token,
      );
    for (const store of [STORE, 'ST00002']) await ask(BY_STORE['transferPoints']?.(store) ?? '', 'at-all');
    for (const party of [sidOf(STORE), sidOf('ST00002'), 'system: ISSUANCE']) await move(party, 'at-all');
    const entries = `{ member(by: { accountId: "${accountId(4)}" }) { balance entries { seq } } }`;
    expect(await ask(entries, 'at-store')).toEqual({ balance: 3, entries: [{ seq: 1 }] });
  });

  it('sees no other store', async () => {
    const stores = '{ openStores { sid city } }';
    expect(await ask(stores, 'at-store')).toEqual([{ sid: STORE, city: 'Austin' }]);
    expect(await ask(stores, 'at-all')).toHaveLength(2);
    for (const [args, count] of [
      ['sid: "ST00002"', 0],
      [`after: "${STORE}"`, 0],
      [`sid: "${STORE}"`, 1],
    ] as const)
      expect(await ask(`{ openStores(${args}) { sid } }`, 'at-store')).toHaveLength(count);
  });

  it('exports nothing', async () => {
    const run = 'mutation { runExport(input: { list: ACCOUNTS, format: CSV, columns: ["id"] }) { export { state } } }';
    for (const client of ['at-store', 'at-country']) {
      expect(await ask(run, client)).toMatchObject({ code: 'client.out-of-bounds' });
      expect((await clientNow(test.database.db, client)).exports).toEqual([]);
    }
    expect(await ask(run, 'at-amount')).toMatchObject({ export: { state: 'QUEUED' } });
  });
});

it('a client posts no more points than its maximum at once', async () => {
  const transfer = (amount: number) =>
    `{ ${key()}, code: EARN, from: { system: ISSUANCE }, to: { ${account} }, amount: ${amount} }`;
  const post = (amount: number) =>
    ask(`mutation { transferPoints(input: ${transfer(amount)}) { outcome } }`, 'at-amount');
  expect(await post(101)).toMatchObject({ code: 'client.out-of-bounds', details: { fields: { amount: [{}] } } });
  expect(await post(100)).toEqual({ outcome: 'POSTED' });
  const batch = `mutation { transferPointsBatch(input: { transfers: [${transfer(101)}, ${transfer(100)}] }) { results { outcome code field } } }`;
  expect(await ask(batch, 'at-amount')).toEqual({
    results: [
      { outcome: 'REFUSED', code: 'client.out-of-bounds', field: 'amount' },
      { outcome: 'POSTED', code: null, field: null },
    ],
  });
});

it.each(Object.keys(BY_RECORD))('new bounds hold from the next request: %s', async (field) => {
  const act = (id: string) => ask(BY_RECORD[field]?.(id) ?? '', 'at-all');
  const make = async () => {
    const made =
      field === 'reversePoints'
        ? `mutation { transferPoints(input: { ${key()}, code: EARN, from: { system: ISSUANCE }, to: { accountId: "${ABROAD}" }, amount: 1 }) { id: transferId } }`
        : `mutation { ${field === 'rollBackRedemption' ? 'redeem' : 'reserve'}Coupon(input: { ${key()}, code: "${codes[2]}", accountId: "${ABROAD}" }) { redemption { id } } }`;
    const answer = (await ask(made, 'at-all')) as {
      readonly id: string;
      readonly redemption?: { readonly id: string };
    };
    return answer.redemption?.id ?? answer.id;
  };
  const id = await make();
  for (const patch of [{ countries: 'de' }, { countries: null, stores: ` ${STORE.toLowerCase()} ` }]) {
    await bind('at-all', patch);
    expect(await act(id)).toEqual({ code: 'record.not-found' });
  }
  expect(await act(randomUUID())).toEqual({ code: 'record.not-found' });
  await bind('at-all', { stores: null });
  expect(await act(id)).not.toHaveProperty('code');
});

it('bounds are checked by the form and by the database', async () => {
  const invalid = (field: string, rule: string) => ({
    code: 'field.invalid',
    details: { fields: { [field]: [{ rule }] } },
  });
  expect(await bind('at-all', { stores: 'ST00001, NOWHERE1' })).toEqual(invalid('stores', 'unknown'));
  expect(await bind('at-all', { stores: 'x' })).toEqual(invalid('stores', 'store-sid'));
  expect(await bind('at-all', { countries: 'DE ZZ' })).toEqual(invalid('countries', 'unknown'));
  expect(await bind('at-all', { pointsMax: 0 })).toMatchObject({ code: 'field.invalid' });
  const stored = { stores: 'ST00001 ST00002', countries: 'DE US', pointsMax: 5 };
  expect(await bind('at-all', { stores: 'st00001;ST00002 ST00001', countries: 'de,us', pointsMax: 5 })).toEqual(stored);
  const refused: [string, string][] = [
    [`stores = ''`, '23514'],
    [`stores = 'NOWHERE1'`, '23503'],
    [`countries = 'DE  US'`, '23503'],
    [`countries = 'ZZ'`, '23503'],
    [`points_max = 0`, '23514'],
  ];
  for (const [set, code] of refused)
    await expect(owner(`update machine_client set ${set} where client_id = 'at-all'`)).rejects.toMatchObject({ code });
});
