// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '01890000-0000-7000-8000-000000000001';
const AT = '2031-01-02T10:00:00.000Z';
const asking = {
  ...{ id: ID, version: 3, name: 'Yasmin Farouk', email: 'yasmin@firm.test', roles: null, adminUrl: null },
  ...{ preferredLanguageKey: null, state: 'ACTIVE', stateReason: null, secondFactor: 'NONE', lastSignInAt: null },
  ...{ lastSeenAt: null, isWaiting: false, isHere: true, reveals: null, exports: null, actions: ['EDIT'] },
  ...{ usedBy: [], updatedAt: AT, sessions: [] },
  accessRequest: { roles: ['ADMIN', 'MARKETING'], note: 'For support', requestedAt: AT },
};

test('someone refused a page learns whom to ask, and sends one request with a note', async () => {
  let requestedAt: string | null = null;
  const { api, user } = await showAs(['CAMPAIGN-VIEWER'], '/no-access?need=account.read', {
    accessHelp: () => ({ administrators: ['Ada', 'Bo'], requestedAt }),
    requestAccess: () => {
      requestedAt = AT;
      return { requestedAt };
    },
  });
  await screen.findByText(/^Administrators: .*Ada.*, .*Bo.*\.$/);
  await user.type(screen.getByRole('textbox', { name: 'Note for them (optional)' }), ' For support ');
  await user.dblClick(screen.getByRole('button', { name: 'Send request' }));
  await screen.findByText(/^Request sent /);
  expect(api.sentAs('RequestAccess').map(({ variables }) => variables)).toEqual([
    { input: { permission: 'account.read', note: 'For support' } },
  ]);
  expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull();
});

test('an administrator sees the request in the list and at the person, and declines it', async () => {
  const { api, user } = await showAs(['ADMIN'], `/admin/people?edit=${ID}`, {
    staffMembers: pageOf([asking]),
    staffMember: asking,
    declineAccessRequest: { staffMember: { id: ID, version: 3 } },
  });
  const drawer = within(await screen.findByRole('dialog', { name: /Yasmin Farouk/ }));
  await drawer.findByText('Asks for Administrator or Marketing');
  drawer.getByText('For support');
  expect(screen.getAllByText('Asks for access').length).toBeGreaterThan(0);
  await user.click(drawer.getByRole('button', { name: 'Give roles' }));
  expect(document.activeElement).toBe(drawer.getByRole('checkbox', { name: 'Administrator' }));
  await user.click(drawer.getByRole('button', { name: 'Decline' }));
  const question = within(await screen.findByRole('dialog', { name: /^Decline the request/ }));
  await user.click(question.getByRole('button', { name: 'Decline' }));
  await until(() =>
    expect(api.sentAs('DeclineAccessRequest').map(({ variables }) => variables)).toEqual([
      { input: { id: ID, expectedVersion: 3 } },
    ]),
  );
});
