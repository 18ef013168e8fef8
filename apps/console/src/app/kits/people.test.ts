// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '01890000-0000-7000-8000-000000000001';
const person = {
  ...{ id: ID, version: 3, name: 'Yasmin Farouk', email: 'yasmin@firm.test', roles: 'MARKETING CAMPAIGN-MANAGER' },
  ...{ adminUrl: null, preferredLanguageKey: null, state: 'ACTIVE', stateReason: null, secondFactor: 'CODE_APP' },
  ...{
    lastSignInAt: '2031-01-02T10:00:00.000Z',
    lastSeenAt: '2031-01-02T10:00:00.000Z',
    isWaiting: true,
    isHere: true,
    expiresAt: null,
    updatedBy: null,
  },
  ...{ actions: ['EDIT', 'SUSPEND', 'RESET', 'UNLOCK'], usedBy: [], updatedAt: '2031-01-02T10:00:00.000Z' },
  reveals: {
    ...{ total: 412, peak: 402, usual: 10, times: 40 },
    ...{ since: '2031-01-01T22:10:00.000Z', until: '2031-01-01T23:40:00.000Z' },
  },
  exports: null,
  sessions: [
    {
      ...{ id: 'one', device: 'Chrome, macOS', address: '203.0.113.7' },
      ...{ signedInAt: '2031-01-01T22:00:00.000Z', lastActiveAt: '2031-01-02T10:00:00.000Z' },
    },
  ],
};

async function open(fields: object = {}, answers: object = {}) {
  const record = { ...person, ...fields };
  const shown = await showAs(['ADMIN'], `/admin/people?edit=${ID}`, {
    staffMembers: pageOf([record]),
    staffMember: record,
    ...answers,
  });
  const drawer = within(await screen.findByRole('dialog', { name: /Yasmin Farouk/ }));
  return { ...shown, drawer };
}

test('a row shows roles, second factor and how unusual the reveals are [ux 3]', async () => {
  await showAs(['ADMIN'], '/admin/people', { staffMembers: pageOf([person]) });
  const row = within(await screen.findByRole('row', { name: /Yasmin Farouk/ }));
  row.getByText('yasmin@firm.test');
  row.getByText('Marketing');
  row.getByText(/\+ Campaign manager/);
  row.getByText('Code app');
  row.getByText('412');
  row.getByText('40x usual');
});

test('the drawer leads from an unusual day to its events of the audit trail', async () => {
  const { drawer } = await open();
  drawer.getByText('Reveals 40x usual');
  const link = drawer.getByRole('link', { name: 'Review 402' });
  expect(new URL((link as HTMLAnchorElement).href).searchParams.get('occurred')).toBe(
    '2031-01-01T22:10:00.000Z..2031-01-01T23:40:00.000Z',
  );
});

test('roles are saved with the version seen', async () => {
  const { api, user, drawer } = await open({}, { updateStaffMember: { staffMember: { id: ID, version: 4 } } });
  await user.click(await drawer.findByRole('checkbox', { name: 'Campaign viewer' }));
  await user.click(drawer.getByRole('button', { name: /Save/ }));
  await until(() => expect(api.sentAs('UpdateStaffMember')).toHaveLength(1));
  expect(api.sentAs('UpdateStaffMember')[0]?.variables['input']).toEqual({
    id: ID,
    expectedVersion: 3,
    patch: { roles: 'MARKETING CAMPAIGN-VIEWER CAMPAIGN-MANAGER' },
  });
});

test('a session is ended, and a reset shows its link once', async () => {
  const saved = { staffMember: { id: ID, version: 4 } };
  const { api, user, drawer } = await open(
    {},
    { signOutStaffMember: saved, resetStaffMember: { ...saved, link: '/identity/reset/abc' } },
  );
  await user.click(await drawer.findByRole('button', { name: 'Sign out' }));
  const asked = within(await screen.findByRole('dialog', { name: /Sign Yasmin Farouk out there/ }));
  await user.click(asked.getByRole('button', { name: 'Sign out' }));
  await until(() => expect(api.sentAs('SignOutStaffMember')).toHaveLength(1));
  expect(api.sentAs('SignOutStaffMember')[0]?.variables['input']).toMatchObject({ session: 'one', expectedVersion: 3 });
  await user.click(drawer.getByRole('button', { name: 'Reset password' }));
  const reset = within(await screen.findByRole('dialog', { name: /Reset the password/ }));
  await user.type(reset.getByRole('textbox'), 'lost phone');
  await user.click(reset.getByRole('checkbox', { name: 'Remove the second factor too' }));
  await user.click(reset.getByRole('button', { name: 'Reset password' }));
  await screen.findByText(/\/identity\/reset\/abc$/);
  expect(api.sentAs('ResetStaffMember')[0]?.variables['input']).toMatchObject({
    endsSecondFactor: true,
    reason: 'lost phone',
  });
});

