import { createElement, lazy } from 'react';
import type { RecentHistory } from './recent-changes.tsx';

/** The peek of records with a history: their latest changes, under the query key of the history. */
export const recentPeek = (document: RecentHistory, queryKey: (id: string) => readonly unknown[]) =>
  lazy(async () => {
    const { RecentChanges } = await import('./recent-changes.tsx');
    return {
      default: ({ row: { id } }: { readonly row: { readonly id: string } }) =>
        createElement(RecentChanges, { document, id, queryKey: queryKey(id) }),
    };
  });
