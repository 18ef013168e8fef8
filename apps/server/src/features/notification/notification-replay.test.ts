import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertDeliveries, insertNotification } from '../../testing/test-notifications.ts';
import { notificationDesk } from './testing/notification-kit.ts';
import { accountIds, createNotificationWorld, HOUR, type NotificationWorld } from './testing/notification-world.ts';

let world: NotificationWorld;
const marketing = notificationDesk(() => world.test, 'marketing');

beforeAll(async () => {
  world = await createNotificationWorld();
});
afterAll(() => world.test.close());

interface Step {
  readonly args: string;
  /** Notification to change; null: none. */
  target(): Promise<{ readonly id: string; readonly version: number } | null>;
}
const of = (state: 'PAUSED' | 'SENDING' | 'SENT' | 'SCHEDULED', args = ''): Step => ({
  args: `id: $id, expectedVersion: $v${args}`,
  target: async () => {
    const { ownerPool } = world.test.database;
    const later = state === 'SCHEDULED' ? { starts_at: new Date(Date.now() + HOUR) } : {};
    const id = await insertNotification(ownerPool, { state, failed: state === 'SENT' ? 2 : 0, ...later });
    if (state !== 'SCHEDULED') await insertDeliveries(ownerPool, id, 'PENDING', accountIds(1, 3));
    return { id, version: 1 };
  },
});
const draft = (args: string): Step => ({
  args: `id: $id, expectedVersion: $v${args}`,
  target: () => marketing.made({ sendMode: 'AT_INSTANT', sendAt: new Date(Date.now() + HOUR).toISOString() }),
});

const STEPS: Readonly<Record<string, Step>> = {
  createNotification: {
    args: 'topicId: "01900000-0000-7000-8000-00000000d001", titleI18n: $text, bodyI18n: $text, sendMode: NOW, timezone: "UTC"',
    target: async () => null,
  },
  updateNotification: draft(', patch: { ttlSeconds: 60 }'),
  duplicateNotification: { ...of('SENT'), args: 'id: $id' },
  resendNotification: of('SENT'),
  sendTestNotification: draft(', account: $account'),
  scheduleNotification: {
    args: 'id: $id, expectedVersion: $v, agreedRecipients: 16',
    target: () => world.tested({ sendMode: 'AT_INSTANT', sendAt: new Date(Date.now() + HOUR).toISOString() }),
  },
  unscheduleNotification: of('SCHEDULED'),
  pauseNotification: of('SENDING', ', reason: "r"'),
  resumeNotification: of('PAUSED'),
  cancelNotification: of('SENDING', ', reason: "r"'),
};

/** All stored rows of notifications, and the audit trail. */
async function stored(): Promise<string> {
  const tables = [
    'notification',
    'notification_delivery',
    'notification_test_send',
    'notification_reason_count',
    'staff_audit_event',
  ];
  const texts = tables.map(
    (name) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} as t`,
  );
  return JSON.stringify(await world.rows(texts.join(' union all ')));
}

it.each(Object.keys(STEPS))(
  '%s, sent again with its key, at once and later, has one effect and one answer',
  async (name) => {
    const step = STEPS[name];
    if (step === undefined) throw new Error('There is no such step.');
    const target = await step.target();
    const declared = [
      ...(step.args.includes('$id') ? ['$id: ID!'] : []),
      ...(step.args.includes('$v') ? ['$v: Int!'] : []),
      ...(step.args.includes('$text') ? ['$text: LocalizedText!'] : []),
      ...(step.args.includes('$account') ? ['$account: String!'] : []),
    ];
    const text = `mutation(${declared.join(', ')}) { ${name}(input: { ${step.args} }) { notification { id version state } } }`;
    const variables = {
      id: target?.id,
      v: target?.version,
      text: { 'en-US': 'Text' },
      account: await world.numberOf(2),
    };
    const request = { token: 'marketing', headers: { 'idempotency-key': randomUUID() } };
    world.pushed.length = 0;
    const before = await stored();
    const together = await Promise.all([1, 2, 3].map(() => world.test.send(text, variables, request)));
    const effect = await stored();
    // Requests that arrive while the first is running must retry.
    const answered = together.filter(({ status }) => status !== 409);
    expect(answered.length).toBeGreaterThan(0);
    for (const { body } of answered) expect(body.errors).toBeUndefined();
    expect(effect).not.toBe(before);
    for (let turn = 0; turn < 2; turn += 1) {
      const { body } = await world.test.send(text, variables, request);
      expect(body).toEqual(answered[0]?.body);
    }
    expect(await stored()).toBe(effect);
    expect(world.pushed).toHaveLength(name === 'sendTestNotification' ? 1 : 0);
  },
);

it('the list has every mutation of notifications by staff [notifications 11]', async () => {
  const { body } = await world.test.send('{ __schema { mutationType { fields { name } } } }');
  const names = body.data.__schema.mutationType.fields.map((field: { name: string }) => field.name) as string[];
  expect(names.filter((name) => /Notification$/.test(name)).sort()).toEqual(Object.keys(STEPS).sort());
});