test('a person of another provider is shown without changes', async () => {
  const { drawer } = await open({ isHere: false, actions: [], secondFactor: 'UNKNOWN' });
  await drawer.findByText(/Another identity provider manages this person/);
  expect(drawer.queryByRole('button', { name: 'Reset password' })).toBeNull();
});

const invited = {
  ...{ name: 'elif@firm.test', email: 'elif@firm.test', state: 'INVITED', secondFactor: 'UNKNOWN', lastSignInAt: null },
  ...{ expiresAt: '2031-01-08T10:00:00.000Z', updatedBy: { name: 'Astrid Lindholm' }, reveals: null, isWaiting: false },
  ...{ lastSeenAt: null, actions: ['INVITE', 'REVOKE'], sessions: [] },
};

async function openInvited(answers: object) {
  const record = { ...person, ...invited };
  const shown = await showAs(['ADMIN'], `/admin/people?edit=${ID}`, {
    ...{ staffMembers: pageOf([record]), staffMember: record, staffMailed: true },
    ...answers,
  });
  return { ...shown, drawer: within(await screen.findByRole('dialog', { name: /elif@firm.test/ })) };
}

test('someone is invited by mail, or by a link that is shown once [spec 4.20]', async () => {
  const answers = { staffMembers: pageOf([person]), staffMailed: true };
  const saved = { inviteStaffMember: { link: '/identity/invitation/abc', invitationId: ID } };
  const { api, user } = await showAs(['ADMIN'], '/admin/people', { ...answers, ...saved });
  await user.click(await screen.findByRole('button', { name: 'Invite person' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Invite person' }));
  await user.type(await panel.findByRole('textbox', { name: 'Email' }), 'elif@firm.test');
  await user.click(panel.getByRole('checkbox', { name: /^Marketing/ }));
  await user.click(panel.getByRole('checkbox', { name: /show the link/ }));
  await user.click(panel.getByRole('button', { name: 'Invite' }));
  await screen.findByText(/\/identity\/invitation\/abc$/);
  expect(api.sentAs('InviteStaffMember')[0]?.variables['input']).toEqual({
    ...{ email: 'elif@firm.test', roles: 'MARKETING', byMail: false },
  });
});

test('without mail the panel says that the link is copied', async () => {
  await showAs(['ADMIN'], '/admin/people?new', { staffMembers: pageOf([person]), staffMailed: false });
  await screen.findByText('This server sends no mail. Copy the link in the next step.');
});

test('with another provider the panel says where to invite', async () => {
  await showAs(['ADMIN'], '/admin/people?new', { staffMembers: pageOf([person]), staffMailed: null });
  await screen.findByText('Your identity provider manages people. Invite them there.');
});

test('an invitation shows who invited and until when, is sent again and revoked [ux 3]', async () => {
  const { api, user, drawer } = await openInvited({
    sendInvitation: { link: null },
    revokeInvitation: { link: null },
  });
  const row = within(await screen.findByRole('row', { name: /elif@firm.test/, hidden: true }));
  row.getByText('by Astrid Lindholm');
  row.getByText(/Link until/);
  expect(drawer.queryByRole('button', { name: 'Reset password' })).toBeNull();
  await user.click(await drawer.findByRole('button', { name: 'Send new link' }));
  const asked = within(await screen.findByRole('dialog', { name: /New link for elif/ }));
  await user.click(asked.getByRole('button', { name: 'Send new link' }));
  await until(() => expect(api.sentAs('SendInvitation')).toHaveLength(1));
  expect(api.sentAs('SendInvitation')[0]?.variables['input']).toEqual({ id: ID, expectedVersion: 3 });
  await user.click(drawer.getByRole('button', { name: 'Revoke invitation' }));
  const revoke = within(await screen.findByRole('dialog', { name: /Revoke the invitation/ }));
  await user.click(revoke.getByRole('button', { name: 'Revoke invitation' }));
  await until(() => expect(api.sentAs('RevokeInvitation')).toHaveLength(1));
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
});
