import { lazy } from 'react';
import type { RecordKinds } from '../records/record-kind.ts';

const beside = (path: string) => ({ href: (id: string) => `${path}?${new URLSearchParams({ edit: id })}` });

/** Table of contents: kind of record -> its page and its words, for what tells of records of every kind. */
export const RECORD_KINDS: RecordKinds = {
  account: {
    href: (id) => `/accounts/${encodeURIComponent(id)}`,
    changes: lazy(() =>
      import('./account/account-changes.tsx').then(({ AccountChanges }) => ({ default: AccountChanges })),
    ),
  },
  area: beside('/admin/areas'),
  badge: beside('/admin/badges'),
  'badge-category': beside('/admin/badge-categories'),
  'config-entry': beside('/admin/config'),
  country: beside('/admin/countries'),
  topic: beside('/admin/topics'),
  'topic-category': beside('/admin/topic-categories'),
};
