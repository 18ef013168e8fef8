// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const account = (number: number, fields: object = {}) => ({
  id: `id-${number}`,
  number,
  displayName: `Person ${number}`,
  email: `${number}@mail.test`,
  country: { code: 'DE', name: 'Germany' },
  state: 'ACTIVE',
  points: 0,
  ...fields,
});
const ROWS = [account(100001, { state: 'SUSPENDED', points: 1284 }), account(100002), account(100003)];
const link = (number: number) => screen.getByRole('link', { name: `Person ${number}` });
const pane = () => screen.queryByRole('complementary', { name: /^Preview of/ });
const shows = (name: string) => until(() => expect(pane()?.getAttribute('aria-label')).toBe(`Preview of ${name}`));
const hasFocus = (number: number) => until(() => expect(document.activeElement).toBe(link(number)));

async function onFirstRow(answers: object = {}) {
  const shown = await showAs(['ADMIN'], '/accounts', {
    accounts: pageOf(ROWS, 8),
    account: ({ id }: { id: string }) => ({
      ...ROWS.find((row) => row.id === id),
      stateReason: 'Used on two phones',
      actions: [{ action: 'REACTIVATE', isAllowed: true, refusal: null }],
      history: {
        nodes: [{ id: '1', occurredAt: '2026-11-20T10:00:00Z', action: 'account.suspend', actor: { name: 'Marta' } }],
      },
    }),
    ...answers,
  });
  (await screen.findByRole('link', { name: 'Person 100001' })).focus();
  return shown;
}

describe('the pane beside a list', () => {
  test('opens and closes by Space, follows the cursor, and leaves the focus on the row', async () => {
    const { user, shown } = await onFirstRow();
    await user.keyboard(' ');
    await shows('Person 100001');
    expect(document.activeElement).toBe(link(100001));
    expect(pane()?.textContent).toContain('1 of 8');
    await user.keyboard('{ArrowDown}');
    await shows('Person 100002');
    await hasFocus(100002);
    await user.keyboard('j');
    await shows('Person 100003');
    await user.keyboard('kk');
    await shows('Person 100001');
    expect(screen.getByRole('grid').getAttribute('aria-controls')).toBe(pane()?.id);
    await user.keyboard(' ');
    await until(() => expect(pane()).toBeNull());
    await user.keyboard(' ');
    await shows('Person 100001');
    await user.keyboard('{Escape}');
    await until(() => expect(pane()).toBeNull());
    expect([document.activeElement, shown()]).toEqual([link(100001), '/accounts']);
  });

  test('shows facts of the row, also of hidden columns, and what its kind loads', async () => {
    const { user, api } = await onFirstRow();
    await user.keyboard(' ');
    await shows('Person 100001');
    const inside = within(pane() as HTMLElement);
    await inside.findByText('Used on two phones');
    inside.getByText('1,284', { selector: 'dl:first-of-type dd' });
    inside.getByText('100001@mail.test');
    await inside.findByText('Marta');
    expect(api.refused).toEqual([]);
  });

  test('selects by x, shows actions by a dot, and opens by Enter', async () => {
    const { user, shown } = await onFirstRow();
    await user.keyboard('x');
    await until(() =>
      expect(screen.getByRole('checkbox', { name: 'Select Person 100001' })).toHaveProperty('checked', true),
    );
    await user.keyboard('.');
    await shows('Person 100001');
    await user.click(await screen.findByRole('menuitem', { name: 'Reactivate' }));
    await screen.findByRole('dialog', { name: /Reactivate Person 100001/ });
    await user.keyboard('{Escape}');
    link(100002).focus();
    await user.keyboard('{Enter}');
    await until(() => expect(shown()).toBe('/accounts/id-100002'));
  });

  test('is left by e for the form', async () => {
    const { user, shown } = await onFirstRow();
    await user.keyboard('e');
    await until(() => expect(shown()).toBe('/accounts/id-100001?edit'));
  });

  test('a letter after g opens a page and moves to no row', async () => {
    const { user, shown } = await onFirstRow();
    let moves = 0;
    link(100002).addEventListener('focus', () => {
      moves += 1;
    });
    await user.keyboard('gj');
    await until(() => expect(shown()).toMatch(/^\/admin\/jobs/));
    expect(moves).toBe(0);
  });

  test('has the columns of a list without facts of its own', async () => {
    const releases = pageOf([
      { id: '0198c0de-0000-7000-8000-000000000001', number: '3.1.0', date: '2026-11-20', figures: {} },
    ]);
    const { user } = await showAs(['ADMIN'], '/admin/releases', { releases });
    await until(() => expect(document.querySelector('[data-row] a')).not.toBeNull());
    document.querySelector<HTMLElement>('[data-row] a')?.focus();
    await user.keyboard(' ');
    await until(() => expect(pane()?.querySelectorAll('dt').length).toBeGreaterThan(3));
  });
});
