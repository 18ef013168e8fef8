import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AREAS, accountId } from '../../testing/test-accounts.ts';
import { BADGES, TOPICS } from '../../testing/test-topics-badges.ts';
import { notificationDesk } from './testing/notification-kit.ts';
import { createNotificationWorld, type NotificationWorld } from './testing/notification-world.ts';

let world: NotificationWorld;
const marketing = notificationDesk(() => world.test, 'marketing');
const admin = notificationDesk(() => world.test, 'admin');

beforeAll(async () => {
  world = await createNotificationWorld();
});
afterAll(() => world.test.close());
beforeEach(() => {
  world.pushed.length = 0;
  world.answer = { kind: 'accepted', messageId: 'm' };
});

describe('a draft', () => {
  it('has content, audience, timing and an audit trail', async () => {
    const made = await marketing.made({
      imageUrl: 'https://pictures.test/a.png',
      deepLink: 'backcounter://offers/7',
      countryCodes: ['DE'],
      areaIds: [AREAS.bavaria],
      badgeId: BADGES.single,
      lastSeenWithinDays: 30,
      sendMode: 'AT_LOCAL',
      sendLocal: '2030-06-01T18:00',
      throttlePerMinute: 600,
    });
    expect(made).toMatchObject({
      state: 'DRAFT',
      topic: { code: 'offers', kind: 'MARKETING' },
      title: 'Hallo',
      areas: [{ code: 'BY' }],
      badge: { code: 'single' },
      sendLocal: '2030-06-01T18:00',
      ttlSeconds: 86_400,
      isTested: false,
      createdBy: { name: 'Test marketing' },
      figures: { recipients: 0, pending: 0 },
    });
    const changed = await marketing.done(
      marketing.update(made, { titleI18n: { 'en-US': 'Hi' }, countryCodes: [], imageUrl: null }),
    );
    expect(changed).toMatchObject({ version: 2, titleI18n: { 'en-US': 'Hi' }, countryCodes: [], imageUrl: null });
    expect((await marketing.done(marketing.update(changed, { titleI18n: { 'en-US': 'Hi' } }))).version).toBe(2);
    expect((await world.trail(made.id)).map(({ action, changes }) => [action, Object.keys(changes).sort()])).toEqual([
      ['notification.create', expect.arrayContaining(['titleI18n', 'sendLocal'])],
      ['notification.update', ['countryCodes', 'imageUrl', 'titleI18n']],
    ]);
  });

  it('reports problems by field', async () => {
    const problems = async (more: object) => (await marketing.refusal(marketing.create(more))).details.fields;
    expect(await problems({ titleI18n: { 'en-US': 'x'.repeat(66) } })).toEqual({
      'titleI18n.en-US': [{ rule: 'too-long', params: { max: 65 } }],
    });
    expect(await problems({ titleI18n: { 'de-DE': 'x' } })).toEqual({ 'titleI18n.en-US': [{ rule: 'required' }] });
    expect(await marketing.refusal(marketing.create({ titleI18n: { 'en-US': '\u0000' } }))).toMatchObject({
      code: 'request.malformed',
    });
    expect(await problems({ titleI18n: { 'en-US': 'a\u0001b' } })).toEqual({
      'titleI18n.en-US': [{ rule: 'characters' }],
    });
    expect(await problems({ deepLink: 'javascript:alert(1)' })).toEqual({ deepLink: [{ rule: 'link' }] });
    expect(await problems({ imageUrl: 'http://pictures.test/a.png' })).toEqual({ imageUrl: [{ rule: 'link' }] });
    expect(await problems({ sendMode: 'AT_LOCAL', sendLocal: '2030-02-30T10:00' })).toEqual({
      sendLocal: [{ rule: 'local-time' }],
    });
    expect(await problems({ sendMode: 'AT_INSTANT' })).toEqual({ sendAt: [{ rule: 'required' }] });
    expect(await problems({ timezone: 'Mars/Olympus' })).toEqual({ timezone: [{ rule: 'timezone' }] });
    expect(await problems({ topicId: accountId(1) })).toEqual({ topicId: [{ rule: 'unknown' }] });
    expect(await problems({ topicId: TOPICS.archived })).toEqual({ topicId: [{ rule: 'not-in-use' }] });
    expect(await problems({ countryCodes: ['DE', 'DE'] })).toEqual({ countryCodes: [{ rule: 'duplicate' }] });
    expect(await problems({ countryCodes: ['XX'], areaIds: [accountId(1)] })).toEqual({
      countryCodes: [{ rule: 'unknown' }],
      areaIds: [{ rule: 'unknown' }],
    });
    expect(await problems({ throttlePerMinute: 59 })).toEqual({
      throttlePerMinute: [{ rule: 'too-small', params: { min: 60 } }],
    });
  });

  it('of two concurrent changes, the second gets a conflict with the result of the first', async () => {
    const draft = await marketing.made();
    const [one, two] = await Promise.all([
      marketing.update(draft, { ttlSeconds: 60 }),
      admin.update(draft, { ttlSeconds: 120 }),
    ]);
    const errors = [one, two].flatMap(({ error }) => (error === undefined ? [] : [error]));
    expect(errors).toMatchObject([{ code: 'record.conflict', details: { current: { version: 2 } } }]);
  });

  it('lets only an administrator override limits', async () => {
    expect(await marketing.refusal(marketing.create({ ignoreFrequencyCap: true }))).toMatchObject({
      code: 'access.denied',
      details: { permission: 'notification.override-limits' },
    });
    const made = await admin.made({ ignoreQuietHours: true });
    // Callers who may not set it may still edit the rest.
    expect(await marketing.done(marketing.update(made, { ttlSeconds: 60 }))).toMatchObject({ ignoreQuietHours: true });
    expect(
      await marketing.refusal(marketing.update({ ...made, version: 2 }, { ignoreFrequencyCap: true })),
    ).toMatchObject({ code: 'access.denied' });
    const copy = await marketing.done(marketing.duplicate(made));
    expect(copy).toMatchObject({ state: 'DRAFT', ignoreQuietHours: false, version: 1, titleI18n: made['titleI18n'] });
  });
});

