import { type ComponentProps, createElement, lazy } from 'react';
import type { SaidFields } from '../crud/entity-words.ts';
import type { ChangesView, RecordKind, RecordKinds } from '../records/record-kind.ts';

/** A kind of reference data: a record is shown beside its list, and its fields are said as its form says them. */
function entityKind(path: string, load: () => Promise<SaidFields<never>>): RecordKind {
  return {
    href: (id) => `${path}?${new URLSearchParams({ edit: id })}`,
    changes: lazy(async () => {
      const [{ EntityChanges }, definition] = await Promise.all([import('../crud/entity-changes.tsx'), load()]);
      return {
        default: ({ changes }: ComponentProps<ChangesView>) => createElement(EntityChanges, { definition, changes }),
      };
    }),
  };
}

const translationChanges = lazy(() =>
  import('./translation/translation-change-list.tsx').then(({ TranslationChangeList }) => ({
    default: TranslationChangeList,
  })),
);

/** Table of contents: kind of record -> its page and its words, for what tells of records of every kind. */
export const RECORD_KINDS: RecordKinds = {
  account: {
    href: (id) => `/accounts/${encodeURIComponent(id)}`,
    changes: lazy(() =>
      import('./account/account-changes.tsx').then(({ AccountChanges }) => ({ default: AccountChanges })),
    ),
  },
  area: entityKind('/admin/areas', () => import('./area/area.entity.tsx').then(({ areas }) => areas)),
  badge: entityKind('/admin/badges', () => import('./badge/badge.entity.tsx').then(({ badges }) => badges)),
  'badge-category': entityKind('/admin/badge-categories', () =>
    import('./badge-category/badge-category.entity.tsx').then(({ badgeCategories }) => badgeCategories),
  ),
  'config-entry': entityKind('/admin/config', () =>
    import('./config-entry/config-entry.entity.tsx').then(({ configEntries }) => configEntries),
  ),
  country: entityKind('/admin/countries', () =>
    import('./country/country.entity.tsx').then(({ countries }) => countries),
  ),
  campaign: {
    href: (id) => `/campaigns/${encodeURIComponent(id)}`,
    changes: lazy(() =>
      import('./campaign/campaign-changes.tsx').then(({ CampaignChangeList }) => ({ default: CampaignChangeList })),
    ),
  },
  giveaway: {
    href: (id) => `/giveaways/${encodeURIComponent(id)}/transactions`,
    changes: lazy(() =>
      import('./giveaway/giveaway-changes.tsx').then(({ GiveawayChangeList }) => ({ default: GiveawayChangeList })),
    ),
  },
  notification: {
    href: (id) => `/notifications/${encodeURIComponent(id)}`,
    changes: lazy(() =>
      import('./notification/notification-changes.tsx').then(({ NotificationChangeList }) => ({
        default: NotificationChangeList,
      })),
    ),
  },
  release: {
    href: (id) => `/admin/releases/${encodeURIComponent(id)}`,
    changes: lazy(() =>
      import('./release/release-changes.tsx').then(({ ReleaseChangeList }) => ({ default: ReleaseChangeList })),
    ),
  },
  store: {
    href: (id) => `/stores/${encodeURIComponent(id)}`,
    changes: lazy(() =>
      import('./store/store-change-list.tsx').then(({ StoreChangeList }) => ({ default: StoreChangeList })),
    ),
  },
  translation: {
    href: (id) => `/admin/translations?${new URLSearchParams({ text: id })}`,
    changes: translationChanges,
  },
  'translation-language': {
    href: (id) => `/admin/translations/${encodeURIComponent(id)}`,
    changes: translationChanges,
  },
  'machine-client': entityKind('/admin/machine-clients', () =>
    import('./machine-client/machine-client-list.page.tsx').then(({ machineClients }) => machineClients),
  ),
  streamer: entityKind('/admin/streamers', () =>
    import('./streamer/streamer.entity.tsx').then(({ streamers }) => streamers),
  ),
  topic: entityKind('/admin/topics', () => import('./topic/topic.entity.tsx').then(({ topics }) => topics)),
  'topic-category': entityKind('/admin/topic-categories', () =>
    import('./topic-category/topic-category.entity.tsx').then(({ topicCategories }) => topicCategories),
  ),
};
