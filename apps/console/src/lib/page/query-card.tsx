import { Skeleton } from '@backcounter/ui';
import type { ReactNode } from 'react';
import styles from './query-card.module.css';
import { QueryFailure } from './query-failure.tsx';

const SKELETON_WIDTHS = ['9rem', '7rem', '10rem', '8rem', '9.5rem', '7.5rem'];

interface QueryCardProps {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  /** Its data; previous data stays when a later load fails. */
  readonly query: {
    readonly data: unknown;
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** Number of rows to expect. */
  readonly rows: number;
  readonly hasFaces?: boolean;
  /** Attributes of a row that say how high it is. */
  readonly placeholder?: { readonly 'data-send'?: '' };
  /** Title of a failure. */
  readonly failed: string;
  readonly children: ReactNode;
}

/** A card that loads and fails on its own. */
export function QueryCard({
  id,
  title,
  aside,
  query,
  rows,
  hasFaces = false,
  placeholder = {},
  failed,
  children,
}: QueryCardProps) {
  return (
    <section className={styles['card']} aria-labelledby={id} aria-busy={query.isPending}>
      <div className={styles['cardHead']}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {query.isPending
        ? SKELETON_WIDTHS.slice(0, rows).map((width) => (
            <div key={width} className={styles['row']} {...(hasFaces ? { 'data-face': '' } : {})} {...placeholder}>
              {hasFaces ? <Skeleton width="1.5rem" height="1.5rem" /> : null}
              <Skeleton width={width} />
            </div>
          ))
        : null}
      {query.error && query.data === undefined ? <QueryFailure query={query} title={failed} /> : null}
      {children}
    </section>
  );
}
