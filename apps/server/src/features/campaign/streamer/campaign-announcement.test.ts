import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStreamClient, type StreamClient } from '../../../testing/stream-client.ts';
import { insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestToken } from '../../../testing/test-app.ts';
import {
  insertCampaign,
  insertCampaignStreamer,
  insertStreamer,
  setCampaignState,
} from '../../../testing/test-campaigns.ts';

let test: TestApp;
let me: string;
let other: string;
const clients: StreamClient[] = [];
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
});
beforeEach(async () => {
  await owner('update streamer set staff_sub = null');
  me = await insertStreamer(test.database.ownerPool, { staff_sub: 'staff-campaign-streamer' });
  other = await insertStreamer(test.database.ownerPool, { staff_sub: 'staff-other' });
});
afterAll(async () => {
  for (const client of clients) client.close();
  await test.close();
});

interface Told {
  readonly campaignId: string;
  readonly code: string;
  readonly kind: string;
  readonly at: string;
}

const owner = (text: string, values: unknown[] = []) => test.database.ownerPool.query(text, values);
/** A running campaign with the streamer since the day before yesterday. */
async function running(streamer: string, row: object = {}): Promise<string> {
  const id = await insertCampaign(test.database.ownerPool, { state: 'ACTIVE', ...row });
  await insertCampaignStreamer(test.database.ownerPool, {
    campaign_id: id,
    streamer_id: streamer,
    created_at: new Date(Date.now() - 2 * 86_400_000),
  });
  return id;
}
const set = (id: string, state: string) => setCampaignState(test.database.ownerPool, id, state);
const told = async (token: TestToken = 'campaign-streamer'): Promise<Told[]> =>
  (await test.send('{ campaignAnnouncements { campaignId code kind at } }', {}, { token })).body.data
    .campaignAnnouncements;
const kinds = async (token?: TestToken) => (await told(token)).map(({ kind }) => kind);
const dismiss = (
  announcements: readonly { campaignId: string; at: string }[],
  token: TestToken = 'campaign-streamer',
) =>
  test.send(
    'mutation($read: [ReadAnnouncementInput!]!) { dismissCampaignAnnouncements(input: { announcements: $read }) { campaignAnnouncements { campaignId kind } } }',
    { read: announcements.map(({ campaignId, at }) => ({ campaignId, at })) },
    { token },
  );

it('announces the latest event of each campaign of a streamer until it is read, then only later ones [campaigns 6]', async () => {
  const id = await running(me);
  expect(await kinds()).toEqual([]);
  await set(id, 'PAUSED');
  expect(await kinds()).toEqual(['PAUSED']);
  await set(id, 'ACTIVE');
  const [resumed] = await told();
  expect(resumed).toMatchObject({ campaignId: id, kind: 'RESUMED' });
  await set(id, 'CANCELED');
  const [canceled] = await told();
  expect(canceled?.kind).toBe('CANCELED');
  // Only events up to the shown one count as read, not later ones.
  expect(
    (await dismiss(resumed ? [resumed] : [])).body.data.dismissCampaignAnnouncements.campaignAnnouncements,
  ).toMatchObject([{ kind: 'CANCELED' }]);
  expect(
    (await dismiss(canceled ? [canceled, canceled] : [])).body.data.dismissCampaignAnnouncements.campaignAnnouncements,
  ).toEqual([]);
  await set(id, 'ARCHIVED');
  expect(await kinds()).toEqual([]);
});

it('announces the end of a campaign, and a cancellation even after it was archived', async () => {
  const canceled = await running(me);
  await set(canceled, 'CANCELED');
  await set(canceled, 'ARCHIVED');
  const ended = await running(me, {
    starts_at: new Date(Date.now() - 7_200_000),
    ends_at: new Date(Date.now() + 3_600_000),
  });
  await owner('alter table campaign disable trigger campaign_check_change');
  await owner("update campaign set ends_at = now() - interval '1 minute' where id = $1", [ended]);
  await owner('alter table campaign enable trigger campaign_check_change');
  await set(ended, 'ARCHIVED');
  expect((await told()).map(({ campaignId, kind }) => [campaignId, kind])).toEqual([
    [canceled, 'CANCELED'],
    [ended, 'ENDED'],
  ]);
});

