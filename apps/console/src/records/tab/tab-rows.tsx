import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, Skeleton, type UiIcon } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { QueryFailure } from '../../lib/page/query-failure.tsx';
import { TabHead, type TabHeadProps } from './tab-head.tsx';
import styles from './tab-rows.module.css';

interface Loaded {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): Promise<unknown>;
}

interface MorePages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

interface TabRowsProps {
  readonly loaded: Loaded & Partial<MorePages>;
  readonly head: TabHeadProps;
  /** Number of the rows shown. */
  readonly rowCount: number;
  /** The empty state of the tab, instead of its head. */
  readonly empty: { readonly title: string; readonly body: ReactNode; readonly action?: ReactNode };
  /** Between head and rows, such as the form of a new row. */
  readonly above?: ReactNode;
  /** Removes the filter; null without one. */
  readonly onShowAll?: (() => void) | null;
  /** Rows, or sections of them. */
  readonly children: ReactNode;
}

const SKELETON_WIDTHS = ['14rem', '18rem', '11rem', '16rem'];

/** The rows of a record's tab below its head; a skeleton, an error with Retry or the empty state in their place. */
export function TabRows({ loaded, head, rowCount, empty, above, onShowAll = null, children }: TabRowsProps) {
  const { t } = useMessages();
  if (loaded.error) {
    return <QueryFailure query={loaded} title={t('records.tab.failed')} />;
  }
  if (loaded.isPending) {
    return (
      <div className={styles['tab']} role="status" aria-label={t('common.place.loading')}>
        <Skeleton width="20rem" height="1.25rem" />
        <div className={styles['card']}>
          {SKELETON_WIDTHS.map((width) => (
            <div key={width} className={styles['row']}>
              <Skeleton width="2rem" height="2rem" />
              <Skeleton width={width} />
            </div>
          ))}
        </div>
      </div>
    );
  }
  return (
    <div className={styles['tab']}>
      {rowCount === 0 && onShowAll === null ? null : <TabHead {...head} />}
      {above ?? null}
      {rowCount > 0 ? (
        children
      ) : (
        <div className={styles['empty']}>
          {onShowAll === null ? (
            <EmptyState {...empty} />
          ) : (
            <EmptyState
              title={t('records.tab.none-match')}
              action={<Button onClick={onShowAll}>{t('records.tab.show-all')}</Button>}
            />
          )}
        </div>
      )}
      {loaded.hasNextPage ? (
        <Button
          className={styles['more'] ?? ''}
          loading={loaded.isFetchingNextPage ?? false}
          onClick={() => void loaded.fetchNextPage?.()}
        >
          {t('records.tab.more')}
        </Button>
      ) : null}
    </div>
  );
}

/** Rows of a tab as a card, with a title where there are several. */
export function TabCard({ title, children }: { readonly title?: string | undefined; readonly children: ReactNode }) {
  return (
    <section className={styles['card']} aria-label={title}>
      {title === undefined ? null : <h2 dir="auto">{title}</h2>}
      <ul>{children}</ul>
    </section>
  );
}

interface TabRowProps {
  /** The picture of the row, or the icon of its kind. */
  readonly picture?: ReactNode;
  readonly icon?: UiIcon;
  readonly title: ReactNode;
  /** Details in order; null is skipped. */
  readonly details: readonly ReactNode[];
  /** Further lines. */
  readonly notes?: readonly ReactNode[];
  readonly end?: ReactNode;
  /** No longer in effect. */
  readonly isOver?: boolean;
  /** The end stays beside the title on a phone. */
  readonly isInline?: boolean;
}

/** A row of a tab. */
export function TabRow({ picture, icon: Icon, title, details, notes = [], end, isOver, isInline }: TabRowProps) {
  return (
    <li className={styles['row']} data-over={isOver || undefined} data-inline={isInline || undefined}>
      <span className={styles['picture']}>
        {picture ?? (Icon ? <Icon size={16} stroke={1.75} aria-hidden /> : null)}
      </span>
      <div className={styles['text']}>
        <div className={styles['title']}>{title}</div>
        <small>
          <DetailLine details={details} />
        </small>
        {notes
          .filter((note) => note != null)
          .map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have a fixed order
            <small key={index}>{note}</small>
          ))}
      </div>
      {end ? <div className={styles['end']}>{end}</div> : null}
    </li>
  );
}

/** Details in one line, with dots between them; null is skipped. */
export function DetailLine({ details }: { readonly details: readonly ReactNode[] }) {
  return details
    .filter((detail) => detail !== null)
    .map((detail, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: details have a fixed order
      <Fragment key={index}>
        {index > 0 ? ' · ' : null}
        <bdi>{detail}</bdi>
      </Fragment>
    ));
}
