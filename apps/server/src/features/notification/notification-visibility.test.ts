import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountId } from '../../testing/test-accounts.ts';
import { insertDeliveries, insertNotification } from '../../testing/test-notifications.ts';
import { TOPICS } from '../../testing/test-topics-badges.ts';
import { accountIds, createNotificationWorld, type NotificationWorld } from './testing/notification-world.ts';

const SENT = '01900000-0000-7000-8000-00000000aa01';
const DRAFT = '01900000-0000-7000-8000-00000000aa02';
const AT = '2026-03-01T00:00:00Z';

/** Two applications that differ in data hidden from marketing: e-mails and phone numbers of accounts. */
let one: NotificationWorld;
let other: NotificationWorld;

beforeAll(async () => {
  [one, other] = await Promise.all([world('first'), world('second')]);
});
afterAll(() => Promise.all([one.test.close(), other.test.close()]));

async function world(secret: string): Promise<NotificationWorld> {
  const made = await createNotificationWorld();
  const pool = made.test.database.ownerPool;
  await pool.query(
    `update account set email = $1 || '-' || public_no || '@example.org', phone_e164 = '+4915' || $2 || lpad(public_no::text, 7, '0'),
       updated_at = $3`,
    [secret, secret === 'first' ? '11' : '22', AT],
  );
  const fixed = { created_at: AT, updated_at: AT, state_changed_at: AT, scheduled_at: AT, starts_at: AT };
  await insertNotification(pool, {
    id: SENT,
    state: 'SENT',
    created_on: '2026-03-01',
    completed_at: AT,
    failed: 2,
    ...fixed,
  });
  await insertDeliveries(pool, SENT, 'OPENED', accountIds(1, 10));
  await insertDeliveries(pool, SENT, 'FAILED', accountIds(11, 12), 'TOKEN_INVALID');
  await pool.query('update notification_delivery set changed_at = $1', [AT]);
  await insertNotification(pool, { id: DRAFT, created_at: AT, updated_at: AT, state_changed_at: AT });
  return made;
}

const DELIVERY = 'nodes { id account { id publicNo displayName } state reason sentAt } count { value } matchedBy';
const SEARCHES = ['first-100007@example.org', 'second-100007@example.org', '+4915110100007', 'FIRST', '@example.org'];
type Question = readonly [name: string, text: string, variables?: Record<string, unknown>];
const QUESTIONS: readonly Question[] = [
  ['the list', '{ notifications(first: 5) { nodes { id title state figures { sent } } count { value } } }'],
  ...SEARCHES.flatMap((search): Question[] => [
    [
      `deliveries, searched for ${search}`,
      `query($s: String) { notificationDeliveries(filter: { notification: { in: ["${SENT}"] } }, search: $s) { ${DELIVERY} } }`,
      { s: search },
    ],
    [
      `notifications, searched for ${search}`,
      'query($s: String) { notifications(search: $s) { nodes { id } matchedBy } }',
      { s: search },
    ],
    [
      `a test send to ${search}`,
      `mutation($s: String) { sendTestNotification(input: { id: "${DRAFT}", expectedVersion: 1, account: $s }) { notification { id isTested } } }`,
      { s: search },
    ],
  ]),
  [
    'the accounts reached',
    `{ notificationDeliveries(filter: { notification: { in: ["${SENT}"] }, state: { in: [FAILED, OPENED] } }) { ${DELIVERY} } }`,
  ],
  ['an account', `{ accountNotifications(filter: { account: { in: ["${accountId(11)}"] } }) { ${DELIVERY} } }`],
  [
    'the audience',
    `{ notificationAudience(input: { topicId: "${TOPICS.offers}" }) { recipients accounts excluded { reason count } } }`,
  ],
  ['what an export offers', '{ exportOffer(list: NOTIFICATION_DELIVERIES) { columns } }'],
];

it.each(QUESTIONS.map(([name, text, variables = {}]) => ({ name, text, variables })))(
  'marketing gets the same answer, byte for byte, whatever the contact: $name',
  async ({ text, variables }) => {
    const [first, second] = await Promise.all(
      [one, other].map(async ({ test }) => (await test.send(text, variables, { token: 'marketing' })).text),
    );
    expect(second).toBe(first);
  },
);

it('other roles are denied every query [notifications 10]', async () => {
  for (const token of ['campaign-manager', 'campaign-viewer', 'campaign-streamer', 'nobody', 'machine']) {
    for (const [name, text, variables = {}] of QUESTIONS) {
      if (name === 'what an export offers') continue;
      const { body } = await one.test.send(text, variables, { token });
      expect([token, name, body.errors?.[0].extensions.code]).toEqual([token, name, 'access.denied']);
    }
  }
});
