import { useMessages } from '@backcounter/i18n/react';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { Face } from '../../lib/presence/presence-face.tsx';
import { recentRecords } from '../../lib/record/recent-records.ts';

/** Records opened in this tab, the last one first. */
export function HomeRecent() {
  const { t } = useMessages();
  const records = useSelector(recentRecords.list);
  return (
    <section className="bc-card" aria-labelledby="home-recent">
      <div className="bc-card-head">
        <h2 id="home-recent">{t('home.recent.title')}</h2>
      </div>
      {records.length === 0 ? <p className="bc-home-none">{t('home.recent.none')}</p> : null}
      {records.map((record) => (
        <Link key={record.href} to={record.href} className="bc-home-row" data-plain="">
          <RecordFace href={record.href} />
          <span className="bc-home-name">
            <bdi>{record.title}</bdi>
          </span>
          <span className="bc-home-when">{t(record.sectionKey)}</span>
        </Link>
      ))}
    </section>
  );
}

function RecordFace({ href }: { readonly href: string }) {
  const owner = recentRecords.faceOf(href);
  return owner ? <Face owner={owner} /> : null;
}
