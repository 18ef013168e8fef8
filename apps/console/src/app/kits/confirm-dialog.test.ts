// @vitest-environment happy-dom
import { AppError } from '@backcounter/domain';
import { expect, onTestFinished, test, vi } from 'vitest';
import { confirmation } from '../../lib/api/confirmation.ts';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '01890000-0000-7000-8000-000000000001';
const person = {
  ...{ id: ID, version: 3, name: 'Yasmin Farouk', email: 'yasmin@firm.test', roles: 'MARKETING' },
  ...{ adminUrl: null, preferredLanguageKey: null, state: 'ACTIVE', stateReason: null, secondFactor: 'PASSKEY' },
  ...{ lastSignInAt: null, lastSeenAt: null, isWaiting: false, isHere: true, reveals: null, exports: null },
  ...{ actions: ['EDIT', 'RESET'], usedBy: [], updatedAt: '2031-01-02T10:00:00.000Z', sessions: [] },
};

/** Changes a person, which needs a confirmation: the code 123456. */
async function change() {
  let isConfirmed = false;
  const shown = await showAs(['ADMIN'], `/admin/people?edit=${ID}`, {
    staffMembers: pageOf([person]),
    staffMember: person,
    passkeyRequest: { options: '{}', sealed: 'sealed' },
    updateStaffMember: () => {
      if (isConfirmed) return { staffMember: { id: ID, version: 4 } };
      throw new AppError('second-factor.required');
    },
    confirmSecondFactor: ({ input }: { input: { code?: string; idToken?: string } }) => {
      isConfirmed = input.code === '123456' || input.idToken === 'strong';
      return { outcome: isConfirmed ? 'CONFIRMED' : 'WRONG_CODE' };
    },
  });
  const drawer = within(await screen.findByRole('dialog', { name: /Yasmin Farouk/ }));
  const role = await drawer.findByRole<HTMLInputElement>('checkbox', { name: 'Campaign viewer' });
  await shown.user.click(role);
  await shown.user.click(drawer.getByRole('button', { name: /Save/ }));
  const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  return { ...shown, drawer, role, question };
}

test('a sensitive change asks for the second factor and is repeated once, with its input', async () => {
  const { api, user, question } = await change();
  await question.findByRole('button', { name: 'Use a passkey' });
  const code = question.getByRole('textbox', { name: /Code from your authenticator app/ });
  await until(() => expect(document.activeElement).toBe(code));
  await user.type(code, '000000{Enter}');
  await question.findByText('Wrong or already used. Try again.');
  await user.clear(code);
  await user.type(code, '123456{Enter}');
  await until(() => expect(api.sentAs('UpdateStaffMember')).toHaveLength(2));
  const [first, second] = api.sentAs('UpdateStaffMember');
  expect(second).toEqual(first);
  expect(first?.idempotencyKey).toBeTruthy();
  await until(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull());
});

test('people of another provider sign in there again, also after a closed window, and their input is kept', async () => {
  const signIns = [new Promise<never>(() => undefined), Promise.resolve('weak'), Promise.resolve('strong')];
  confirmation.atProvider = vi.fn(() => signIns.shift() ?? Promise.reject(new Error('once more')));
  onTestFinished(() => {
    confirmation.atProvider = null;
  });
  const { api, user, question, role } = await change();
  expect(question.queryByRole('textbox')).toBeNull();
  const again = question.getByRole('button', { name: 'Sign in again' });
  await user.click(again);
  await user.click(again);
  await question.findByText(/^Not confirmed/);
  expect(role.checked).toBe(true);
  await user.click(again);
  await until(() => expect(api.sentAs('UpdateStaffMember')).toHaveLength(2));
  expect(api.sentAs('PasskeyRequest')).toEqual([]);
});

test('Escape leaves the question alone: the form keeps its input', async () => {
  const { api, user, question, role, drawer } = await change();
  await user.click(question.getByRole('textbox'));
  await user.keyboard('{Escape}');
  await until(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull());
  expect(role.checked).toBe(true);
  await drawer.findByText('Confirm your second factor to continue.');
  expect(api.sentAs('UpdateStaffMember')).toHaveLength(1);
});

test.each(['the X', 'a sentence'])('Escape with the focus on %s leaves a dialog below open too', async (focused) => {
  const shown = await showAs(['ADMIN'], `/admin/people?edit=${ID}`, {
    staffMembers: pageOf([person]),
    staffMember: person,
    passkeyRequest: null,
    resetStaffMember: () => {
      throw new AppError('second-factor.required');
    },
  });
  const drawer = within(await screen.findByRole('dialog', { name: /Yasmin Farouk/ }));
  await shown.user.click(await drawer.findByRole('button', { name: 'Reset password' }));
  const below = within(await screen.findByRole('dialog', { name: /Reset the password/ }));
  const reason = below.getByRole<HTMLTextAreaElement>('textbox');
  await shown.user.type(reason, 'Laptop lost');
  await shown.user.click(below.getByRole('button', { name: 'Reset password' }));
  const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  if (focused === 'the X') question.getByRole('button', { name: 'Close' }).focus();
  else await shown.user.click(question.getByText(/sensitive data/));
  await shown.user.keyboard('{Escape}');
  await until(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull());
  await below.findByText('Confirm your second factor to continue.');
  screen.getByRole('dialog', { name: /Reset the password/ });
  expect(reason.value).toBe('Laptop lost');
});
