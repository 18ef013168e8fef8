import { randomUUID } from 'node:crypto';
import type { SegmentRule } from '@backcounter/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOPICS } from '../../../testing/test-topics-badges.ts';
import { notificationDesk } from '../testing/notification-kit.ts';
import { createNotificationWorld, type NotificationWorld } from '../testing/notification-world.ts';

let world: NotificationWorld;
const marketing = notificationDesk(() => world.test, 'marketing');
const admin = notificationDesk(() => world.test, 'admin');

beforeAll(async () => {
  world = await createNotificationWorld();
});
afterAll(() => world.test.close());

const GERMANS = { account: { country: { in: ['DE'] } } };
/** A clause that marketing may not use. */
const COUPONS = { redeemed: { withinDays: 30 } };
const AMERICANS = { all: [{ not: GERMANS }, { account: { country: { in: ['US'] } } }] };

async function segment(rule: SegmentRule): Promise<string> {
  const text = 'mutation($input: CreateSegmentInput!) { createSegment(input: $input) { segment { id } } }';
  const headers = { 'idempotency-key': randomUUID() };
  const { body } = await world.test.send(text, { input: { name: 'Regulars', rule } }, { token: 'admin', headers });
  expect(body.errors).toBeUndefined();
  return body.data.createSegment.segment.id;
}

async function named(id: string, token: 'admin' | 'marketing') {
  const text = 'query($id: ID!) { notification(id: $id) { segment { id name } } }';
  return (await world.test.send(text, { id }, { token })).body.data.notification.segment;
}

it('narrows the audience to the members of a segment as of now', async () => {
  const segmentId = await segment({ account: { lastSeen: { olderThanDays: 27 } } });
  const draft = await marketing.made({ segmentId });
  const found = await marketing.audienceOf(draft.id);
  const lapsed = await marketing.audience({ topicId: TOPICS.offers, notSeenWithinDays: 27 });
  expect(found.recipients).toBeGreaterThan(0);
  expect(found).toMatchObject({ recipients: lapsed.recipients, excluded: lapsed.excluded, kind: 'EXACT' });
  expect(await named(draft.id, 'marketing')).toEqual({ id: segmentId, name: 'Regulars' });
  await world.rows('update account set last_seen_at = now()');
  expect(await marketing.audienceOf(draft.id)).toMatchObject({ recipients: 0 });
});

it('counts each member of a small segment when there are too many subscribers to count', async () => {
  const segmentId = await segment(AMERICANS);
  const exact = await marketing.audience({ topicId: TOPICS.offers, segmentId });
  const [{ subscribers }] = await world.rows('select subscriber_count as subscribers from topic where id = $1', [
    TOPICS.offers,
  ]);
  await world.rows('update topic set subscriber_count = 20000 where id = $1', [TOPICS.offers]);
  const found = await marketing.audience({ topicId: TOPICS.offers, segmentId });
  expect(found).toMatchObject({ recipients: exact.recipients, kind: 'EXACT', skipped: exact.skipped });
  // Once it has been counted, from its members of then who still are.
  await world.rows(`insert into segment_member select $1, id from account where country_code = 'US'`, [segmentId]);
  await world.rows(
    'insert into segment_day select segment_id, current_date, count(*), 0, 0 from segment_member where segment_id = $1 group by 1',
    [segmentId],
  );
  const [{ account_id: left }] = await world.rows(
    `select m.account_id from segment_member m join account a on a.id = m.account_id join account_topic_subscription s
       on s.account_id = a.id and s.topic_id = $2 and s.is_subscribed
     where m.segment_id = $1 and a.state = 'ACTIVE' and a.push_consent limit 1`,
    [segmentId, TOPICS.offers],
  );
  await world.rows(`update account set country_code = 'DE', area_id = null where id = $1`, [left]);
  const again = await marketing.audience({ topicId: TOPICS.offers, segmentId });
  expect(again).toMatchObject({ recipients: exact.recipients - 1, kind: 'ESTIMATE' });
  await world.rows('update topic set subscriber_count = $2 where id = $1', [TOPICS.offers, subscribers]);
  const outside = found.excluded.find(({ reason }: { reason: string }) => reason === 'OUTSIDE_FILTERS');
  expect(outside.count).toBeGreaterThan(19_900);
});

it('refuses segments that are unknown, archived, or hidden from the caller', async () => {
  const hidden = await segment({ any: [GERMANS, COUPONS] });
  const archived = await segment(GERMANS);
  await world.rows('update segment set archived_at = now() where id = $1', [archived]);
  for (const [segmentId, rule] of [
    [hidden, 'unknown'],
    [randomUUID(), 'unknown'],
    [archived, 'not-in-use'],
  ]) {
    const error = await marketing.refusal(marketing.create({ segmentId }));
    expect(error).toMatchObject({ code: 'field.invalid', details: { fields: { segmentId: [{ rule }] } } });
  }
  // A colleague who may use the clause has chosen it.
  const { id } = await admin.made({ segmentId: hidden });
  expect(await named(id, 'admin')).toEqual({ id: hidden, name: 'Regulars' });
  expect(await named(id, 'marketing')).toEqual({ id: hidden, name: null });
  const query = 'query($id: ID!) { notificationAudienceOf(id: $id) { recipients } }';
  const { body } = await world.test.send(query, { id }, { token: 'marketing' });
  expect(body.errors?.[0].extensions.code).toBe('access.denied');
  const conflict = await marketing.refusal(marketing.update({ id, version: 7 }, { ttlSeconds: 60 }));
  expect(conflict.code).toBe('record.conflict');
  expect(JSON.stringify(conflict)).not.toContain('redeemed');
  // A copy keeps it, as an edit of another field does.
  const copy = await marketing.done(marketing.duplicate({ id, version: 1 }));
  expect(await named(copy.id, 'marketing')).toEqual({ id: hidden, name: null });
});

it('is not scheduled for a segment that has been archived since', async () => {
  const segmentId = await segment(GERMANS);
  const draft = await world.tested({ segmentId });
  await world.rows('update segment set archived_at = now() where id = $1', [segmentId]);
  const error = await marketing.refusal(marketing.schedule(draft));
  expect(error).toMatchObject({ code: 'field.invalid', details: { fields: { segmentId: [{ rule: 'not-in-use' }] } } });
  await world.rows('update segment set archived_at = null where id = $1', [segmentId]);
  const scheduled = await marketing.done(marketing.schedule(draft));
  expect(scheduled).toMatchObject({ state: 'SCHEDULED' });
  const listed = await world.test.send(
    'query($filter: NotificationFilter) { notifications(first: 5, filter: $filter) { nodes { id } } }',
    { filter: { segment: { in: [segmentId] } } },
    { token: 'marketing' },
  );
  expect(listed.body.data.notifications.nodes).toEqual([{ id: draft.id }]);
});
