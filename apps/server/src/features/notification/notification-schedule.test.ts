import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREAS } from '../../testing/test-accounts.ts';
import { insertDeliveries, insertNotification } from '../../testing/test-notifications.ts';
import { notificationDesk } from './testing/notification-kit.ts';
import { accountIds, createNotificationWorld, HOUR, type NotificationWorld } from './testing/notification-world.ts';

let world: NotificationWorld;
const marketing = notificationDesk(() => world.test, 'marketing');
const admin = notificationDesk(() => world.test, 'admin');

beforeAll(async () => {
  world = await createNotificationWorld();
});
afterAll(() => world.test.close());

const inAnHour = (more: object = {}) => ({
  sendMode: 'AT_INSTANT',
  sendAt: new Date(Date.now() + HOUR).toISOString(),
  ...more,
});

describe('scheduling', () => {
  it('needs a test of this exact content, title and body in each language, and the current recipients [notifications 7]', async () => {
    const draft = await marketing.made(inAnHour());
    expect(await marketing.refusal(marketing.schedule(draft))).toMatchObject({ code: 'notification.untested' });
    const half = await world.tested(inAnHour());
    const changed = await marketing.done(
      marketing.update(half, { titleI18n: { 'en-US': 'Hello', 'de-DE': 'Hallo', 'fr-FR': 'Salut' } }),
    );
    expect((await marketing.refusal(marketing.test(changed))).details.fields).toEqual({
      'bodyI18n.fr-FR': [{ rule: 'required' }],
    });
    expect(await marketing.refusal(marketing.schedule(changed))).toMatchObject({ code: 'notification.untested' });
    const ready = await world.tested(inAnHour());
    expect(await marketing.refusal(marketing.schedule(ready, { agreed: 999 }))).toMatchObject({
      code: 'audience.changed',
      details: { recipients: 16 },
    });
    const scheduled = await marketing.done(marketing.schedule(ready, { confirm: null }));
    expect(scheduled).toMatchObject({
      state: 'SCHEDULED',
      startsAt: ready['sendAt'],
      audienceEstimate: 16,
      audienceIsExact: true,
    });
    expect(
      scheduled['actions']
        .filter(({ isAllowed }: { isAllowed: boolean }) => isAllowed)
        .map(({ action }: { action: string }) => action),
    ).toEqual(['UNSCHEDULE', 'CANCEL', 'DUPLICATE']);
    expect((await world.trail(ready.id)).at(-1)).toMatchObject({
      action: 'notification.schedule',
      changes: { state: ['DRAFT', 'SCHEDULED'], recipients: [null, 16] },
    });
    expect(await marketing.refusal(marketing.update(scheduled, { ttlSeconds: 1 }))).toMatchObject({
      code: 'state.invalid-transition',
    });
  });

  it('refuses an empty audience, a past time and an archived topic', async () => {
    const nobody = await world.tested({ ...inAnHour(), countryCodes: ['US'], areaIds: [AREAS.bavaria] });
    expect(await marketing.refusal(marketing.schedule(nobody))).toMatchObject({ code: 'audience.empty' });
    const past = await world.tested({ sendMode: 'AT_INSTANT', sendAt: '2026-01-01T00:00:00Z' });
    expect(await marketing.refusal(marketing.schedule(past))).toMatchObject({
      details: { fields: { sendAt: [{ rule: 'too-soon' }] } },
    });
    const late = await world.tested({ notAfter: '2026-01-01T00:00:00Z' });
    expect(await marketing.refusal(marketing.schedule(late))).toMatchObject({
      details: { fields: { notAfter: [{ rule: 'not-after-start' }] } },
    });
  });

  it('overriding limits takes an administrator, a reason and the typed number', async () => {
    const draft = await admin.made(inAnHour({ ignoreQuietHours: true }));
    const ready = await admin.done(admin.test(draft, await world.numberOf(2)));
    expect(await marketing.refusal(marketing.schedule(ready))).toMatchObject({ code: 'access.denied' });
    expect(await admin.refusal(admin.schedule(ready))).toMatchObject({ code: 'reason.required' });
    expect(await admin.refusal(admin.schedule(ready, { reason: 'r', confirm: 1 }))).toMatchObject({
      code: 'field.invalid',
    });
    expect(await admin.done(admin.schedule(ready, { reason: 'Water is off' }))).toMatchObject({ state: 'SCHEDULED' });
  });

  it('NOW means after the undo period [notifications 8]', async () => {
    const ready = await world.tested();
    const scheduled = await marketing.done(marketing.schedule(ready));
    expect(Date.parse(scheduled['startsAt']) - Date.parse(scheduled['scheduledAt'])).toBe(30_000);
    const back = await marketing.done(marketing.step('unschedule', scheduled, null));
    expect(back).toMatchObject({ state: 'DRAFT', startsAt: null, isTested: true });
    const again = await marketing.done(marketing.schedule(back));
    await world.test.database.ownerPool.query(`alter table notification disable trigger notification_check_change`);
    await world.test.database.ownerPool.query(
      `update notification set starts_at = now() - interval '1 second' where id = $1`,
      [again.id],
    );
    await world.test.database.ownerPool.query(`alter table notification enable trigger notification_check_change`);
    expect(await marketing.refusal(marketing.step('unschedule', again, null))).toMatchObject({
      code: 'notification.too-late',
    });
    expect(await marketing.done(marketing.step('cancel', again))).toMatchObject({ state: 'CANCELED' });
  });

  it('only one of two concurrent requests succeeds; the same request twice is one', async () => {
    const ready = await world.tested(inAnHour());
    const key = { 'idempotency-key': `schedule-${ready.id}` };
    const answers = await Promise.all([1, 2, 3].map(() => marketing.schedule(ready, {}, key)));
    const done = answers.filter(({ error }) => error === undefined);
    expect(done.length).toBeGreaterThanOrEqual(1);
    for (const { error } of answers) if (error !== undefined) expect(error.code).toBe('idempotency.in-flight');
    const other = await world.tested(inAnHour());
    const race = await Promise.all([marketing.schedule(other), admin.schedule(other)]);
    const codes = race.map(({ error }) => error?.code ?? 'done');
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    // On a busy machine, the second request gives up waiting for the first.
    expect(['record.conflict', 'service.unavailable']).toContain(codes.find((code) => code !== 'done'));
    expect((await world.trail(other.id)).filter(({ action }) => action === 'notification.schedule')).toHaveLength(1);
  });
});

