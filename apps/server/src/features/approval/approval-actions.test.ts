import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, insertAccounts } from '../../testing/test-accounts.ts';
import { subscribe } from '../../testing/test-notifications.ts';
import { insertTopicsAndBadges, TOPICS } from '../../testing/test-topics-badges.ts';
import { type ApprovalDesk, approvalDesk } from './testing/approval-desk.ts';

let desk: ApprovalDesk;
beforeAll(async () => {
  desk = await approvalDesk();
  for (const name of ['ada', 'bo']) await desk.confirm(name);
});
afterAll(() => desk.close());

describe('a notification to more recipients than the limit', () => {
  const FIELDS = '{ notification { id version } }';
  const ids = Array.from({ length: 12 }, (_, n) => accountId(n + 1));
  beforeAll(async () => {
    const pool = desk.database.ownerPool;
    await insertTopicsAndBadges(pool);
    await insertAccounts(pool, 12);
    await subscribe(pool, TOPICS.offers, ids);
    await desk.rows(
      `insert into account_device (account_id, platform, push_token) select id, 'IOS', 'token-of-' || id from account`,
    );
  });

  /** A tested notification of the day after tomorrow. */
  async function tested(more: object = {}) {
    const made = await desk.run(
      'max',
      'createNotification',
      {
        topicId: TOPICS.offers,
        titleI18n: { 'en-US': 'Hello' },
        bodyI18n: { 'en-US': 'New' },
        sendMode: 'AT_INSTANT',
        sendAt: new Date(Date.now() + 48 * 3_600_000).toISOString(),
        timezone: 'Europe/Berlin',
        ...more,
      },
      FIELDS,
    );
    expect(made.code).toBeNull();
    const { id, version } = made.data.notification;
    const [{ number }] = await desk.rows('select public_no::text as number from account limit 1');
    const sent = await desk.run(
      'max',
      'sendTestNotification',
      { id, expectedVersion: version, account: number },
      FIELDS,
    );
    expect(sent.code).toBeNull();
    const current = sent.data.notification;
    const audience = `query Q($id: ID!) { notificationAudienceOf(id: $id) { recipients } }`;
    const { recipients } = (await desk.test.send(audience, { id }, { token: 'max' })).body.data.notificationAudienceOf;
    return { id, expectedVersion: current.version, agreedRecipients: recipients, confirmRecipients: recipients };
  }

  it('is scheduled by approval, with text, audience and reach', async () => {
    const input = await tested();
    expect(input.agreedRecipients).toBeGreaterThan(2);
    await desk.setRule('NOTIFICATION_SEND', true, 100);
    expect((await desk.ask('max', 'scheduleNotification', input)).code).toBe('approval.not-needed');
    await desk.setRule('NOTIFICATION_SEND', true, 2);
    expect((await desk.run('max', 'scheduleNotification', input)).code).toBe('approval.required');
    const { id } = await desk.ask('max', 'scheduleNotification', input);
    const shown = await desk.read('ada', id, 'title isUnchanged figures { key value } fields { key after }');
    expect(shown).toMatchObject({ title: 'Hello', isUnchanged: true });
    expect(shown.figures).toContainEqual({ key: 'reaches', value: input.agreedRecipients });
    expect(shown.fields).toContainEqual({ key: 'bodyI18n', after: { 'en-US': 'New' } });
    expect((await desk.approve('ada', id)).code).toBeNull();
    expect(
      await desk.rows('select state::text, scheduled_by as by from notification where id = $1', [input.id]),
    ).toEqual([{ state: 'SCHEDULED', by: desk.idOf('max') }]);
  });

  it('is void once the rule of its segment has changed', async () => {
    const rule = (days: number) => ({ account: { lastSeen: { withinDays: days } } });
    const segment = await desk.run(
      'ada',
      'createSegment',
      { name: 'Active', rule: { not: rule(1) } },
      '{ segment { id version } }',
    );
    expect(segment.code).toBeNull();
    const input = await tested({ segmentId: segment.data.segment.id });
    const { id } = await desk.ask('max', 'scheduleNotification', input);
    await desk.rows(`update segment set rule = $2 where id = $1`, [segment.data.segment.id, { not: rule(2) }]);
    expect((await desk.approve('ada', id)).code).toBe('approval.void');
    expect(await desk.requestOf(id)).toMatchObject({ state: 'VOIDED' });
  });

  it('keeps the rule of its segment from the approval until it starts', async () => {
    const rule = (days: number) => ({ not: { account: { lastSeen: { withinDays: days } } } });
    const made = await desk.run('ada', 'createSegment', { name: 'Kept', rule: rule(1) }, '{ segment { id version } }');
    const { id: segmentId, version } = made.data.segment;
    const edit = (expectedVersion: number, patch: object) =>
      desk.run('ada', 'updateSegment', { id: segmentId, expectedVersion, patch }, '{ segment { version } }');
    const input = await tested({ segmentId });
    const { id } = await desk.ask('max', 'scheduleNotification', input);
    expect((await desk.approve('ada', id)).code).toBeNull();
    expect((await edit(version, { rule: rule(2) })).code).toBe('field.invalid');
    expect((await edit(version, { name: 'Renamed' })).code).toBeNull();
    await desk.rows(`update notification set segment_fixed_at = now() where id = $1`, [input.id]);
    expect((await edit(version + 1, { rule: rule(2) })).code).toBeNull();
  });
});

