// @vitest-environment happy-dom
import { AppError, ROLES, type Role } from '@backcounter/domain';
import { describe, expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '0198c0de-0000-7000-8000-000000000001';
const ROOT: readonly Role[] = ['ADMIN', 'MARKETING'];
const CAMPAIGNS: readonly Role[] = ['ADMIN', 'CAMPAIGN-VIEWER', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER'];
const ADMIN: readonly Role[] = ['ADMIN'];
const APPROVERS: readonly Role[] = ['ADMIN', 'MARKETING', 'CAMPAIGN-MANAGER'];

/** The specification's table of routes with its guards, written down here on its own: pages of the navigation by title. */
const PAGES: Readonly<Record<string, readonly [path: string, roles: readonly Role[]]>> = {
  Dashboard: ['/dashboard', ROOT],
  Accounts: ['/accounts', ROOT],
  Segments: ['/accounts/segments', ROOT],
  Approvals: ['/approvals', APPROVERS],
  Stores: ['/stores', ROOT],
  Notifications: ['/notifications', ROOT],
  Giveaways: ['/giveaways', ROOT],
  Campaigns: ['/campaigns', CAMPAIGNS],
  Areas: ['/admin/areas', ADMIN],
  Countries: ['/admin/countries', ADMIN],
  Topics: ['/admin/topics', ADMIN],
  'Topic categories': ['/admin/topic-categories', ADMIN],
  Badges: ['/admin/badges', ADMIN],
  'Badge categories': ['/admin/badge-categories', ADMIN],
  Config: ['/admin/config', ADMIN],
  Streamers: ['/admin/streamers', ADMIN],
  Releases: ['/admin/releases', ADMIN],
  Translations: ['/admin/translations', ADMIN],
  People: ['/admin/people', ADMIN],
  Apps: ['/admin/apps', ADMIN],
  'Machine clients': ['/admin/machine-clients', ADMIN],
  Audit: ['/admin/audit', ADMIN],
  Jobs: ['/admin/jobs', ADMIN],
};
/** Pages of records, none of which is there. The campaign names no streamer. */
const RECORDS: Readonly<Record<string, readonly Role[]>> = {
  [`/accounts/${ID}`]: ROOT,
  [`/accounts/segments/${ID}`]: ROOT,
  [`/approvals/${ID}`]: APPROVERS,
  [`/stores/${ID}`]: ROOT,
  [`/notifications/${ID}`]: ROOT,
  [`/giveaways/${ID}/transactions`]: ROOT,
  [`/campaigns/${ID}`]: ['ADMIN', 'CAMPAIGN-MANAGER'],
  [`/admin/releases/${ID}`]: ADMIN,
};
const HOME: Readonly<Record<Role, string>> = {
  ADMIN: '/',
  MARKETING: '/',
  'CAMPAIGN-VIEWER': '/campaigns',
  'CAMPAIGN-MANAGER': '/campaigns',
  'CAMPAIGN-STREAMER': '/campaigns',
};

/** The server knows a streamer's own campaigns only. */
const campaignFor = (role: Role) => () => {
  if (role === 'CAMPAIGN-STREAMER') throw new AppError('record.not-found');
  return null;
};

const heading = () => screen.queryByRole('heading', { level: 1 })?.textContent ?? null;
const navigation = () => screen.queryByRole('navigation', { name: 'Main navigation' });

describe.each(ROLES)('%s', (role) => {
  test('begins at home, with exactly its pages in the navigation [spec 6.7] [rights 1]', async () => {
    const { api, shown } = await showAs([role], '/');
    await until(() => expect(heading()).not.toBeNull());
    expect(shown()).toBe(HOME[role]);
    const links = within(navigation() as HTMLElement)
      .getAllByRole('listitem')
      .flatMap((item) => within(item).queryAllByRole('link'));
    const allowed = Object.entries(PAGES).filter(([, [, roles]]) => roles.includes(role));
    expect(links.map(({ textContent }) => textContent).toSorted()).toEqual(allowed.map(([title]) => title).toSorted());
    expect(api.refused).toEqual([]);
  });

  test('opens each page of its own without being refused anything, and is sent to /no-access from all others [spec 1.2, 2.2, 2.18, 2.19, 2.20, 2.21, 6.1, 6.2]', async () => {
    const { api, router, shown } = await showAs([role], HOME[role], { campaign: campaignFor(role) });
    await until(() => expect(navigation()).not.toBeNull());
    const layout = document.querySelector('main')?.parentElement;
    const pages = Object.entries(PAGES).map(([title, [path, roles]]) => [path, roles, title] as const);
    const records = Object.entries(RECORDS).map(
      ([path, roles]) => [path, roles, /^No such |(?<!^Page) not found$/ as RegExp] as const,
    );
    for (const [path, roles, title] of [...pages, ...records]) {
      const isAllowed = roles.includes(role);
      await router.navigate({ href: path });
      if (isAllowed) await until(() => expect(heading()).toMatch(title));
      else await until(() => expect(heading()).toBe("You don't have access to this page"));
      expect(shown().split('?')[0], path).toBe(isAllowed ? path : '/no-access');
      // All pages are inside one layout, which stays.
      expect(document.querySelector('main')?.parentElement, path).toBe(layout);
    }
    expect(api.refused).toEqual([]);
  });
});

test('without a role there is no page and no navigation, only the way out', async () => {
  const { router } = await showAs([], '/');
  for (const path of ['/', '/accounts', '/campaigns', '/admin/jobs']) {
    await router.navigate({ href: path });
    await until(() => expect(heading()).toBe("You don't have access to this page"));
    expect(navigation(), path).toBeNull();
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Sign out']);
  }
});

test('the trail names a setting in words, and an instant in the person’s zone', async () => {
  const event = {
    id: '1',
    occurredAt: '2026-11-20T09:00:00Z',
    action: 'config-entry.updated',
    events: 1,
    record: { kind: 'config-entry', id: 'r1', name: 'push.undo_seconds' },
    changes: [{ field: 'until', before: null, after: '2026-11-20T09:37:20.243Z' }],
  };
  await showAs(['ADMIN'], '/admin/audit?open=1795944980243.1', { auditEvents: pageOf([event]), auditEvent: event });
  await screen.findByRole('dialog');
  await until(() => expect(document.body.textContent).toContain('37:20 UTC'));
  const labels = [...document.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label'));
  expect(labels.filter((label) => label?.startsWith('Copy'))).not.toEqual([]);
  expect(`${labels} ${document.body.textContent}`).not.toMatch(/push\.undo_seconds|T09:37/);
});