describe('a scheduled notification', () => {
  it('prevents archiving its topic, and is named in the error', async () => {
    const [topic] = await world.rows(
      `insert into topic (category_id, code, name_i18n, description_i18n, kind, position)
       select category_id, 'kept', name_i18n, description_i18n, kind, 9 from topic where code = 'offers' returning id`,
    );
    const id = await insertNotification(world.test.database.ownerPool, { state: 'SENDING', topic_id: topic.id });
    const archive = (version: number) =>
      world.test.send(
        `mutation { archiveTopic(input: { id: "${topic.id}", expectedVersion: ${version}, reason: "r" }) { topic { id } } }`,
      );
    const { body } = await archive(1);
    expect(body.errors[0].extensions).toEqual({
      code: 'topic.in-use',
      details: { usedBy: [{ id, title: 'Title', state: 'SENDING' }] },
    });
    await marketing.done(marketing.step('cancel', await marketing.read(id)));
    expect((await archive(1)).body.errors).toBeUndefined();
    const late = await marketing.made(inAnHour());
    await world.rows('update notification set topic_id = $2 where id = $1', [late.id, topic.id]);
    const tried = await marketing.done(marketing.test(late, await world.numberOf(2)));
    expect((await marketing.refusal(marketing.schedule(tried, { agreed: 1 }))).details.fields).toEqual({
      topicId: [{ rule: 'not-in-use' }],
    });
  });

  it('is paused, resumed, and canceled with all waiting deliveries, each with a reason', async () => {
    const id = await insertNotification(world.test.database.ownerPool, { state: 'SENDING' });
    await insertDeliveries(world.test.database.ownerPool, id, 'PENDING', accountIds(1, 5));
    await insertDeliveries(world.test.database.ownerPool, id, 'SENT', accountIds(6, 9));
    await world.test.database.ownerPool.query('update notification set sent = 4 where id = $1', [id]);
    const sending = await marketing.read(id);
    expect(sending['figures']).toMatchObject({ recipients: 9, sent: 4, pending: 5 });
    expect(await marketing.refusal(marketing.step('pause', sending, null))).toMatchObject({ code: 'reason.required' });
    const paused = await marketing.done(marketing.step('pause', sending, 'A typo'));
    expect(paused).toMatchObject({
      state: 'PAUSED',
      stateReason: 'A typo',
      stateChangedBy: { sub: 'staff-marketing' },
    });
    const resumed = await marketing.done(marketing.step('resume', paused, null));
    const canceled = await marketing.done(marketing.step('cancel', resumed, 'Wrong price'));
    expect(canceled).toMatchObject({
      state: 'CANCELED',
      figures: { recipients: 9, sent: 4, canceled: 5, pending: 0 },
      reasons: [{ state: 'CANCELED', reason: 'CANCELED_BY_STAFF', count: 5 }],
    });
    expect((await world.trail(id)).map(({ action, reason }) => [action, reason])).toEqual([
      ['notification.pause', 'A typo'],
      ['notification.resume', null],
      ['notification.cancel', 'Wrong price'],
    ]);
  });

  it('allows each step only in its states', async () => {
    const open = {
      DRAFT: ['EDIT', 'TEST', 'DUPLICATE'],
      SCHEDULED: ['CANCEL', 'DUPLICATE'],
      PREPARING: ['CANCEL', 'DUPLICATE'],
      SENDING: ['PAUSE', 'CANCEL', 'DUPLICATE'],
      PAUSED: ['RESUME', 'CANCEL', 'DUPLICATE'],
      SENT: ['RESEND', 'DUPLICATE'],
      CANCELED: ['RESEND', 'DUPLICATE'],
      FAILED: ['RESEND', 'DUPLICATE'],
    } as const;
    for (const [state, actions] of Object.entries(open)) {
      const id = await insertNotification(world.test.database.ownerPool, { state: state as 'SENT', failed: 1 });
      const row = await marketing.read(id);
      expect([
        state,
        row['actions']
          .filter(({ isAllowed }: { isAllowed: boolean }) => isAllowed)
          .map(({ action }: { action: string }) => action),
      ]).toEqual([state, [...actions]]);
      for (const name of ['pause', 'resume', 'cancel', 'unschedule'] as const) {
        if ((actions as readonly string[]).includes(name.toUpperCase())) continue;
        const { code } = await marketing.refusal(marketing.step(name, row));
        expect([state, name, code]).toEqual([
          state,
          name,
          state === 'SCHEDULED' && name === 'unschedule' ? 'notification.too-late' : 'state.invalid-transition',
        ]);
      }
    }
  });
});

