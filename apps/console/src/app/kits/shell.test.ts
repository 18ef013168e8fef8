// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { cleanUp, signIn, until } from '../testing/console.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const STORE = '0198c0de-0000-7000-8000-000000000001';

test('the menu has an admin link only for a person with the claim [spec 6.10]', async () => {
  const { user } = await showAs(['ADMIN'], '/dashboard');
  const menu = await screen.findByRole('button', { name: /^Menu of/ });
  await user.click(menu);
  await screen.findByRole('menuitem', { name: 'Sign out' });
  expect(screen.queryByRole('menuitem', { name: 'Administration' })).toBeNull();
  signIn(['ADMIN'], { admin_url: 'https://id.test/a' });
  const link = await screen.findByRole('menuitem', { name: 'Administration' });
  expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
    'https://id.test/a',
    '_blank',
    'noopener noreferrer',
  ]);
});

test('a broken ledger entry is reported on every page of an administrator, with a link to it [points 8]', async () => {
  const wallet = { type: 'STORE', ownerId: STORE, name: 'Its store' };
  const { user, shown } = await showAs(['ADMIN'], '/dashboard', {
    ledgerHealth: { isHealthy: false, faultCount: 1, faults: [{ fault: 'HASH', seq: 2, wallet }] },
  });
  await screen.findByText(/Points don’t balance: 1 fault\./);
  await user.click(screen.getByRole('link', { name: 'View Its store' }));
  await until(() => expect(shown()).toBe(`/stores/${STORE}?open=2`));
});

test('its store says which entry is the first that is wrong, and shows it [points 8]', async () => {
  const store = { id: STORE, name: 'Its store', sid: 'TOWER1', timezone: 'UTC', country: { code: 'DE' } };
  const proof = { verifiedAt: '2026-01-01T00:00:00Z', entries: 3, isIntact: false, faultSeq: 2 };
  const { user, shown } = await showAs(['ADMIN'], `/stores/${STORE}`, {
    store,
    pointsWallet: { id: 'wallet', balance: 5, entries: 3, proof },
  });
  const balance = within(await screen.findByRole('region', { name: 'Balance' }));
  await balance.findByText(/First invalid entry: 2/);
  await user.click(balance.getByRole('button', { name: 'Show entry 2' }));
  await until(() => expect(shown()).toContain('open=2'));
});

test('a faulty backup is reported on every page of an administrator', async () => {
  const fault = 'Ledger: HASH, wallet 0192f000-0000-7000-8000-000000000001, entry 3';
  await showAs(['ADMIN'], '/dashboard', {
    backupHealth: { problem: 'FAULTS', last: { file: 'monday.zip', faultCount: 2, faults: [fault] } },
  });
  await screen.findByText(/Backup monday\.zip has 2 faults in its data\./);
  screen.getByText(fault);
});
