import { useMessages } from '@backcounter/i18n/react';
import { formatRelative } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { HomeNotificationFragment } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import styles from '../../lib/page/query-card.module.css';
import { QueryCard } from '../../lib/page/query-card.tsx';
import { NotificationStateMark } from '../notification/public.tsx';
import { homeNotificationsQuery } from './home.operations.ts';

/** Notifications of the seven days before and after now. */
export function HomeNotifications() {
  const { t, locale, timeZone } = useMessages();
  const notifications = useQuery({
    queryKey: ['home', 'notifications', locale],
    queryFn: ({ signal }) => load(homeNotificationsQuery, { locale }, signal),
  });
  const { data } = notifications;
  const nodes = data && [...data.coming.nodes.toReversed(), ...data.recent.nodes];
  return (
    <QueryCard
      id="home-notifications"
      title={t('home.notifications.title')}
      aside={
        <Link to="/notifications" className="bc-link">
          {t('home.notifications.all')}
        </Link>
      }
      query={notifications}
      rows={4}
      placeholder={{ 'data-send': '' }}
      failed={t('home.notifications.failed')}
    >
      {nodes?.length === 0 ? <p className={styles['none']}>{t('home.notifications.none')}</p> : null}
      {nodes?.map(({ id, title, state, startsAt, figures, reasons }) => (
        <Link key={id} to="/notifications/$id" params={{ id }} className={styles['row']} data-send="">
          <span className={styles['name']}>
            <bdi>{title}</bdi>
          </span>
          <span className={styles['when']}>
            {figures.recipients > 0 ? t('home.notifications.recipients', { count: figures.recipients }) : null}
            <Capped reasons={reasons} />
          </span>
          <NotificationStateMark state={state} />
          {startsAt == null ? (
            <span />
          ) : (
            <time dateTime={startsAt}>{formatRelative(new Date(startsAt), new Date(), { locale, timeZone })}</time>
          )}
        </Link>
      ))}
    </QueryCard>
  );
}

/** The accounts that were skipped because they had as many notifications as the caps allow. */
function Capped({ reasons }: { readonly reasons: HomeNotificationFragment['reasons'] }) {
  const { t } = useMessages();
  const count = reasons.find(({ reason }) => reason === 'FREQUENCY_CAP')?.count ?? 0;
  return count === 0 ? null : <> · {t('home.notifications.capped', { count })}</>;
}
