import { type ComponentProps, createElement, lazy } from 'react';
import { lazyPart } from '../lib/page/part.ts';
import type { SaidFields } from '../records/entity-words.ts';
import type { ChangesView, RecordKind, RecordKinds } from '../records/record-kind.ts';
import { loadApps, loadMachineClients, loadStaffMembers, REFERENCE_ROUTES } from './reference-routes.ts';

/** A kind of reference data: its record opens beside its list, with the labels of its form. */
function entityKind(path: string, load: () => Promise<SaidFields<never>>): RecordKind {
  return {
    href: (id) => `${path}?${new URLSearchParams({ edit: id })}`,
    changes: lazy(async () => {
      const [{ EntityChanges }, definition] = await Promise.all([import('../records/entity-changes.tsx'), load()]);
      return {
        default: (props: ComponentProps<ChangesView>) => createElement(EntityChanges, { definition, ...props }),
      };
    }),
  };
}

const translationChanges = lazyPart(() => import('./translation/translation-change-list.tsx'), 'TranslationChangeList');

/** Table of contents: kind of record -> its page and its labels, for features that show records of all kinds. */
export const RECORD_KINDS: RecordKinds = {
  ...Object.fromEntries(
    Object.entries(REFERENCE_ROUTES).map(([path, { kind, said }]) => [kind, entityKind(path, said)]),
  ),
  approval: { href: (id) => `/approvals/${encodeURIComponent(id)}` },
  account: {
    href: (id) => `/accounts/${encodeURIComponent(id)}`,
    changes: lazyPart(() => import('./account/account-changes.tsx'), 'AccountChanges'),
  },
  coupon: { href: (id, campaign) => `/campaigns/${campaign}?${new URLSearchParams({ open: id })}` },
  job: { href: (id) => `/admin/jobs?${new URLSearchParams({ open: id })}` },
  redemption: {
    href: (id, campaign) => `/campaigns/${campaign}?${new URLSearchParams({ tab: 'redemptions', open: id })}`,
  },
  campaign: {
    href: (id) => `/campaigns/${encodeURIComponent(id)}`,
    changes: lazyPart(() => import('./campaign/campaign-changes.tsx'), 'CampaignChangeList'),
  },
  giveaway: {
    href: (id) => `/giveaways/${encodeURIComponent(id)}/transactions`,
    changes: lazyPart(() => import('./giveaway/giveaway-changes.tsx'), 'GiveawayChangeList'),
  },
  notification: {
    href: (id) => `/notifications/${encodeURIComponent(id)}`,
    changes: lazyPart(() => import('./notification/notification-changes.tsx'), 'NotificationChangeList'),
  },
  release: {
    href: (id) => `/admin/releases/${encodeURIComponent(id)}`,
    changes: lazyPart(() => import('./release/release-changes.tsx'), 'ReleaseChangeList'),
  },
  segment: {
    href: (id) => `/accounts/segments/${encodeURIComponent(id)}`,
    changes: lazyPart(() => import('./segment/segment-changes.tsx'), 'SegmentChangeList'),
  },
  store: {
    href: (id) => `/stores/${encodeURIComponent(id)}`,
    changes: lazyPart(() => import('./store/store-change-list.tsx'), 'StoreChangeList'),
  },
  translation: {
    href: (id) => `/admin/translations?${new URLSearchParams({ text: id })}`,
    changes: translationChanges,
  },
  'translation-language': {
    href: (id) => `/admin/translations/${encodeURIComponent(id)}`,
    changes: translationChanges,
  },
  staff: entityKind('/admin/people', loadStaffMembers),
  app: entityKind('/admin/apps', loadApps),
  'machine-client': entityKind('/admin/machine-clients', loadMachineClients),
};
