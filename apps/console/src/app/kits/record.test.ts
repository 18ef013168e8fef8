// @vitest-environment happy-dom
import { ACCOUNT_MACHINE, AppError, type Role } from '@backcounter/domain';
import { describe, expect, test, vi } from 'vitest';
import { connection } from '../../lib/api/connection.ts';
import { cleanUp, until } from '../testing/console.ts';
import { actionsFor } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '0198c0de-0000-7000-8000-000000000001';
type State = (typeof ACCOUNT_MACHINE.states)[number];

const account = (roles: readonly Role[], state: State = 'ACTIVE', fields: object = {}) => ({
  id: ID,
  number: 100001,
  displayName: 'Ada',
  email: 'ada@mail.test',
  locale: 'en',
  timezone: 'Europe/Berlin',
  country: { code: 'DE', name: 'Germany' },
  state,
  version: 7,
  actions: actionsFor(ACCOUNT_MACHINE, { state, stateChangedAt: '2020-01-01T00:00:00Z' }, roles),
  ...fields,
});

interface Given {
  readonly roles?: readonly Role[];
  readonly state?: State;
  readonly fields?: object;
  readonly answers?: object;
}

/** The page of the account, as people with the roles see it. */
async function show(search = '', { roles = ['ADMIN'], state, fields, answers }: Given = {}) {
  const countries = [{ code: 'DE', name: 'Germany', isActive: true }];
  const given = { account: account(roles, state, fields), countries, ...answers };
  const shown = await showAs(roles, `/accounts/${ID}${search}`, given);
  await screen.findByRole('heading', { level: 1, name: 'Ada' });
  return shown;
}
const saved = () => ({ account: { id: ID, version: 8 } });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const nameField = () => field('Name');
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });
const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => screen.findByRole('dialog');
/** Of a button that shows it is off although it can be reached, too. */
const isOff = (element: HTMLElement) =>
  element.hasAttribute('disabled') || element.getAttribute('aria-disabled') === 'true';

test('an open record stays as it is when the connection returns after an outage [live 5]', async () => {
  const { api } = await show();
  const before = api.sentAs('AccountSummary').length;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  connection.markLost();
  connection.markRestored();
  await until(() => expect(api.sentAs('AccountSummary').length).toBeGreaterThan(before));
  clock.mockRestore();
  expect(api.sentAs('Account')).toHaveLength(1);
});

