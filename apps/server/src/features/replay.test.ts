import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerFaults } from '../ledger/testing/check-ledger.ts';
import { fileApp } from '../testing/file-app.ts';
import { AREAS, accountId, insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { insertDeliveries, insertNotification } from '../testing/test-notifications.ts';
import { insertStores, storeId } from '../testing/test-stores.ts';
import { BADGES, insertTopicsAndBadges, TOPICS } from '../testing/test-topics-badges.ts';
import { giveawayTerms, inputType, openNow } from './giveaway/testing/giveaway-kit.ts';
import { draw } from './giveaway/testing/winner-kit.ts';
import { releaseTerms } from './release/testing/release-kit.ts';

const test = await fileApp();
beforeAll(async () => {
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  await insertTopicsAndBadges(ownerPool);
  await insertAccounts(ownerPool, 16);
  await insertStores(ownerPool, 12);
});
afterAll(async () => expect(await ledgerFaults(test.database.ownerPool)).toEqual([]));

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const oneValue = async (text: string, values: unknown[] = []) =>
  Object.values((await rowsOf(text, values))[0] ?? {})[0];
const firebaseId = (index: number) => `firebase${String(index).padStart(20, '0')}`;
const versionOf = (table: string, id: string) => oneValue(`select version from ${table} where id = $1`, [id]);
const machineClient = () => oneValue("select id from machine_client where client_id = 'replayed'");
const secretHash = (text: string) => createHash('sha256').update(text).digest('base64url');
const walletOfStore = (index: number) =>
  oneValue("select id from points_wallet where owner_type = 'STORE' and owner_id = $1", [storeId(index)]);

/** Hashes all stored data except stored answers and the last use of machine clients. */
async function digest(): Promise<string> {
  const tables = await rowsOf(`select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('idempotency_key', 'staff_user') order by 1`);
  const texts = tables.map(({ name }) => {
    const row = name === 'machine_client' ? "(to_jsonb(t) - 'last_used_at')::text" : 't::text';
    return `select '${name}' as name, md5(string_agg(${row}, '|' order by ${row})) as hash from ${name} as t`;
  });
  return JSON.stringify(await rowsOf(texts.join(' union all ')));
}

const trail = async () => Number(await oneValue("select count(*) from staff_audit_event where outcome = 'DONE'"));

interface Step {
  readonly name: string;
  readonly document: string;
  readonly variables: () => Promise<Record<string, unknown>> | Record<string, unknown>;
  readonly isMachine?: boolean;
}
const input = (name: string, type: string, fields: string, variables: Step['variables']): Step => ({
  name,
  document: `mutation M($input: ${type}!) { ${name}(input: $input) ${fields} }`,
  variables: async () => ({ input: await variables() }),
});
/** A mutation of one existing record. */
const change = (name: string, noun: string, id: () => Promise<unknown> | string, more: object = {}): Step =>
  input(name, inputType(name), `{ ${noun} { id version } }`, async () => {
    const found = String(await id());
    const table = noun.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return { id: found, expectedVersion: await versionOf(table, found), ...more };
  });
const machine = (step: Step): Step => ({ ...step, isMachine: true });
const account = async (index: number, more: object = {}) => ({
  id: accountId(index),
  expectedVersion: await versionOf('account', accountId(index)),
  ...more,
});
const ofAccount = (name: string, type: string, index: number, more: object) =>
  input(name, type, '{ account { id version } }', () => account(index, more));

const giveawayId = async (code = 'REPLAYED') =>
  String(await oneValue('select id from giveaway where code = $1', [code]));
const giveaway = (name: string, more: object, code?: string) => change(name, 'giveaway', () => giveawayId(code), more);
const giveawayPlace = (name: string, noun: string, more: () => Promise<Record<string, unknown>>) =>
  input(name, inputType(name), `{ ${noun} { id } }`, async () => ({
    giveawayId: await giveawayId(),
    ...(await more()),
  }));
const decision = (account: number) => async () => ({
  entryId: await oneValue('select id from giveaway_entry where account_id = $1', [accountId(account)]),
  reason: 'r',
});
const entrant = (name: string, more: object = {}) =>
  machine(
    input(name, inputType(name), '{ outcome }', async () => ({
      giveawayId: await giveawayId(),
      accountId: accountId(13),
      ...more,
    })),
  );

/** Every mutation of giveaways, from draft to end. */
const GIVEAWAY_STEPS: readonly Step[] = [
  input('createGiveaway', 'CreateGiveawayInput', '{ giveaway { id version } }', () =>
    giveawayTerms({
      code: 'REPLAYED',
      alternates: 1,
      maxTicketsPerAccount: 2,
      prizes: [{ rank: 1, titleI18n: { 'en-US': 'Bicycle' }, quantity: 1, kind: 'PHYSICAL' }],
    }),
  ),
  giveaway('updateGiveaway', { patch: { maxEntries: 5 } }),
  input('duplicateGiveaway', 'DuplicateGiveawayInput', '{ giveaway { id } }', async () => ({
    id: await giveawayId(),
    code: 'REPLAYED-2',
  })),
  giveaway('recordGiveawayRegistration', { newYork: 'NY 1', florida: 'FL 1' }),
  giveaway('publishGiveaway', { reason: 'r', confirmCode: 'REPLAYED', agreedEscrowPoints: 0 }),
  giveaway('cancelGiveaway', { reason: 'r', confirmCode: 'REPLAYED-2' }, 'REPLAYED-2'),
  machine(
    input('enterGiveaway', 'EnterGiveawayInput', '{ outcome }', async () => {
      await openNow(test, await giveawayId());
      await rowsOf("update account set birth_date = '1990-01-01' where id = any($1)", [[13, 14, 16].map(accountId)]);
      for (const index of [14, 16]) {
        const values = { g: await giveawayId(), a: accountId(index) };
        const text =
          'mutation($g: ID!, $a: ID!) { enterGiveaway(input: { key: $a, giveawayId: $g, accountId: $a }) { outcome } }';
        await test.send(text.replace('key: $a', `key: "${index}"`), values, { token: 'machine' });
      }
      return { giveawayId: await giveawayId(), accountId: accountId(13), key: 'replay' };
    }),
  ),
  entrant('addGiveawayTickets', { key: 'more' }),
  giveawayPlace('disqualifyGiveawayEntry', 'giveawayEntry', decision(13)),
  giveawayPlace('reinstateGiveawayEntry', 'giveawayEntry', decision(13)),
  entrant('withdrawGiveawayEntry', { key: 'away' }),
  giveawayPlace('forfeitGiveawayWinner', 'giveawayWinner', async () => {
    await draw(test, await giveawayId(), [14, 16]);
    return { position: 1, reason: 'r' };
  }),
  giveaway('announceGiveaway', { hasReviewed: true }),
  machine(
    input('claimGiveawayPrize', 'ClaimGiveawayPrizeInput', '{ outcome }', async () => ({
      giveawayId: await giveawayId(),
      accountId: accountId(16),
    })),
  ),
  giveawayPlace('fulfilGiveawayWinner', 'giveawayWinner', async () => ({ position: 2 })),
  giveaway('settleGiveaway', { reason: 'r' }),
];

const releaseId = (number = '1.0.0') => oneValue('select id from release where number = $1', [number]);
const release = (name: string, more?: object) => change(name, 'release', () => releaseId(), more);

/** Every mutation of releases, from draft to withdrawal. */
const RELEASE_STEPS: readonly Step[] = [
  input('createRelease', 'CreateReleaseInput', '{ release { id version } }', () => releaseTerms('1.0.0')),
  release('updateRelease', {
    patch: { changeLists: [{ title: 'A', changes: [{ type: 'BUG', title: 'b', description: 'c' }] }] },
  }),
  input('duplicateRelease', 'DuplicateReleaseInput', '{ release { id } }', async () => ({
    id: await releaseId(),
    number: '1.1.0',
  })),
  release('publishRelease'),
  release('withdrawRelease', { reason: 'r' }),
  input('discardRelease', 'DiscardReleaseInput', '{ releaseId }', async () => {
    const id = String(await releaseId('1.1.0'));
    return { id, expectedVersion: await versionOf('release', id) };
  }),
];

/** Every mutation of stores, points, accounts and machine clients, in an order in which each takes effect. */
const STEPS: readonly Step[] = [
  input('createStore', 'CreateStoreInput', '{ store { id sid version } }', () => ({
    sid: 'REPLAY01',
    name: 'Replay',
    countryCode: 'DE',
    areaId: AREAS.bavaria,
  })),
  change('updateStore', 'store', () => storeId(1), { patch: { city: 'Fürth' } }),
  change('activateStore', 'store', () => storeId(5)),
  change('suspendStore', 'store', () => storeId(1), { reason: 'r' }),
  change('reactivateStore', 'store', () => storeId(1)),
  change('closeStore', 'store', () => storeId(2), { reason: 'r', confirmSid: 'ST00002' }),
  input('startStoreBulk', 'StartStoreBulkInput', '{ job { id } }', () => ({
    selection: { ids: [storeId(3)] },
    action: 'SUSPEND',
    reason: 'r',
  })),
  input('adjustPoints', 'AdjustPointsInput', '{ pointsTransfer { id amount } }', () => ({
    owner: { type: 'ACCOUNT', id: accountId(1) },
    direction: 'CREDIT',
    amount: 500,
    reason: 'r',
    key: 'adjusted',
  })),
  input('reversePointsTransfer', 'ReversePointsTransferInput', '{ pointsTransfer { id } }', async () => ({
    transferId: await oneValue("select id from points_transfer where idempotency_key = 'adjusted'"),
    reason: 'r',
    key: 'reversed',
  })),
  input('reversePointsImport', 'ReversePointsImportInput', '{ job { id } }', async () => ({
    id: await oneValue(
      `insert into points_import (file_sha256, file_name, created_by) values (sha256('x'), 'x', 'test') returning id`,
    ),
    reason: 'r',
  })),
  machine(
    input('transferPoints', 'TransferPointsInput', '{ outcome transferId }', () => ({
      key: 'one',
      from: { system: 'ISSUANCE' },
      to: { storeSid: 'ST00004' },
      amount: 900,
      code: 'ISSUE',
    })),
  ),
  machine({
    name: 'transferPointsBatch',
    document:
      'mutation M($t: [PointsTransferInput!]!) { transferPointsBatch(input: { transfers: $t }) { results { outcome transferId } } }',
    variables: () => ({
      t: ['two', 'three'].map((key) => ({
        key,
        from: { storeSid: 'ST00004' },
        to: { firebaseId: firebaseId(2) },
        amount: 30,
        code: 'EARN',
      })),
    }),
  }),
  machine(
    input('reversePoints', 'ReversePointsInput', '{ outcome transferId }', () => ({
      transferKey: 'two',
      key: 'back',
      reason: 'r',
    })),
  ),
  {
    name: 'verifyWallet',
    document: 'mutation M($id: ID!) { verifyWallet(input: { walletId: $id }) { entries } }',
    variables: async () => ({ id: await walletOfStore(4) }),
  },
  { name: 'verifyLedger', document: 'mutation M { verifyLedger { job { id } } }', variables: () => ({}) },
  ofAccount('updateAccount', 'UpdateAccountInput', 3, { patch: { displayName: 'Replay' } }),
  ofAccount('suspendAccount', 'SuspendAccountInput', 3, { reason: 'r' }),
  ofAccount('reactivateAccount', 'ReactivateAccountInput', 3, {}),
  ofAccount('issueAccountCard', 'IssueAccountCardInput', 3, {}),
  {
    name: 'confirmSecondFactor',
    document: 'mutation M { confirmSecondFactor(input: { code: "000000" }) { outcome } }',
    variables: () => ({}),
  },
  input('setAccountTopic', 'SetAccountTopicInput', '{ account { id } }', () => ({
    id: accountId(3),
    topicId: TOPICS.offers,
    isSubscribed: true,
  })),
  input('awardAccountBadge', 'AwardAccountBadgeInput', '{ awardId }', () => ({
    id: accountId(3),
    badgeId: BADGES.yearly,
  })),
  input('revokeAccountBadge', 'RevokeAccountBadgeInput', '{ awardId }', async () => ({
    awardId: await oneValue('select id from account_badge_award limit 1'),
    reason: 'r',
  })),
  input('writeAccountNote', 'WriteAccountNoteInput', '{ noteId }', () => ({ id: accountId(3), text: 'Note' })),
  input('retractAccountNote', 'RetractAccountNoteInput', '{ noteId }', async () => ({
    noteId: await oneValue('select id from account_note limit 1'),
    reason: 'r',
  })),
  machine({
    name: 'syncAccountDevices',
    document:
      'mutation M($d: [DeviceSyncInput!]!) { syncAccountDevices(input: { devices: $d }) { results { outcome } } }',
    variables: () => ({ d: [{ firebaseId: firebaseId(3), platform: 'ANDROID', pushToken: 'replayed-token-1' }] }),
  }),
  input('invalidateAccountDevice', 'InvalidateAccountDeviceInput', '{ account { id } }', async () => ({
    id: await oneValue('select id from account_device limit 1'),
    reason: 'r',
  })),
  machine(
    input('recordNotificationReceipts', 'RecordNotificationReceiptsInput', '{ results { outcome } }', async () => {
      const notificationId = await insertNotification(test.database.ownerPool, { state: 'SENT', sent: 1 });
      await insertDeliveries(test.database.ownerPool, notificationId, 'SENT', [accountId(1)]);
      return { receipts: [{ notificationId, accountId: accountId(1), kind: 'OPENED', at: new Date().toISOString() }] };
    }),
  ),
  machine({
    name: 'syncAccounts',
    document: 'mutation M($a: [AccountSyncInput!]!) { syncAccounts(input: { accounts: $a }) { results { outcome } } }',
    variables: () => ({ a: [{ firebaseId: 'replayed', displayName: 'New', countryCode: 'DE' }] }),
  }),
  machine({
    name: 'syncAccountTopics',
    document:
      'mutation M($d: [TopicSyncInput!]!) { syncAccountTopics(input: { decisions: $d }) { results { outcome } } }',
    variables: () => ({ d: [{ firebaseId: firebaseId(4), topic: 'offers', isSubscribed: true }] }),
  }),
  input('exportAccountData', 'ExportAccountDataInput', '{ job { id } }', () => ({ id: accountId(4), reason: 'r' })),
  input('startAccountBulk', 'StartAccountBulkInput', '{ job { id } }', () => ({
    selection: { ids: [accountId(6)] },
    action: 'SUSPEND',
    reason: 'r',
  })),
  ofAccount('closeAccount', 'CloseAccountInput', 8, { reason: 'r' }),
  input('eraseAccount', 'EraseAccountInput', '{ account { id version } }', async () =>
    account(8, {
      reason: 'r',
      confirmation: String(await oneValue('select public_no from account where id = $1', [accountId(8)])),
    }),
  ),
  input('createMachineClient', 'CreateMachineClientInput', '{ machineClient { id version } }', () => ({
    clientId: 'replayed',
    name: 'Replayed',
    scopes: 'points.transfer',
  })),
  change('updateMachineClient', 'machineClient', machineClient, { patch: { name: 'Again' } }),
  change('rotateMachineClientSecret', 'machineClient', machineClient, {
    secretHash: secretHash('a secret'),
    endsPresentSecret: false,
  }),
  change('suspendMachineClient', 'machineClient', machineClient, { reason: 'r' }),
  change('reactivateMachineClient', 'machineClient', machineClient),
  ...GIVEAWAY_STEPS,
  ...RELEASE_STEPS,
];

/** Mutations covered here. Pictures and reveals have suites of their own: the first try uses up an upload. */
const MEANT = /^(?!reveal).*(Account|Store|Points|Wallet|Ledger|MachineClient|Giveaway)(?!Picture|Image)/;

/** A confirmed code, and reports of facts from the push service. */
const WITHOUT_EVENT = ['confirmSecondFactor', 'syncAccountDevices', 'recordNotificationReceipts'];

describe('sent again with its key, concurrently and later, has one effect and one answer: [security 31]', () => {
  it.each(STEPS)('$name', async ({ name, document, variables, isMachine = false }) => {
    const request = { token: isMachine ? 'machine' : 'admin', headers: { 'idempotency-key': randomUUID() } };
    const given = await variables();
    const before = await digest();
    const trailBefore = await trail();
    const together = await Promise.all([1, 2, 3].map(() => test.send(document, given, request)));
    const effect = await digest();
    // Requests that arrive while the first one runs are asked to retry.
    const answered = together.filter(({ status }) => status !== 409);
    expect(answered.length).toBeGreaterThan(0);
    for (const { body } of answered) expect(body.errors).toBeUndefined();
    expect(effect).not.toBe(before);
    for (let turn = 0; turn < 2; turn += 1) {
      const { body } = await test.send(document, given, request);
      expect(body).toEqual(answered[0]?.body);
      expect(Object.keys(body.data)).toEqual([name]);
    }
    expect(await digest()).toBe(effect);
    expect((await trail()) > trailBefore).toBe(!WITHOUT_EVENT.includes(name));
  });

  it('covers every mutation of stores, points, accounts, machine clients and giveaways [points 4]', async () => {
    const { body } = await test.send('{ __schema { mutationType { fields { name } } } }');
    const fields = body.data.__schema.mutationType.fields.map((field: { name: string }) => field.name) as string[];
    const here = STEPS.map(({ name }) => name);
    expect(fields.filter((name) => MEANT.test(name) && !here.includes(name))).toEqual([]);
    expect(here.filter((name) => !fields.includes(name))).toEqual([]);
  });
});
