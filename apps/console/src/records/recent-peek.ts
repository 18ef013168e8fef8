import { createElement, Fragment, lazy, type ReactNode } from 'react';
import type { RecentHistory } from './recent-changes.tsx';

interface RecentPeekProps {
  readonly row: { readonly id: string };
  readonly children: ReactNode;
}

/** The peek of records with a history: their latest changes, under the query key of the history. */
export const recentPeek = (document: RecentHistory, queryKey: (id: string) => readonly unknown[]) =>
  lazy(async () => {
    const { RecentChanges } = await import('./recent-changes.tsx');
    return {
      default: ({ row: { id }, children }: RecentPeekProps) =>
        createElement(Fragment, null, children, createElement(RecentChanges, { document, id, queryKey: queryKey(id) })),
    };
  });