it('does not announce campaigns of others, events before the streamer was added, or old events [campaigns 6]', async () => {
  await set(await running(other), 'CANCELED');
  const late = await running(me);
  await set(late, 'PAUSED');
  await owner('update campaign_streamer set created_at = now() where campaign_id = $1', [late]);
  const old = await running(me);
  await set(old, 'CANCELED');
  await owner("update campaign set canceled_at = now() - interval '31 days' where id = $1", [old]);
  await owner("update campaign_streamer set created_at = now() - interval '90 days' where campaign_id = $1", [old]);
  const draft = await insertCampaign(test.database.ownerPool);
  await insertCampaignStreamer(test.database.ownerPool, { campaign_id: draft, streamer_id: me });
  await set(draft, 'ARCHIVED');
  expect(await kinds()).toEqual([]);
  for (const token of ['campaign-viewer', 'campaign-manager', 'admin'] as const) expect(await kinds(token)).toEqual([]);
});

it('announces nothing to removed or suspended streamers, and never the reason [campaigns 6]', async () => {
  const id = await running(me);
  await set(id, 'CANCELED');
  const { body } = await test.send(
    '{ campaignAnnouncements { kind } campaigns { nodes { stateReason } } __type(name: "CampaignAnnouncement") { fields { name } } }',
    {},
    { token: 'campaign-streamer' },
  );
  expect(body.data.campaigns.nodes).toEqual([{ stateReason: null }]);
  expect(body.data.campaignAnnouncements).toHaveLength(1);
  expect(body.data.__type.fields.map(({ name }: { name: string }) => name)).toEqual([
    'at',
    'campaignId',
    'code',
    'kind',
    'name',
    'timezone',
  ]);
  await owner('update campaign_streamer set removed_at = now() where campaign_id = $1', [id]);
  expect(await kinds()).toEqual([]);
  await owner('update campaign_streamer set removed_at = null where campaign_id = $1', [id]);
  expect(await kinds()).toEqual(['CANCELED']);
  await owner("update streamer set state = 'SUSPENDED', state_reason = 'r' where id = $1", [me]);
  expect(await kinds()).toEqual([]);
});

it('ignores announcements of others, and refuses invalid ones', async () => {
  const id = await running(other);
  await set(id, 'CANCELED');
  const read = { campaignId: id, at: new Date().toISOString() };
  expect((await dismiss([read])).body.data.dismissCampaignAnnouncements.campaignAnnouncements).toEqual([]);
  expect((await owner('select from campaign_announcement_read where campaign_id = $1', [id])).rowCount).toBe(0);
  for (const wrong of [[{ ...read, campaignId: 'x' }], Array(21).fill(read)])
    expect((await dismiss(wrong)).body.errors[0].extensions.code).toBe('field.invalid');
  expect((await dismiss([read], 'marketing')).body.errors[0].extensions.code).toBe('access.denied');
  // A future instant: events before it must still be announced.
  const own = await running(me);
  await set(own, 'PAUSED');
  await dismiss([{ campaignId: own, at: '2099-01-01T00:00:00Z' }]);
  await set(own, 'CANCELED');
  expect(await kinds()).toEqual(['CANCELED']);
});

it('updates open pages after a change, at the end of a campaign, and after reading on another device [campaigns 6]', async () => {
  const client = await openStreamClient(test, 'campaign-streamer');
  clients.push(client);
  const id = await running(me);
  const soon = await running(me);
  const followed = client.follow('subscription { campaignAnnounced { campaignId kind at } }');
  let told: readonly Told[] | null = null;
  const until = async (...expected: string[]): Promise<readonly Told[]> => {
    while (
      told === null ||
      told
        .map(({ kind }) => kind)
        .sort()
        .join() !== expected.join()
    ) {
      const { data } = (await followed.next()) as { data: { campaignAnnounced: Told[] } };
      told = data.campaignAnnounced;
    }
    return told;
  };
  await until();
  await set(id, 'CANCELED');
  const canceled = await until('CANCELED');
  await owner('alter table campaign disable trigger campaign_check_change');
  await owner("update campaign set ends_at = now() + interval '2 seconds' where id = $1", [soon]);
  await owner('alter table campaign enable trigger campaign_check_change');
  await until('CANCELED', 'ENDED');
  await dismiss(canceled);
  expect(await until('ENDED')).toMatchObject([{ campaignId: soon }]);
  await owner("update streamer set state = 'SUSPENDED', state_reason = 'r' where id = $1", [me]);
  await until();
});
