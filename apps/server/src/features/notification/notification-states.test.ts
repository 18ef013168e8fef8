import { NOTIFICATION_MACHINE } from '@backcounter/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callFunction } from '../../db/call-function.ts';
import { describeStates } from '../../testing/state-cases.ts';
import { insertNotification } from '../../testing/test-notifications.ts';
import { createNotificationWorld, HOUR, type NotificationWorld } from './testing/notification-world.ts';

let world: NotificationWorld;
let account: string;
beforeAll(async () => {
  world = await createNotificationWorld();
  account = await world.numberOf(2);
});
afterAll(() => world.test.close());

const expected = ({ id, version }: { id: string; version: number }) => `id: "${id}", expectedVersion: ${version}`;

describeStates({
  machine: NOTIFICATION_MACHINE,
  test: () => world.test,
  place: async (state) => {
    const start = new Date(Date.now() + HOUR);
    if (state === 'DRAFT') return world.tested({ sendMode: 'AT_INSTANT', sendAt: start.toISOString() });
    const ahead = { send_mode: 'AT_INSTANT', send_at: start, starts_at: start };
    const row = { state, failed: 1, ...(state === 'SCHEDULED' ? ahead : {}) };
    return { id: await insertNotification(world.test.database.ownerPool, row), version: 1 };
  },
  mutations: {
    EDIT: (record) =>
      `mutation { updateNotification(input: { ${expected(record)}, patch: { ttlSeconds: 60 } }) { notification { id } } }`,
    TEST: (record) =>
      `mutation { sendTestNotification(input: { ${expected(record)}, account: "${account}" }) { notification { id } } }`,
    SCHEDULE: (record) =>
      `mutation { scheduleNotification(input: { ${expected(record)}, agreedRecipients: 16 }) { notification { id } } }`,
    UNSCHEDULE: (record) =>
      `mutation { unscheduleNotification(input: { ${expected(record)} }) { notification { id } } }`,
    PAUSE: (record) =>
      `mutation { pauseNotification(input: { ${expected(record)}, reason: "A typo" }) { notification { id } } }`,
    RESUME: (record) => `mutation { resumeNotification(input: { ${expected(record)} }) { notification { id } } }`,
    CANCEL: (record) =>
      `mutation { cancelNotification(input: { ${expected(record)}, reason: "Wrong price" }) { notification { id } } }`,
    RESEND: (record) => `mutation { resendNotification(input: { ${expected(record)} }) { notification { id } } }`,
    DUPLICATE: ({ id }) => `mutation { duplicateNotification(input: { id: "${id}" }) { notification { id } } }`,
  },
  stateSql: 'select state::text from notification where id = $1',
});

it('a bulk change reports a reason for each skipped notification', async () => {
  const { db, ownerPool } = world.test.database;
  const start = new Date(Date.now() + HOUR);
  const early = await insertNotification(ownerPool, { state: 'SCHEDULED', starts_at: start });
  const late = await insertNotification(ownerPool, { state: 'SCHEDULED' });
  const sent = await insertNotification(ownerPool, { state: 'SENT' });
  const change = { action: 'UNSCHEDULE', ids: [late, sent, early], why: null, by_sub: 'staff-admin' };
  const answers = await callFunction(db, 'change_notification_states', change);
  expect(new Map(answers.map(({ id, ...rest }) => [id, rest]))).toEqual(
    new Map([
      [early, { refusal: null, changes: { state: ['SCHEDULED', 'DRAFT'] } }],
      [late, { refusal: 'too-late', changes: null }],
      [sent, { refusal: 'is-sent', changes: null }],
    ]),
  );
});
