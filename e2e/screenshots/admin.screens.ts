import type { Screen } from './screen.ts';

/** Reference data, releases, translations, machine clients, audit and jobs. */
export const ADMIN_SCREENS: readonly Screen[] = [
  { name: 'approvals', path: '/approvals' },
  { name: 'approval', path: '/approvals/{pending-approval}', isLong: true },
  { name: 'approval-rules', path: '/approvals', steps: (page) => page.press('approval.rules.title') },
  { name: 'exports', path: '/exports' },
  {
    name: 'exports-new',
    path: '/admin/areas',
    steps: async (page) => {
      await page.press('export.menu');
      await page.choose(page.dialog.getByRole('combobox'), 'exports.repeat-WEEKLY');
    },
    isLong: true,
  },
  { name: 'areas', path: '/admin/areas' },
  { name: 'area', path: '/admin/areas?edit={area}' },
  { name: 'area-new', path: '/admin/areas?new' },
  { name: 'countries', path: '/admin/countries' },
  { name: 'country', path: '/admin/countries?edit={country}' },
  { name: 'topics', path: '/admin/topics' },
  { name: 'topic', path: '/admin/topics?edit={topic}' },
  { name: 'topic-new', path: '/admin/topics?new' },
  { name: 'topic-history', path: '/admin/topics?edit={topic}&tab=history' },
  { name: 'topic-archive', path: '/admin/topics?edit={topic}', steps: (page) => page.press('crud.archive.action') },
  { name: 'topics-order', path: '/admin/topics?arrange' },
  { name: 'topic-categories', path: '/admin/topic-categories' },
  { name: 'topic-category', path: '/admin/topic-categories?edit={topic-category}' },
  { name: 'badges', path: '/admin/badges' },
  { name: 'badge', path: '/admin/badges?edit={badge}' },
  {
    name: 'badge-categories-open',
    path: '/admin/badges?edit={badge}',
    steps: (page) => page.page.locator('[name="categoryId"]').click(),
  },
  { name: 'badge-new', path: '/admin/badges?new' },
  { name: 'badge-categories', path: '/admin/badge-categories' },
  { name: 'badge-category', path: '/admin/badge-categories?edit={badge-category}' },
  { name: 'config', path: '/admin/config' },
  { name: 'config-entry', path: '/admin/config?edit={config-entry}' },
  {
    name: 'config-color',
    path: '/admin/config?edit=theme.primary',
    steps: async ({ page }) => {
      await page.locator('.mantine-Drawer-content input').first().fill('#7a1fa2');
      await page.locator('figure span').first().waitFor();
    },
  },
  { name: 'streamers', path: '/admin/streamers' },
  { name: 'streamer', path: '/admin/streamers?edit={streamer}' },
  { name: 'streamer-new', path: '/admin/streamers?new' },
  { name: 'people', path: '/admin/people' },
  { name: 'person-new', path: '/admin/people?new' },
  { name: 'person', path: '/admin/people', steps: (page) => page.openRow() },
  { name: 'apps', path: '/admin/apps' },
  { name: 'app', path: '/admin/apps', steps: (page) => page.openRow() },
  { name: 'app-new', path: '/admin/apps?new' },
  { name: 'machine-clients', path: '/admin/machine-clients' },
  { name: 'machine-client', path: '/admin/machine-clients', steps: (page) => page.openRow() },
  { name: 'machine-client-new', path: '/admin/machine-clients?new' },
  { name: 'releases', path: '/admin/releases' },
  { name: 'releases-new', path: '/admin/releases?new', isLong: true },
  { name: 'release', path: '/admin/releases/{release}', isLong: true },
  { name: 'release-history', path: '/admin/releases/{release}?tab=history' },
  { name: 'release-edit', path: '/admin/releases/{draft-release}?edit', isLong: true },
  { name: 'translations', path: '/admin/translations' },
  {
    name: 'translations-unknown',
    path: '/admin/translations',
    steps: (page) => page.press('translation.unknown.show'),
  },
  { name: 'language', path: '/admin/translations/{language}' },
  { name: 'language-missing', path: '/admin/translations/{spanish}?state=MISSING' },
  { name: 'language-editor', path: '/admin/translations/{language}?state=STALE', steps: (page) => page.openRow() },
  {
    name: 'language-publish',
    path: '/admin/translations/{french}',
    steps: async (page) => {
      await page.press('translation.action.publish');
      await page.dialog.locator('ul').first().waitFor();
    },
  },
  { name: 'language-publications', path: '/admin/translations/{french}?tab=publications' },
  {
    name: 'language-publication',
    path: '/admin/translations/{french}?tab=publications',
    steps: async (page) => {
      await page.openRow(1);
      await page.dialog.locator('ul').first().waitFor();
    },
  },
  { name: 'language-history', path: '/admin/translations/{french}?tab=history' },
  { name: 'audit', path: '/admin/audit' },
  { name: 'audit-event', path: '/admin/audit?kind=translation-language', steps: (page) => page.openRow() },
  { name: 'jobs', path: '/admin/jobs' },
  { name: 'job', path: '/admin/jobs', steps: (page) => page.openRow() },
  { name: 'jobs-none', path: '/admin/jobs?state=RUNNING' },
];
