import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { approvalMails } from '../../approvals/approval.mail.ts';
import { turnApprovalsOff } from '../../cli/turn-approvals-off.ts';
import { StaffAdministration } from '../../embedded/identity/staff-administration.ts';
import { Housekeeping } from '../../housekeeping/housekeeping.ts';
import { approvalMaintenance } from './approval.maintenance.ts';
import { type ApprovalDesk, approvalDesk } from './testing/approval-desk.ts';

let desk: ApprovalDesk;
beforeAll(async () => {
  desk = await approvalDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  for (const action of ['CAMPAIGN_WORST_CASE', 'ROLES'] as const) await desk.setRule(action, false);
  await desk.rows(`update identity.person set state = 'ACTIVE', totp_secret = case name when 'cy' then null else 'x'::bytea end,
    roles = case name when 'mia' then '{CAMPAIGN-MANAGER}' when 'max' then '{MARKETING}' else '{ADMIN}' end::text[]`);
  await desk.rows('delete from mail');
  for (const name of ['ada', 'bo']) await desk.confirm(name);
});

const mailed = async (kind: string) =>
  (await desk.rows('select recipient_sub as sub from mail where kind = $1 order by id', [kind]))
    .map(({ sub }) => sub)
    .sort();
const subs = (...names: string[]) => names.map((name) => desk.idOf(name)).sort();

it.each([
  ['suspension', `state = 'SUSPENDED'`],
  ['loss of the role', `roles = '{MARKETING}'`],
  ['loss of the second factor', 'totp_secret = null'],
])('two people who can approve stay while a rule is on: %s', async (_what, set) => {
  const change = (name: string) =>
    desk.database.pool.query(`update identity.person set ${set} where id = $1`, [desk.idOf(name)]);
  await desk.setRule('CAMPAIGN_WORST_CASE', true);
  await change('eve');
  await expect(change('bo')).rejects.toMatchObject({ code: 'BC007' });
  await change('cy');
  const { code } = await desk.run('ada', 'resetStaffMember', {
    id: desk.idOf('bo'),
    expectedVersion: (await desk.rows('select version from identity.person where id = $1', [desk.idOf('bo')]))[0]
      .version,
    endsSecondFactor: true,
    reason: 'lost',
  });
  expect(code).toBe('approval.unsatisfiable');
  await expect(new StaffAdministration(desk.database.db).remove('bo@firm.test')).rejects.toThrow(/Two people/);
  await desk.setRule('CAMPAIGN_WORST_CASE', false);
  await change('bo');
});

it('two who remove each other at once leave two', async () => {
  await desk.setRule('CAMPAIGN_WORST_CASE', true);
  const results = await Promise.allSettled(
    ['ada', 'bo', 'eve'].map((name) =>
      desk.database.pool.query(`update identity.person set totp_secret = null where id = $1`, [desk.idOf(name)]),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('commands change no roles while that needs approval, and say the way on', async () => {
  await desk.setRule('ROLES', true);
  const staff = new StaffAdministration(desk.database.db);
  const invited = { email: 'x@firm.test', adminUrl: null, preferredLanguageKey: null };
  await expect(staff.set('max@firm.test', { roles: ['ADMIN'] })).rejects.toThrow(/npm run approvals/);
  await expect(staff.invite({ ...invited, roles: ['ADMIN'] }, new Date())).rejects.toThrow(/npm run approvals/);
  await expect(
    staff.add({ email: 'x@firm.test', name: 'X', roles: ['ADMIN'], password: 'a long enough password 1' }),
  ).rejects.toThrow(/npm run approvals/);
  await staff.set('max@firm.test', { state: 'SUSPENDED' });
});

it('an operator turns all rules off, which is audited and mailed to all administrators', async () => {
  await desk.setRule('ROLES', true);
  const { db } = desk.database;
  expect(await turnApprovalsOff(db, 'Everyone is ill')).toEqual(['ROLES']);
  expect(await desk.rows('select from approval_rule where is_on')).toEqual([]);
  expect(await desk.rows(`select actor_sub, reason from staff_audit_event where action = 'approval.turn-off'`)).toEqual(
    [{ actor_sub: 'operator', reason: 'Everyone is ill' }],
  );
  expect(await mailed('approvals-off')).toEqual(subs('ada', 'bo', 'cy', 'eve'));
  expect(await turnApprovalsOff(db, 'again')).toEqual([]);
});

it('deciders get a mail about a request, and its requester about the end', async () => {
  await desk.setRule('CAMPAIGN_WORST_CASE', true);
  const [kind] = approvalMails('https://console.test');
  const asked = async () => {
    const { id } = await desk.ask('ada', 'activateCampaign', await desk.activation(await desk.draft()));
    return id;
  };
  const compose = async (to: string, aboutId: string) =>
    kind?.compose(desk.database.db, {
      id: '1',
      kind: 'approval',
      recipientSub: desk.idOf(to),
      aboutId,
      language: 'en-US',
      createdAt: new Date(),
    });
  const id = await asked();
  expect(await mailed('approval')).toEqual(subs('bo', 'cy', 'eve'));
  expect(await compose('bo', id)).toMatchObject({
    to: 'bo@firm.test',
    subject: expect.stringMatching(/^Approval requested: APR-/),
    action: { url: `https://console.test/approvals/${id}` },
  });
  await desk.approve('bo', id);
  expect(await mailed('approval')).toEqual(subs('ada', 'bo', 'cy', 'eve'));
  expect(await compose('bo', id)).toBeNull();
  expect(await compose('ada', id)).toMatchObject({
    to: 'ada@firm.test',
    subject: expect.stringMatching(/^Approved: /),
  });
});

it('housekeeping ends requests about which no one decided', async () => {
  await desk.setRule('CAMPAIGN_WORST_CASE', true);
  const { id } = await desk.ask('mia', 'activateCampaign', await desk.activation(await desk.draft()));
  await desk.rows(
    `update approval_request set requested_at = now() - interval '73 hours', expires_at = now() - interval '1 hour' where id = $1`,
    [id],
  );
  await new Housekeeping(desk.database.db, [...approvalMaintenance]).runOnce();
  expect(await desk.requestOf(id)).toMatchObject({ state: 'EXPIRED' });
  expect(await mailed('approval')).toEqual(subs('ada', 'bo', 'cy', 'eve', 'mia'));
});

it('whose sign-in the requester has reset does not approve for them', async () => {
  await desk.setRule('CAMPAIGN_WORST_CASE', true);
  const { id } = await desk.ask('ada', 'activateCampaign', await desk.activation(await desk.draft()));
  const [{ version }] = await desk.rows('select version from identity.person where id = $1', [desk.idOf('bo')]);
  const reset = { id: desk.idOf('bo'), expectedVersion: version, endsSecondFactor: false, reason: 'forgot' };
  expect((await desk.run('ada', 'resetStaffMember', reset)).code).toBeNull();
  expect((await desk.approve('bo', id)).code).toBe('approval.own-request');
});
