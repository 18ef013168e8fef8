import { describe, expect, test } from 'vitest';
import { mayOpen, navigationFor, sectionOf } from './navigation.ts';

describe('the navigation has the pages that the roles may open, and no empty group [rights 1] [security 5]', () => {
  const root = ['/dashboard', '/accounts', '/stores', '/notifications', '/giveaways'];
  const admin = navigationFor(['ADMIN']);

  test.each([
    [[], []],
    [['CAMPAIGN-VIEWER'], ['engage: /campaigns']],
    [
      ['MARKETING'],
      [
        'top: /dashboard /approvals',
        'people-and-places: /accounts /accounts/segments /stores',
        'engage: /notifications /giveaways',
      ],
    ],
  ] as const)('%j', (roles, shown) => {
    const groups = navigationFor(roles).map(
      ({ group, items }) => `${group}: ${items.map(({ path }) => path).join(' ')}`,
    );
    expect(groups).toEqual(shown);
  });

  test('of an administrator has everything, each page in one group', () => {
    const paths = admin.flatMap(({ items }) => items.map(({ path }) => path));
    expect(admin.map(({ group }) => group)).toEqual(['top', 'people-and-places', 'engage', 'reference-data', 'admin']);
    expect(paths).toEqual(expect.arrayContaining([...root, '/campaigns', '/admin/areas', '/admin/jobs']));
    expect(new Set(paths).size).toBe(paths.length);
    expect(admin[0]?.items[0]).toMatchObject({ path: '/dashboard', titleKey: 'shell.page.dashboard', key: 'd' });
  });
});

test.each([
  ['/campaigns/$id', ['CAMPAIGN-VIEWER'], false],
  ['/campaigns/$id', ['CAMPAIGN-MANAGER'], true],
  ['/campaigns', ['CAMPAIGN-VIEWER'], true],
  ['/campaigns', [], false],
] as const)('%s for %j: both role guards of a route count [spec 6.5]', (path, roles, isAllowed) => {
  expect(mayOpen(path, roles)).toBe(isAllowed);
});

test.each([
  ['/accounts/$id', '/accounts'],
  ['/accounts/segments/$id', '/accounts/segments'],
  ['/giveaways/$id/transactions', '/giveaways'],
  ['/admin/releases/$id', '/admin/releases'],
  ['/admin/areas', '/admin/areas'],
  ['/', '/'],
] as const)('%s belongs to %s', (path, section) => {
  expect(sectionOf(path)).toBe(section);
});
