/** The demo people. */
export const PEOPLE = ['admin', 'marketing', 'viewer', 'manager', 'streamer', 'nobody'] as const;
export type Person = (typeof PEOPLE)[number];

export const emailOf = (person: Person) => `${person}@demo.test`;
export const DEMO_PASSWORD = 'backcounter';

/** Start page of each person (specification, section 6). */
export const HOMES: Readonly<Record<Person, string>> = {
  admin: '/',
  marketing: '/',
  viewer: '/campaigns',
  manager: '/campaigns',
  streamer: '/campaigns',
  nobody: '/no-access',
};

const root: readonly Person[] = ['admin', 'marketing'];
const campaigns: readonly Person[] = ['admin', 'viewer', 'manager', 'streamer'];
const coupons: readonly Person[] = ['admin', 'manager'];
const admin: readonly Person[] = ['admin'];

export interface Screen {
  readonly path: string;
  readonly people: readonly Person[];
  /** The title of the page. */
  readonly title: string | RegExp;
  /** Listed in the navigation, under its title. */
  readonly isInNavigation?: true;
}

/** An existing record: its id and the title of its page. */
export interface RecordName {
  readonly id: string;
  readonly title: string;
}

const nav = (path: string, people: readonly Person[], title: string): Screen => ({
  path,
  people,
  title,
  isInNavigation: true,
});

/**
 * Access by role, stated here independently of the product's policy: the specification's table of routes (section 2)
 * with its guards (section 6), as settled by decision 0001. These are the pages of the navigation.
 */
export const NAVIGATION: readonly Screen[] = [
  nav('/dashboard', root, 'Dashboard'),
  nav('/approvals', ['admin', 'marketing', 'manager'], 'Approvals'),
  nav('/accounts', root, 'Accounts'),
  nav('/stores', root, 'Stores'),
  nav('/notifications', root, 'Notifications'),
  nav('/giveaways', root, 'Giveaways'),
  nav('/campaigns', campaigns, 'Campaigns'),
  nav('/admin/areas', admin, 'Areas'),
  nav('/admin/countries', admin, 'Countries'),
  nav('/admin/topics', admin, 'Topics'),
  nav('/admin/topic-categories', admin, 'Topic categories'),
  nav('/admin/badges', admin, 'Badges'),
  nav('/admin/badge-categories', admin, 'Badge categories'),
  nav('/admin/config', admin, 'Config'),
  nav('/admin/releases', admin, 'Releases'),
  nav('/admin/translations', admin, 'Translations'),
  nav('/admin/audit', admin, 'Audit'),
  nav('/admin/jobs', admin, 'Jobs'),
  nav('/admin/streamers', admin, 'Streamers'),
  nav('/admin/apps', admin, 'Apps'),
  nav('/admin/machine-clients', admin, 'Machine clients'),
  nav('/admin/people', admin, 'People'),
];

/** All screens: those of the navigation, the index page and records. Streamers also open campaigns that name them. */
export function screens(
  records: Readonly<Record<'account' | 'store' | 'notification' | 'giveaway' | 'campaign' | 'release', RecordName>>,
): readonly Screen[] {
  const { account, store, notification, giveaway, campaign, release } = records;
  return [
    { path: '/', people: root, title: /^Good (morning|afternoon|evening)/ },
    ...NAVIGATION,
    { path: `/accounts/${account.id}`, people: root, title: account.title },
    { path: `/stores/${store.id}`, people: root, title: store.title },
    { path: `/notifications/${notification.id}`, people: root, title: notification.title },
    { path: `/giveaways/${giveaway.id}/transactions`, people: root, title: giveaway.title },
    { path: `/campaigns/${campaign.id}`, people: coupons, title: campaign.title },
    { path: `/admin/releases/${release.id}`, people: admin, title: release.title },
  ];
}
