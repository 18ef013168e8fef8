import { useMessages } from '@backcounter/i18n/react';
import { ErrorPanel, Skeleton } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { Face } from '../../lib/presence/presence-face.tsx';
import { useRecentRecords } from '../../lib/record/recent-records.ts';
import { useReference } from '../../lib/record/reference.ts';
import styles from './home.module.css';

const SKELETON_WIDTHS = ['9rem', '7rem', '8rem'];

/** Records that the person has opened, the last one first. */
export function HomeRecent() {
  const { t } = useMessages();
  const { data: records, error, isPending, isFetching, refetch } = useRecentRecords();
  const reference = useReference(error);
  return (
    <section className={styles['card']} aria-labelledby="home-recent" aria-busy={isPending}>
      <div className={styles['cardHead']}>
        <h2 id="home-recent">{t('home.recent.title')}</h2>
      </div>
      {isPending
        ? SKELETON_WIDTHS.map((width) => (
            <div key={width} className={styles['row']}>
              <Skeleton width={width} />
            </div>
          ))
        : null}
      {error && !records ? (
        <ErrorPanel
          title={t('home.recent.failed')}
          body={t(errorKeyOf(error))}
          retry={{ label: t('common.action.retry'), onClick: () => void refetch(), isBusy: isFetching }}
          {...(reference ? { reference } : {})}
        />
      ) : null}
      {records?.length === 0 ? <p className={styles['none']}>{t('home.recent.none')}</p> : null}
      {records?.map((record) => (
        <Link key={record.href} to={record.href} className={styles['row']} data-plain="">
          {record.face ? <Face owner={record.face} /> : null}
          <span className={styles['name']}>
            <bdi>{record.title}</bdi>
          </span>
          <span className={styles['when']}>{t(record.sectionKey)}</span>
        </Link>
      ))}
    </section>
  );
}
