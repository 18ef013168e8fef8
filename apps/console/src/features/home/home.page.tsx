import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useSelector } from '@tanstack/react-store';
import { PageHeader } from '../../lib/page/page-header.tsx';
import { session } from '../../lib/settings/session.ts';
import styles from './home.module.css';
import { HomeAccounts } from './home-accounts.tsx';
import { HomeAttention } from './home-attention.tsx';
import { HomeRecent } from './home-recent.tsx';
import { HomeSince } from './home-since.tsx';

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
      <div className={styles['root']}>
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
