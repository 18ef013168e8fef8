import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { QueryFailure } from '../lib/page/query-failure.tsx';
import styles from './record-page.module.css';

/** Properties of {@link RecordGate}. */
export interface RecordGateProps<Loaded> {
  /** The query for the record; null if there is none that this person may see. */
  readonly query: {
    readonly data: Loaded | null | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly isPending: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** Titles for a record that could not be loaded, and for a missing one. */
  readonly words: { readonly failed: string; readonly missing: string };
  /** The list of the other records. */
  readonly list: { readonly path: string; readonly title: string };
  readonly children: (record: Loaded) => ReactNode;
}

/** Placeholder of a record until it has loaded: a skeleton, the error with Retry, or that it does not exist. */
export function RecordGate<Loaded>({ query, words, list, children }: RecordGateProps<Loaded>) {
  const { t } = useMessages();
  if (query.data) return children(query.data);
  if (query.error) {
    return <QueryFailure isPageTitle query={query} title={words.failed} />;
  }
  if (query.isPending) {
    return (
      <div className={styles['head']} role="status" aria-label={t('common.place.loading')}>
        <Skeleton width="2.75rem" height="2.75rem" />
        <div className={styles['names']}>
          <Skeleton width="12rem" height="1.25rem" />
        </div>
      </div>
    );
  }
  return (
    <EmptyState
      isPageTitle
      title={words.missing}
      body={t('error.record.not-found')}
      action={
        <Button component={Link} to={list.path}>
          {list.title}
        </Button>
      }
    />
  );
}