describe('roles', () => {
  beforeAll(() => desk.setRule('ROLES', true));
  const patch = async (name: string, changes: object) => {
    const [{ version }] = await desk.rows('select version from identity.person where id = $1', [desk.idOf(name)]);
    return { id: desk.idOf(name), expectedVersion: version, patch: changes };
  };

  it('are changed by approval; other fields and suspensions need none', async () => {
    const input = await patch('max', { roles: 'MARKETING CAMPAIGN-VIEWER' });
    expect((await desk.run('ada', 'updateStaffMember', input)).code).toBe('approval.required');
    expect((await desk.run('ada', 'updateStaffMember', await patch('max', { name: 'Max' }))).code).toBeNull();
    const { id } = await desk.ask(
      'ada',
      'updateStaffMember',
      await patch('max', { roles: 'MARKETING CAMPAIGN-VIEWER' }),
    );
    expect(await desk.read('bo', id, 'entityType entityId fields { key before after }')).toEqual({
      entityType: 'staff',
      entityId: desk.idOf('max'),
      fields: [{ key: 'roles', before: 'MARKETING', after: 'MARKETING CAMPAIGN-VIEWER' }],
    });
    expect((await desk.approve('bo', id)).code).toBeNull();
    expect(await desk.rows('select roles from identity.person where id = $1', [desk.idOf('max')])).toEqual([
      { roles: ['MARKETING', 'CAMPAIGN-VIEWER'] },
    ]);
    const { expectedVersion } = await patch('mia', {});
    const suspension = { id: desk.idOf('mia'), expectedVersion, reason: 'left' };
    expect((await desk.run('ada', 'suspendStaffMember', suspension)).code).toBeNull();
  });

  it('are given to someone invited by approval, and never to oneself', async () => {
    const invitation = { email: 'new@firm.test', roles: 'MARKETING', byMail: false };
    expect((await desk.run('ada', 'inviteStaffMember', invitation)).code).toBe('approval.required');
    expect(
      (await desk.run('ada', 'inviteStaffMember', { ...invitation, email: 'none@firm.test', roles: null })).code,
    ).toBeNull();
    const { id } = await desk.ask('ada', 'inviteStaffMember', invitation);
    expect((await desk.approve('bo', id)).code).toBeNull();
    expect(
      await desk.rows(`select invited_by as by, roles from identity.invitation where email = 'new@firm.test'`),
    ).toEqual([{ by: desk.idOf('ada'), roles: ['MARKETING'] }]);
    expect(await desk.ask('ada', 'updateStaffMember', await patch('ada', { roles: null }))).toMatchObject({
      code: 'staff.own-access',
    });
  });
});
