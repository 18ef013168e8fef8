import { beforeAll, describe, expect, it } from 'vitest';
import { publicSchema } from '../graphql/public-slice.ts';
import { fileApp } from '../testing/file-app.ts';
import { tableDigests } from '../testing/table-digests.ts';
import { accountId, insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { makeCodes, openCampaign, Till } from './campaign/redemption/testing/till.ts';
import { entrant } from './giveaway/testing/entry-kit.ts';
import { giveawayDesk, inputType, openNow } from './giveaway/testing/giveaway-kit.ts';
import { draw } from './giveaway/testing/winner-kit.ts';
import { createSchema } from './index.ts';

const test = await fileApp();
const account = accountId(1);
const till = new Till(test, 'machine');
const transfer = (key: string) => ({
  key,
  code: 'EARN',
  from: { system: 'ISSUANCE' },
  to: { accountId: account },
  amount: 7,
});
/** An effective input of each public mutation. */
const inputs: Record<string, object> = {};

async function send(field: string, input: object, token: string, headers = {}) {
  const fields = OUTCOME[field] ?? 'outcome';
  const text = `mutation($input: ${inputType(field)}!) { it: ${field}(input: $input) { ${fields} } }`;
  const { body } = await test.send(text, { input }, { token, headers });
  return body.errors?.[0].extensions ?? body.data.it;
}
const OUTCOME: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'syncAccounts',
      'syncAccountTopics',
      'syncAccountDevices',
      'transferPointsBatch',
      'recordNotificationReceipts',
    ].map((field) => [field, 'results { outcome }']),
  ),
  rollBackRedemption: 'isReplayed',
  runExport: 'export { state rows }',
};

beforeAll(async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertAccounts(pool, 20);
  await pool.query(`update account set birth_date = '1990-01-01', country_code = 'DE', area_id = null`);
  const use = { accountId: account, orderMinor: 900 };
  const codes = makeCodes(5);
  await openCampaign(test, { per_account_limit: 9 }, {}, codes);
  const held = [await till.reserve({ ...use, code: codes[0] }), await till.reserve({ ...use, code: codes[1] })];
  const used = await till.redeem({ ...use, code: codes[2] });
  await send('transferPoints', { ...transfer('sale'), amount: 50 }, 'machine');
  const admin = giveawayDesk(() => test, 'admin');
  const app = entrant(() => test);
  const open = async () => {
    const { id } = await admin.done(admin.publish(await admin.made({ maxTicketsPerAccount: 5 })));
    await openNow(test, id);
    return id;
  };
  const giveaway = await open();
  await app.enter(giveaway, 2);
  const drawn = await open();
  await app.enter(drawn, 2);
  await draw(test, drawn, [2]);
  await admin.done(admin.announce(await admin.read(drawn)));
  const entry = { giveawayId: giveaway, accountId: accountId(2) };
  Object.assign(inputs, {
    syncAccounts: { accounts: [{ firebaseId: 'new', countryCode: 'DE' }] },
    syncAccountTopics: { decisions: [{ firebaseId: 'new', topic: 'none', isSubscribed: true }] },
    syncAccountDevices: {
      devices: [
        {
          firebaseId: `firebase${'1'.padStart(20, '0')}`,
          platform: 'IOS',
          pushToken: 'token'.repeat(10),
          appVersion: '1',
        },
      ],
    },
    transferPoints: transfer('dry'),
    transferPointsBatch: { transfers: [transfer('dry-2'), { ...transfer('dry-3'), amount: 0 }] },
    reversePoints: { key: 'back', transferKey: 'sale', reason: 'Returned' },
    reserveCoupon: { ...use, key: 'dry-2', code: codes[4] },
    redeemCoupon: { ...use, key: 'dry', code: codes[3] },
    confirmRedemption: { redemptionId: held[0]?.redemption?.id },
    releaseRedemption: { redemptionId: held[1]?.redemption?.id },
    rollBackRedemption: { id: used.redemption?.id, reason: 'Returned' },
    runExport: { list: 'ACCOUNTS', format: 'CSV', columns: ['id'] },
    enterGiveaway: { key: 'dry', giveawayId: giveaway, accountId: accountId(4) },
    addGiveawayTickets: { ...entry, key: 'dry' },
    withdrawGiveawayEntry: { ...entry, key: 'dry' },
    claimGiveawayPrize: { giveawayId: drawn, accountId: accountId(2) },
    recordNotificationReceipts: {
      receipts: [{ notificationId: account, accountId: account, kind: 'OPENED', at: '2026-01-01T00:00:00Z' }],
    },
  });
});

describe('a dry client', () => {
  it.each(Object.keys(publicSchema(createSchema()).getMutationType()?.getFields() ?? {}))(
    'gets the answer of %s, and nothing is written',
    async (field) => {
      const input = inputs[field] ?? {};
      const before = await tableDigests(test.database.ownerPool);
      const dry = await send(field, input, 'dry');
      expect(await send(field, input, 'dry', { 'idempotency-key': `dry-${field}` })).toEqual(dry);
      expect(await tableDigests(test.database.ownerPool)).toEqual(before);
      expect(await send(field, input, 'machine')).toEqual(dry);
      if (!['syncAccountTopics', 'recordNotificationReceipts'].includes(field))
        expect(await tableDigests(test.database.ownerPool)).not.toEqual(before);
    },
  );

  it('gets the refusal of a mutation, which leaves no audit row', async () => {
    const before = await tableDigests(test.database.ownerPool);
    expect(await send('transferPoints', { ...transfer('x'), amount: 0 }, 'dry')).toMatchObject({
      code: 'field.invalid',
    });
    const poor = { ...transfer('x'), code: 'SPEND', from: { accountId: accountId(3) }, to: { system: 'BREAKAGE' } };
    expect(await send('transferPoints', poor, 'dry')).toMatchObject({ code: 'points.insufficient' });
    expect(await tableDigests(test.database.ownerPool)).toEqual(before);
  });

  it('cannot guess codes: wrong ones count', async () => {
    const guess = (code: string | undefined) =>
      send('redeemCoupon', { key: 'guess', code, accountId: accountId(7), orderMinor: 1 }, 'dry');
    for (const code of makeCodes(10)) expect(await guess(code)).toEqual({ outcome: 'UNKNOWN_CODE' });
    expect(await guess(makeCodes(1)[0])).toEqual({ outcome: 'RATE_LIMITED' });
  });
});