describe('resending', () => {
  it('creates a draft for the failed deliveries only [notifications 9]', async () => {
    const id = await insertNotification(world.test.database.ownerPool, { state: 'SENT', failed: 6 });
    await insertDeliveries(world.test.database.ownerPool, id, 'FAILED', accountIds(6, 11), 'PROVIDER_UNAVAILABLE');
    await insertDeliveries(world.test.database.ownerPool, id, 'SENT', accountIds(12, 20));
    const sent = await marketing.read(id);
    const again = await marketing.done(marketing.resend(sent));
    expect(again).toMatchObject({ state: 'DRAFT', resendOf: { id, state: 'SENT' } });
    expect(again['openFields']).not.toContain('titleI18n');
    expect(await marketing.refusal(marketing.update(again, { titleI18n: { 'en-US': 'Other' } }))).toMatchObject({
      details: { fields: { titleI18n: [{ rule: 'locked' }] } },
    });
    expect(await marketing.audienceOf(again.id)).toMatchObject({ recipients: 2, kind: 'EXACT', accounts: 6 });
    expect(await marketing.refusal(marketing.resend(sent))).toMatchObject({ code: 'notification.already-resent' });
    expect((await marketing.read(id))['resentBy']).toEqual([{ id: again.id }]);
    const none = await marketing.read(await insertNotification(world.test.database.ownerPool, { state: 'SENT' }));
    expect(await marketing.refusal(marketing.resend(none))).toMatchObject({ code: 'notification.nothing-failed' });
    const tried = await marketing.done(marketing.test(again, await world.numberOf(2)));
    const scheduled = await marketing.done(marketing.schedule(tried));
    expect(scheduled).toMatchObject({ state: 'SCHEDULED', audienceEstimate: 2 });
  });
});
