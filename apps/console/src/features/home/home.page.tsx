import { may, type Permission } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useSelector } from '@tanstack/react-store';
import { greetingKey } from '../../lib/page/greeting.ts';
import { PageHeader } from '../../lib/page/page-header.tsx';
import { session } from '../../lib/settings/session.ts';
import styles from './home.module.css';
import { HomeAccounts } from './home-accounts.tsx';
import { HomeAttention } from './home-attention.tsx';
import { HomeCampaigns } from './home-campaigns.tsx';
import { HomeNotifications } from './home-notifications.tsx';
import { HomeRecent } from './home-recent.tsx';
import { HomeSince } from './home-since.tsx';

/** The index page: a greeting, items that need attention, news, and the cards that the person's permissions allow. */
export function HomePage() {
  const { t } = useMessages();
  const { person } = useSelector(session.state);
  const mayUse = (permission: Permission) => may(person?.roles ?? [], permission);
  const name = person?.name ?? t('common.value.unknown-person');
  return (
    <div className="bc-home-page">
      <PageHeader title={t(greetingKey(), { name })} />
      <div className={styles['root']}>
        <div className="bc-gap-xl bc-column">
          <HomeAttention />
          {mayUse('campaign.read') ? <HomeCampaigns /> : null}
          {mayUse('notification.read') ? <HomeNotifications /> : null}
        </div>
        <div className="bc-gap-xl bc-column">
          <HomeSince />
          <HomeRecent />
          {mayUse('account.read') ? <HomeAccounts /> : null}
        </div>
      </div>
    </div>
  );
}
