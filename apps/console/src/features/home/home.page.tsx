import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { PageHeader } from '../../lib/page/page-header.tsx';
import { Face } from '../../lib/presence/presence-face.tsx';
import { recentRecords } from '../../lib/record/recent-records.ts';
import { session } from '../../lib/settings/session.ts';
import { HomeAccounts } from './home-accounts.tsx';
import { HomeAttention } from './home-attention.tsx';
import { HomeSince } from './home-since.tsx';
import './home.css';

/** Records opened in this tab, the latest first. */
function HomeRecent() {
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

function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

/** The index page: a greeting, items that need attention, news, and recent records. */
export function HomePage() {
  const { t } = useMessages();
  const { person } = useSelector(session.state);
  const name = person?.name ?? t('common.value.unknown-person');
  return (
    <div className="bc-home-page">
      <PageHeader title={t(`home.place.${partOfDay(new Date().getHours())}`, { name })} />
      <div className="bc-home">
        <div>
          <HomeAttention />
        </div>
        <div>
          <HomeSince />
          <HomeRecent />
          {may(person?.roles ?? [], 'account.read') ? <HomeAccounts /> : null}
        </div>
      </div>
    </div>
  );
}