describe('a test', () => {
  it('is sent to the devices of an account in its language, is logged, and its account is remembered', async () => {
    const draft = await marketing.made();
    const sent = await marketing.done(marketing.test(draft, await world.numberOf(4), 'de-CH'));
    expect(world.pushed).toMatchObject([
      { title: 'Hallo', body: 'Es gibt etwas Neues.', data: { notificationId: draft.id, isTest: 'true' } },
    ]);
    expect(sent).toMatchObject({
      isTested: true,
      testSends: [{ devices: 1, detail: null, isCurrent: true, locale: 'de-CH', by: { sub: 'staff-marketing' } }],
      figures: { recipients: 0, sent: 0 },
    });
    const { body } = await world.test.send('{ myTestAccount { id publicNo } }', {}, { token: 'marketing' });
    expect(body.data.myTestAccount.id).toBe(accountId(4));
    const again = await marketing.done(marketing.test(sent));
    expect(again['testSends']).toHaveLength(2);
    const changed = await marketing.done(
      marketing.update(again, { titleI18n: { 'en-US': 'Other' }, bodyI18n: { 'en-US': 'Text' } }),
    );
    expect(changed).toMatchObject({ isTested: false, testSends: [{ isCurrent: false }, { isCurrent: false }] });
    expect(await world.rows('select count(*)::int as n from push_frequency')).toEqual([{ n: 0 }]);
  });

  it('that no device accepted is reported and does not count', async () => {
    world.answer = { kind: 'rejected', reason: 'UNREGISTERED', code: 'UNREGISTERED' };
    const sent = await marketing.done(marketing.test(await marketing.made(), await world.numberOf(4)));
    expect(sent).toMatchObject({ isTested: false, testSends: [{ devices: 0, detail: 'UNREGISTERED' }] });
    expect(
      await world.rows(`select outcome from staff_audit_event where entity_id = $1 and action = 'notification.test'`, [
        sent.id,
      ]),
    ).toEqual([{ outcome: 'FAILED' }]);
  });

  it('needs a reachable account, and reveals nothing to callers who may not see e-mails', async () => {
    const draft = await marketing.made();
    const rule = async (desk: typeof marketing, account: string) =>
      (await desk.refusal(desk.test(draft, account))).details.fields.account[0].rule;
    expect(await rule(marketing, '999999999')).toBe('unknown');
    expect(await rule(marketing, await world.numberOf(5))).toBe('not-active');
    expect(await rule(marketing, await world.numberOf(51))).toBe('no-device');
    expect(await rule(marketing, 'person2@example.org')).toBe(await rule(marketing, 'nobody@example.org'));
    expect(await rule(admin, 'nobody@example.org')).toBe('unknown');
    expect(await admin.done(admin.test(draft, 'PERSON2@example.org'))).toMatchObject({ isTested: true });
    const nobodys = notificationDesk(() => world.test, 'admin');
    await world.test.database.ownerPool.query(`delete from staff_test_account`);
    expect((await nobodys.refusal(nobodys.test({ ...draft, version: 1 }))).details.fields.account[0].rule).toBe(
      'required',
    );
  });
});
