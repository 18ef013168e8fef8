/** The demo people. */
export const PEOPLE = ['admin', 'marketing', 'viewer', 'manager', 'streamer', 'nobody'] as const;
export type Person = (typeof PEOPLE)[number];

export const emailOf = (person: Person) => `${person}@demo.test`;
export const DEMO_PASSWORD = 'backcounter';

/** Where a person lands who opens the start page (specification, section 6). */
export const HOMES: Readonly<Record<Person, string>> = {
  admin: '/',
  marketing: '/',
  viewer: '/campaigns',
  manager: '/campaigns',
  streamer: '/campaigns',
  nobody: '/no-access',
};

const RECORD = '0198c0de-0000-7000-8000-000000000001';
const root: readonly Person[] = ['admin', 'marketing'];
const campaigns: readonly Person[] = ['admin', 'viewer', 'manager', 'streamer'];
const coupons: readonly Person[] = ['admin', 'manager'];
const admin: readonly Person[] = ['admin'];

export interface Screen {
  readonly path: string;
  readonly people: readonly Person[];
  /** Its name in the navigation; absent for records. */
  readonly nav?: string;
}

/**
 * Who may open what, written down here on its own, not taken from the product's policy: the specification's table of
 * routes (section 2) with its guards (section 6) as decisions 0001 and 0002 settle them.
 */
export const SCREENS: readonly Screen[] = [
  { path: '/', people: root },
  { path: '/dashboard', people: root, nav: 'Dashboard' },
  { path: '/accounts', people: root, nav: 'Accounts' },
  { path: `/accounts/${RECORD}`, people: root },
  { path: '/stores', people: root, nav: 'Stores' },
  { path: `/stores/${RECORD}`, people: root },
  { path: '/notifications', people: root, nav: 'Notifications' },
  { path: `/notifications/${RECORD}`, people: root },
  { path: '/giveaways', people: root, nav: 'Giveaways' },
  { path: `/giveaways/${RECORD}/transactions`, people: root },
  { path: '/campaigns', people: campaigns, nav: 'Campaigns' },
  { path: `/campaigns/${RECORD}`, people: coupons },
  { path: '/admin/areas', people: admin, nav: 'Areas' },
  { path: '/admin/countries', people: admin, nav: 'Countries' },
  { path: '/admin/topics', people: admin, nav: 'Topics' },
  { path: '/admin/topic-categories', people: admin, nav: 'Topic categories' },
  { path: '/admin/badges', people: admin, nav: 'Badges' },
  { path: '/admin/badge-categories', people: admin, nav: 'Badge categories' },
  { path: '/admin/config', people: admin, nav: 'Config' },
  { path: '/admin/releases', people: admin, nav: 'Releases' },
  { path: '/admin/translations', people: admin, nav: 'Translations' },
  { path: '/admin/audit', people: admin, nav: 'Audit' },
  { path: '/admin/jobs', people: admin, nav: 'Jobs' },
  { path: '/admin/streamers', people: admin, nav: 'Streamers' },
  { path: '/admin/machine-clients', people: admin, nav: 'Machine clients' },
];
