import { useMessages } from '@backcounter/i18n/react';
import { Link } from '@tanstack/react-router';
import styles from '../../lib/page/query-card.module.css';
import { QueryCard } from '../../lib/page/query-card.tsx';
import { Face } from '../../lib/presence/presence-face.tsx';
import { useRecentRecords } from '../../lib/record/recent-records.ts';

/** Records that the person has opened, the last one first. */
export function HomeRecent() {
  const { t } = useMessages();
  const recent = useRecentRecords();
  const records = recent.data;
  return (
    <QueryCard id="home-recent" title={t('home.recent.title')} query={recent} rows={3} failed={t('home.recent.failed')}>
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
    </QueryCard>
  );
}
