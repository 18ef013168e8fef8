import { type ComponentProps, createElement, lazy } from 'react';
import type { SaidFields } from '../crud/entity-words.ts';
import type { ChangesView, RecordKind, RecordKinds } from '../records/record-kind.ts';
import { REFERENCE_ROUTES } from './reference-routes.ts';

/** A kind of reference data: its record opens beside its list, with the labels of its form. */
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

/** Table of contents: kind of record -> its page and its labels, for features that show records of all kinds. */
export const RECORD_KINDS: RecordKinds = {
  ...Object.fromEntries(
    Object.entries(REFERENCE_ROUTES).map(([path, { kind, said }]) => [kind, entityKind(path, said)]),
  ),
  account: {
    href: (id) => `/accounts/${encodeURIComponent(id)}`,
    changes: lazy(() =>
      import('./account/account-changes.tsx').then(({ AccountChanges }) => ({ default: AccountChanges })),
    ),
  },
  coupon: { href: (id, campaign) => `/campaigns/${campaign}?${new URLSearchParams({ open: id })}` },
  job: { href: (id) => `/admin/jobs?${new URLSearchParams({ open: id })}` },
  redemption: {
    href: (id, campaign) => `/campaigns/${campaign}?${new URLSearchParams({ tab: 'redemptions', open: id })}`,
  },
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
  segment: {
    href: (id) => `/accounts/segments/${encodeURIComponent(id)}`,
    changes: lazy(() =>
      import('./segment/segment-changes.tsx').then(({ SegmentChangeList }) => ({ default: SegmentChangeList })),
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
};
