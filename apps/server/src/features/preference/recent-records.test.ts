import { RECENT_RECORDS_MAX } from '@backcounter/domain';
import { beforeEach, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import type { TestToken } from '../../testing/test-app.ts';
import { insertCampaign, insertCampaignStreamer, insertStreamer } from '../../testing/test-campaigns.ts';

const NOTE =
  'mutation M($input: NoteRecentRecordInput!) { noteRecentRecord(input: $input) { recentRecords { kind id } } }';
const READ = '{ recentRecords { kind id name(locale: "de-DE") } }';

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 12);
beforeEach(() => owner('delete from staff_preference'));

const owner = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const note = async (kind: string, id: string, token: TestToken = 'marketing') =>
  (await test.send(NOTE, { input: { kind, id } }, { token })).body;
const read = async (token: TestToken = 'marketing') => (await test.send(READ, {}, { token })).body.data.recentRecords;
const ids = async (token?: TestToken) => (await read(token)).map(({ id }: { id: string }) => id);

it('are kept per person, the last one first, each once, and named in the language of the reader', async () => {
  await note('account', accountId(1));
  await note('country', 'DE');
  const { data } = await note('account', accountId(1));
  expect(data.noteRecentRecord.recentRecords).toEqual([
    { kind: 'account', id: accountId(1) },
    { kind: 'country', id: 'DE' },
  ]);
  expect(await read()).toEqual([
    { kind: 'account', id: accountId(1), name: 'Bruno Rivers' },
    { kind: 'country', id: 'DE', name: 'Deutschland' },
  ]);
  expect(await read('admin')).toEqual([]);
});

it('are few: the oldest make way', async () => {
  for (let index = 1; index <= RECENT_RECORDS_MAX + 2; index++) await note('account', accountId(index));
  const newest = Array.from({ length: RECENT_RECORDS_MAX }, (_each, index) =>
    accountId(RECENT_RECORDS_MAX + 2 - index),
  );
  expect(await ids()).toEqual(newest);
});

it('keep kinds and ids only', async () => {
  await note('account', accountId(1));
  expect(await owner('select key, value from staff_preference')).toEqual([
    { key: 'recent-records', value: [{ kind: 'account', id: accountId(1) }] },
  ]);
});

it('without permission, missing or erased, they disappear', async () => {
  const gone = accountId(12);
  for (const [kind, id] of [
    ['account', accountId(1)],
    ['account', accountId(99)],
    ['account', gone],
    ['config-entry', 'campaign.alerts'],
  ] as const)
    await note(kind, id);
  expect(await ids()).toEqual([gone, accountId(1)]);
  await owner(`update account set state = 'CLOSED', state_reason = 'left' where id = $1`, [gone]);
  expect(await ids()).toEqual([gone, accountId(1)]);
  await owner(
    `update account set state = 'ERASED', state_reason = null, display_name = null, email = null, email_verified = false,
       phone_e164 = null, birth_date = null, firebase_id = null, push_consent = false, push_consent_at = null where id = $1`,
    [gone],
  );
  expect(await ids()).toEqual([accountId(1)]);
});

it('a streamer has those campaigns that name the streamer', async () => {
  const { ownerPool } = test.database;
  const me = await insertStreamer(ownerPool, { staff_sub: 'staff-campaign-streamer' });
  const [own, other] = [await insertCampaign(ownerPool), await insertCampaign(ownerPool)];
  await insertCampaignStreamer(ownerPool, { campaign_id: own, streamer_id: me });
  for (const token of ['campaign-streamer', 'campaign-viewer'] as const)
    for (const id of [own, other]) await note('campaign', id, token);
  expect(await ids('campaign-streamer')).toEqual([own]);
  expect(await ids('campaign-viewer')).toEqual([other, own]);
});

it.each([
  ['staff', 'someone', 'kind'],
  ['constructor', accountId(1), 'kind'],
  ['account', 'Ada Stone', 'id'],
  ['country', 'ada@example.org', 'id'],
])('%s %s is refused', async (kind, id, field) => {
  expect((await note(kind, id)).errors[0].extensions).toMatchObject({
    code: 'field.invalid',
    details: { fields: { [field]: [{ rule: 'invalid' }] } },
  });
});

it('cannot be set as a preference', async () => {
  const set = 'mutation { setPreference(input: { key: "recent-records", value: 7 }) { preference { key } } }';
  const { body } = await test.send(set, {}, { token: 'marketing' });
  expect(body.errors[0].extensions.details.fields).toEqual({ key: [{ rule: 'invalid' }] });
});