describe('the form', () => {
  test('names what it will save, saves once on a double click, and says so [spec 8.5] [ux 21] [trap 9]', async () => {
    const { api, user, shown } = await show('?edit', { answers: { updateAccount: saved } });
    expect(await nameField()).toBe(document.activeElement);
    expect(save().disabled).toBe(true);
    await user.clear(await nameField());
    await user.type(await nameField(), 'Ada Lovelace');
    expect(screen.getByText('1 change: Name')).toBeDefined();
    await user.dblClick(save());
    await until(() => expect(shown()).toBe(`/accounts/${ID}`));
    expect(api.sentAs('UpdateAccount').map(({ variables }) => variables)).toEqual([
      { input: { id: ID, expectedVersion: 7, patch: { displayName: 'Ada Lovelace' } } },
    ]);
    await screen.findAllByText('Action Completed Successfully!');
  });

  test('puts a problem on its field, keeps what was typed, and asks the server for nothing [spec 5.8] [ux 23]', async () => {
    const { api, user } = await show('?edit');
    const email = await field('Email');
    await user.clear(email);
    await user.type(email, 'not an address');
    await user.click(save());
    await screen.findByText('Enter a valid email address');
    expect([email.value, email.getAttribute('aria-invalid')]).toEqual(['not an address', 'true']);
    await until(() => expect(document.activeElement).toBe(email));
    expect(api.sentAs('UpdateAccount')).toEqual([]);
  });

  test('puts a problem that only the server knows on its field as well', async () => {
    const updateAccount = () => {
      throw new AppError('field.invalid', {
        details: { fields: { 'input.patch.displayName': [{ rule: 'too-long', params: { max: 3 } }] } },
      });
    };
    const { user } = await show('?edit', { answers: { updateAccount } });
    await user.type(await nameField(), '!');
    await user.click(save());
    await until(async () => expect((await nameField()).getAttribute('aria-invalid')).toBe('true'));
    expect((await nameField()).value).toBe('Ada!');
  });

  test('asks before unsaved changes are left, and not after a save [ux 20, 43] [trap 3]', async () => {
    const { user, shown } = await show('?edit', { answers: { updateAccount: saved } });
    await user.type(await nameField(), ' Byron');
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect((await nameField()).value).toBe('Ada Byron');
    expect(shown()).toBe(`/accounts/${ID}?edit`);
    await user.type(await nameField(), '{Control>}{Enter}{/Control}');
    await until(() => expect(shown()).toBe(`/accounts/${ID}`));
    await until(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await until(() => expect(shown()).toBe('/dashboard'));
  });

  test('shows a conflict field by field, and saves what was chosen against the newer version [ux 24]', async () => {
    const current = { id: ID, displayName: 'Theirs', version: 9, updatedBy: { name: 'Bo' } };
    const versions: number[] = [];
    const updateAccount = ({ input }: { input: { expectedVersion: number } }) => {
      versions.push(input.expectedVersion);
      if (input.expectedVersion < 9) throw new AppError('record.conflict', { details: { current } });
      return saved();
    };
    const { api, user } = await show('?edit', { answers: { updateAccount } });
    await user.clear(await nameField());
    await user.type(await nameField(), 'Mine');
    await user.click(save());
    const table = within(await dialog()).getByRole('table');
    for (const words of ['Ada', 'Theirs', 'Mine']) expect(table.textContent).toContain(words);
    await user.click(within(await dialog()).getByRole('radio', { name: /Yours/ }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Save merged' }));
    await until(() => expect(versions).toEqual([7, 9]));
    expect(api.sentAs('UpdateAccount').at(-1)?.variables).toMatchObject({ input: { patch: { displayName: 'Mine' } } });
  });

  test('keeps a draft in this browser, which another visit offers [ux 26]', async () => {
    const first = await show('?edit');
    await first.user.type(await nameField(), ' kept');
    await until(() => expect(JSON.stringify({ ...localStorage })).toContain('Ada kept'));
    first.place.remove();
    const { user } = await show('?edit');
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect((await nameField()).value).toBe('Ada kept');
  });

  test('keeps what is typed while a draft is offered, beside the draft [ux 26]', async () => {
    const first = await show('?edit');
    await first.user.type(await nameField(), ' kept');
    await until(() => expect(JSON.stringify({ ...localStorage })).toContain('Ada kept'));
    first.place.remove();
    const second = await show('?edit');
    await screen.findByRole('button', { name: 'Restore' });
    await second.user.type(await field('Email'), 'x');
    await until(() => expect(JSON.stringify({ ...localStorage })).toContain('testx'));
    second.place.remove();
    const { user } = await show('?edit');
    await user.type(await field('Email'), 'yz');
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect((await nameField()).value).toBe('Ada kept');
    expect((await field('Email')).value).toMatch(/yz$/);
  });

  test('says what went wrong and keeps what was typed, with the focus in the field [ux 23]', async () => {
    const updateAccount = () => {
      throw new Error('Broken');
    };
    const { user } = await show('?edit', { answers: { updateAccount } });
    await user.type(await nameField(), '!{Enter}');
    await until(() => expect(document.querySelector('.bc-save-problem')).not.toBeNull());
    expect(document.activeElement).toBe(await nameField());
    expect((await nameField()).value).toBe('Ada!');
  });

  test('does not open for a role that may not edit [ux 35]', async () => {
    await show('?edit', { roles: ['MARKETING'] });
    expect(screen.queryByLabelText('Name')).toBeNull();
  });
});

describe('actions', () => {
  /** Buttons and the menu behind them: what can be done, and why the rest cannot. */
  const shownActions = async (user: Awaited<ReturnType<typeof show>>['user']) => {
    const bar = within(document.querySelector<HTMLElement>('header [data-actions]') as HTMLElement);
    const more = bar.queryByRole('button', { name: 'More actions' });
    const buttons = bar.queryAllByRole('button').filter((each) => each !== more);
    if (more) await user.click(more);
    const all = [...buttons, ...screen.queryAllByRole('menuitem')];
    const words = (each: HTMLElement) => {
      const whyNot = each.querySelector('small')?.textContent;
      return whyNot ? `${each.textContent.slice(0, -whyNot.length)}: ${whyNot}` : each.textContent;
    };
    return { open: all.filter((each) => !isOff(each)).map(words), closed: all.filter(isOff).map(words) };
  };

  const PICTURE = 'Change picture: Only accounts with the app can have a picture';
  test.each([
    [
      'ACTIVE',
      ['Suspend', 'Edit account', 'Adjust points', 'Issue card', 'Export personal data', 'Close account'],
      [PICTURE, 'Erase account: Close the account first'],
    ],
    [
      'SUSPENDED',
      ['Reactivate', 'Edit account', 'Adjust points', 'Issue card', 'Export personal data', 'Close account'],
      [PICTURE, 'Erase account: Close the account first'],
    ],
    [
      'CLOSED',
      ['Edit account', 'Export personal data', 'Erase account'],
      [
        'Reactivate: Closed more than 30 days ago',
        PICTURE,
        'Adjust points: Closed, so points can’t be adjusted',
        'Suspend: Not available in state Closed',
      ],
    ],
    ['ERASED', [], []],
  ] as const)('of a %s account are those of its state; the others say why not', async (state, open, closed) => {
    const { user } = await show('', { state });
    expect(await shownActions(user)).toEqual({ open, closed });
  });

  test('of MARKETING are none that it may not do in any state [ux 35]', async () => {
    const { user } = await show('', { roles: ['MARKETING'] });
    expect(await shownActions(user)).toEqual({ open: [], closed: [] });
  });
});

describe('the dialog before an action', () => {
  test('wants a reason where one is required, and sends it once with the version that was seen [spec 2.8] [ux 20, 28]', async () => {
    const { api, user } = await show('', { answers: { suspendAccount: saved } });
    await user.click(button('Suspend'));
    const ask = within(await dialog());
    await until(() => expect(document.activeElement).toBe(ask.getByRole('button', { name: 'Cancel' })));
    expect(isOff(ask.getByRole('button', { name: 'Suspend' }))).toBe(true);
    await user.type(ask.getByLabelText('Reason'), 'Chargeback');
    await user.keyboard('{Control>}{Enter}{Enter}{/Control}');
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sentAs('SuspendAccount').map(({ variables }) => variables)).toEqual([
      { input: { id: ID, expectedVersion: 7, reason: 'Chargeback', until: null } },
    ]);
  });

  test('wants the number typed before an account is closed [ux 28]', async () => {
    const { api, user } = await show('', { answers: { closeAccount: saved } });
    await user.click(button('More actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Close account' }));
    const ask = within(await dialog());
    await user.type(ask.getByLabelText('Reason'), 'Asked for it');
    expect(isOff(ask.getByRole('button', { name: 'Close account' }))).toBe(true);
    await user.type(ask.getByLabelText(/^Type \d+ to confirm/), '100002');
    expect(isOff(ask.getByRole('button', { name: 'Close account' }))).toBe(true);
    await user.clear(ask.getByLabelText(/^Type \d+ to confirm/));
    await user.type(ask.getByLabelText(/^Type \d+ to confirm/), '100001');
    await user.click(ask.getByRole('button', { name: 'Close account' }));
    await until(() => expect(api.sentAs('CloseAccount')).toHaveLength(1));
  });

  test('stays with what was typed when the server refuses, and says why', async () => {
    const suspendAccount = () => {
      throw new AppError('state.invalid-transition');
    };
    const { api, user } = await show('', { answers: { suspendAccount } });
    await user.click(button('Suspend'));
    const ask = within(await dialog());
    await user.type(ask.getByLabelText('Reason'), 'Chargeback');
    await user.click(ask.getByRole('button', { name: 'Suspend' }));
    await ask.findByText(/state/);
    expect((ask.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('Chargeback');
    expect(api.sentAs('SuspendAccount')).toHaveLength(1);
  });

  test('closes by Escape and gives the focus back to its button', async () => {
    const { user } = await show();
    button('Suspend').focus();
    await user.keyboard('{Enter}');
    await dialog();
    await user.keyboard('{Escape}');
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    await until(() => expect(document.activeElement).toBe(button('Suspend')));
  });
});

test('a missing record is shown as unknown, without an error to retry [ux 41]', async () => {
  await showAs(['ADMIN'], `/accounts/${ID}`, { account: null });
  await screen.findByRole('heading', { level: 1, name: 'Account not found' });
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('an opened record is noted on the server by kind and id, once', async () => {
  // Another one than the tests before: the record opened last isn't noted again.
  const id = '0198c0de-0000-7000-8000-000000000002';
  const { api, user } = await showAs(['ADMIN'], `/accounts/${id}`, { account: account(['ADMIN'], 'ACTIVE', { id }) });
  await screen.findByRole('heading', { level: 1, name: 'Ada' });
  const noted = () => api.sentAs('NoteRecentRecord').map(({ variables }) => variables['input']);
  await until(() => expect(noted()).toEqual([{ kind: 'account', id }]));
  await user.click(button('Edit account'));
  await nameField();
  expect(noted()).toHaveLength(1);
});

describe('an erased account', () => {
  const line = { seq: 3, transferId: 't-1', delta: -5, recordedAt: '2026-03-01T10:00:00Z' };
  const answers = {
    accountNotes: {
      nodes: [{ id: 'n-1', text: null, retractedAt: null, retraction: 'WITH_REASON', writtenBy: { name: 'Bo' } }],
    },
    pointsWallet: { id: 'w-1', balance: 10, entries: 1 },
    pointsEntry: line,
  };

  test('says what it is and since when, and hides no contact', async () => {
    const fields = { stateChangedAt: '2026-02-03T09:00:00Z', isContactMasked: true };
    await show('', { state: 'ERASED', fields, roles: ['MARKETING'] });
    const note = within(await screen.findByRole('note'));
    note.getByText(/^Erased on .*Feb.*3/);
    note.getByText(/can’t be restored/);
    expect(screen.queryByText('Hidden')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Reveal/ })).toBeNull();
  });

  test('has a certificate of what was erased, checked now, for people who may erase', async () => {
    const erasureCertificate = {
      ...{ number: 7, erasedAt: '2026-02-03T09:00:00Z', erasedBy: { name: 'Bo' }, reason: 'Asked for it' },
      ...{ devices: 1, notes: 2, checkedColumns: 24, valuesLeft: 0, fingerprint: 'ab'.repeat(32) },
    };
    const { user } = await show('', { state: 'ERASED', answers: { ...answers, erasureCertificate } });
    await user.click(await screen.findByRole('button', { name: 'Certificate…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Erasure certificate' }));
    await dialog.findByText('1 device, 2 notes, and all personal fields');
    dialog.getByText('None of 24 personal columns has a value of this account');
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    await user.click(dialog.getByRole('button', { name: 'Download' }));
    expect(await (saved.mock.lastCall as [Blob])[0].text()).toContain(
      `Fingerprint of the audit entry: ${'ab'.repeat(32)}`,
    );
  });

  test.each([
    ['', /^Contact$/],
    ['?tab=notes', /^Erased with the account/],
    ['?edit', /^Contact$/],
    ['?tab=badges', /state Erased/],
    ['?tab=topics', /state Erased/],
  ])('offers nothing at %j', async (search, shown) => {
    await show(search, { state: 'ERASED', answers });
    await screen.findByText(shown);
    const names = within(screen.getByRole('main'))
      .getAllByRole('button')
      .filter((each) => each.closest('fieldset[aria-label="Kind of event"]') === null)
      .map((each) => each.getAttribute('aria-label') ?? each.textContent);
    expect(names.filter((each) => !/Copy \d|^(Previous|Next|Certificate)|as a table$/.test(each ?? ''))).toEqual([]);
  });
});
