import type { Permission } from './policy.ts';

/** Key of the preference that holds the records that a person has opened. */
export const RECENT_RECORDS_KEY = 'recent-records';
/** Records kept per person. */
export const RECENT_RECORDS_MAX = 8;
/** Kinds of records that are kept as recently opened and show who else is there, with the permission to see one. */
export const RECENT_KINDS = {
  account: 'account.read',
  app: 'app.read',
  area: 'area.read',
  badge: 'badge.read',
  'badge-category': 'badge-category.read',
  campaign: 'campaign.read',
  'config-entry': 'config-entry.read',
  country: 'country.read',
  giveaway: 'giveaway.read',
  'machine-client': 'machine-client.read',
  notification: 'notification.read',
  release: 'release.read',
  segment: 'segment.read',
  'staff-member': 'staff-member.read',
  store: 'store.read',
  streamer: 'streamer.read',
  topic: 'topic.read',
  'topic-category': 'topic-category.read',
  'translation-language': 'translation.read',
} as const satisfies Readonly<Record<string, Permission>>;
export type RecentKind = keyof typeof RECENT_KINDS;
