import type { Screen } from './screen.ts';

/** The last pixel of one layout and the first one of the next. */
const EDGES = [599, 600, 1023, 1024, 1439];

/** Signing in, the shell around the pages, and missing pages. */
export const SHELL_SCREENS: readonly Screen[] = [
  { name: 'sign-in', person: 'stranger', path: '/accounts' },
  {
    name: 'sign-in-refused',
    person: 'stranger',
    path: '/accounts',
    isBroken: true,
    steps: async ({ page }) => {
      await page.locator('#email').fill('admin@demo.test');
      await page.locator('#password').fill('not the password');
      await page.locator('#password').press('Enter');
      await page.locator('#problem-text').waitFor();
    },
  },
  {
    name: 'sign-in-languages',
    person: 'stranger',
    path: '/accounts',
    steps: async ({ page }) => {
      await page.locator('.languages summary').click();
      await page.locator('.languages li').first().waitFor();
    },
  },
  {
    name: 'sign-in-forgot',
    person: 'stranger',
    path: '/accounts',
    steps: async ({ page }) => {
      await page.locator('.under .link').click();
      await page.waitForURL(/\/forgot$/);
    },
  },
  {
    name: 'sign-in-link-sent',
    person: 'stranger',
    path: '/accounts',
    steps: async ({ page }) => {
      await page.locator('.under .link').click();
      await page.waitForURL(/\/forgot$/);
      await page.locator('#email').fill('nobody@demo.test');
      await page.locator('#email').press('Enter');
      await page.waitForURL(/\/forgot\?sent$/);
    },
  },
  { name: 'outbox', path: '/identity/outbox' },
  {
    name: 'sign-in-second-factor',
    person: 'stranger',
    path: '/accounts',
    needsOwnDemo: true,
    steps: async ({ page }) => {
      await page.locator('#email').fill('nobody@demo.test');
      await page.locator('#password').fill('backcounter');
      await page.locator('#password').press('Enter');
      await page.locator('#code').waitFor();
    },
  },
  {
    name: 'sign-in-failed',
    person: 'stranger',
    path: '/accounts',
    isBroken: true,
    steps: async ({ page }) => {
      const first = page.url();
      await page.locator('button[value="cancel"]').click();
      // The first refusal retries automatically; only the second one is shown.
      await page.waitForURL((url) => url.pathname.startsWith('/identity/interaction') && url.href !== first);
      await page.locator('button[value="cancel"]').click();
      await page.locator('main [role="alert"]').waitFor();
    },
  },
  { name: 'sign-out', path: '/identity/session/end' },
  { name: 'changelog', person: 'stranger', path: '/changelog/backcounter', isLong: true },
  { name: 'own-page', path: '/identity/account' },
  { name: 'own-page-second-factor', path: '/identity/account?enrol=1' },
  { name: 'own-page-passkey', path: '/identity/account?passkey=1' },
  { name: 'home', path: '/' },
  { name: 'home-marketing', person: 'marketing', path: '/' },
  { name: 'dashboard', path: '/dashboard', isLong: true },
  {
    name: 'dashboard-broken',
    path: '/dashboard',
    isBroken: true,
    isLong: true,
    steps: async (page) => {
      await page.breakAnswersWith('Stores');
      await page.page.locator('main [role="alert"]').first().waitFor();
    },
  },
  {
    name: 'dashboard-offline',
    path: '/dashboard',
    isBroken: true,
    isLong: true,
    steps: async ({ page }) => {
      await page.context().setOffline(true);
      await page.locator('div:has(+ main) [role] > div').first().waitFor();
    },
  },
  ...EDGES.map(
    (width): Screen => ({
      name: `width-${width}`,
      path: '/accounts/{account}',
      not: ['phone'],
      steps: ({ page }) => page.setViewportSize({ width, height: 900 }),
    }),
  ),
  {
    name: 'navigation',
    path: '/accounts',
    not: ['desktop', 'dark', 'rtl', 'narrow', 'wide'],
    steps: (page) => page.press('shell.nav.open'),
  },
  { name: 'palette', path: '/accounts', steps: (page) => page.keys('Control+k') },
  {
    name: 'palette-pasted',
    path: '/accounts',
    steps: async (page) => {
      await page.keys('Control+k');
      await page.paste(page.page.getByRole('combobox').last(), ['100001', '100002', 'ruth@example.org']);
    },
  },
  {
    name: 'accounts-pasted',
    path: '/accounts',
    steps: async (page) => {
      const links = page.page.getByRole('grid').getByRole('link');
      await links.first().waitFor();
      const ids = await links.evaluateAll((all) =>
        all.map((each) => each.getAttribute('href')?.split('/').pop() ?? ''),
      );
      await page.paste(page.page.getByRole('searchbox'), [
        ...ids.slice(0, 7),
        '999120',
        'k.olsen@mail.example',
        ids[1] ?? '',
      ]);
      await page.page.waitForURL(/pasted=/);
      await page.page.locator('[role=status] button').first().click();
    },
  },
  {
    name: 'palette-found',
    path: '/accounts',
    steps: async (page) => {
      await page.keys('Control+k');
      await page.page.getByRole('combobox').fill('winter');
    },
  },
  {
    name: 'shortcuts',
    path: '/accounts',
    not: ['phone'],
    steps: (page) => page.press('shell.person.menu', 'shell.person.shortcuts'),
  },
  { name: 'person-menu', path: '/accounts', steps: (page) => page.press('shell.person.menu') },
  { name: 'preferences', path: '/accounts', steps: (page) => page.press('shell.person.menu', 'shell.person.settings') },
  { name: 'messages', path: '/accounts', steps: (page) => page.press('shell.person.menu', 'shell.person.messages') },
  { name: 'languages', path: '/accounts', not: ['phone'], steps: (page) => page.press('shell.language.label') },
  { name: 'job-tray', path: '/accounts', steps: (page) => page.press('job.tray.button') },
  { name: 'release-notes', path: '/accounts', steps: (page) => page.press('shell.whats-new.label') },
  { name: 'no-access', person: 'marketing', path: '/no-access?need=area.admin' },
  { name: 'no-access-nobody', person: 'nobody', path: '/' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'record-not-found', path: '/accounts/0198c0de-0000-7000-8000-000000000001' },
  { name: 'list-no-match', path: '/accounts?q=zzzzzzzzzz&state=SUSPENDED' },
  { name: 'list-notice', path: '/accounts?colour=red' },
  {
    name: 'list-broken',
    path: '/accounts',
    isBroken: true,
    steps: async (page) => {
      await page.breakAnswersWith('AccountList');
      await page.page.locator('.bc-panel[data-tone="negative"]').waitFor();
    },
  },
  {
    name: 'session-ending',
    path: '/accounts/{account}?edit',
    isBroken: true,
    steps: async (page) => {
      await page.endSessionSoon();
      await page.page.locator('main input').first().fill('Ada Lovelace');
      await page.page.locator('div:has(+ main) [role] > div').waitFor();
    },
  },
  {
    name: 'offline',
    path: '/accounts',
    isBroken: true,
    steps: async ({ page }) => {
      await page.context().setOffline(true);
      await page.locator('div:has(+ main) [role] > div').first().waitFor();
    },
  },
];
