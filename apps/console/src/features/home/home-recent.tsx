import { useMessages } from '@backcounter/i18n/react';
import { ErrorPanel, Skeleton } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { Face } from '../../lib/presence/presence-face.tsx';
import { useRecentRecords } from '../../lib/record/recent-records.ts';
import { useReference } from '../../lib/record/reference.ts';

const SKELETON_WIDTHS = ['9rem', '7rem', '8rem'];

/** Records that the person has opened, the last one first. */
export function HomeRecent() {
  const { t } = useMessages();
  const { data: records, error, isPending, isFetching, refetch } = useRecentRecords();
  const reference = useReference(error);
  return (
    <section className="bc-card" aria-labelledby="home-recent" aria-busy={isPending}>
      <div className="bc-card-head">
        <h2 id="home-recent">{t('home.recent.title')}</h2>
      </div>
      {isPending
        ? SKELETON_WIDTHS.map((width) => (
            <div key={width} className="bc-home-row">
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
      {records?.length === 0 ? <p className="bc-home-none">{t('home.recent.none')}</p> : null}
      {records?.map((record) => (
        <Link key={record.href} to={record.href} className="bc-home-row" data-plain="">
          {record.face ? <Face owner={record.face} /> : null}
          <span className="bc-home-name">
            <bdi>{record.title}</bdi>
          </span>
          <span className="bc-home-when">{t(record.sectionKey)}</span>
        </Link>
      ))}
    </section>
  );
}
