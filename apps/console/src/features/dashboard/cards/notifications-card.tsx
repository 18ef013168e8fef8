import { useMessages } from '@backcounter/i18n/react';
import { IconAlertTriangle, IconPlayerSkipForward } from '@tabler/icons-react';
import { load } from '../../../lib/api/graphql-client.ts';
import { numberFormat } from '../../../lib/format/formats.ts';
import { dashboardNotificationsQuery } from '../dashboard.operations.ts';
import { notificationsSearch } from '../dashboard-links.ts';
import { countDays } from '../filters/dashboard-period.ts';
import { useTile } from '../use-tile.ts';
import { Card } from './card.tsx';
import styles from './cards.module.css';
import { Drill } from './drill.tsx';

const STEPS = ['recipients', 'sent', 'received', 'opened'] as const;

/** Delivery funnel of the period's notifications. */
export function NotificationsCard() {
  const { t, locale, figure } = useMessages();
  const tile = useTile('notifications', async (filter, signal) => {
    return (await load(dashboardNotificationsQuery, { filter }, signal)).dashboardNotifications;
  });
  const percent = numberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return (
    <Card
      title={t('dashboard.notifications.title')}
      note={tile.data ? t('dashboard.days', { days: countDays(tile.data) }) : null}
      tile={tile}
      height="16rem"
      skeletonRows={4}
      aside={({ notifications, ...data }) => (
        <Drill to="/notifications" search={notificationsSearch(data)}>
          {t('dashboard.notifications.count', { count: notifications.value })}
        </Drill>
      )}
    >
      {(data) =>
        data.recipients.value === 0 ? (
          <p data-none>{t('dashboard.notifications.none')}</p>
        ) : (
          <>
            <dl className={styles['stepsBars']}>
              {STEPS.map((step) => {
                const share = Math.min(1, data[step].value / data.recipients.value);
                return (
                  <div className="bc-wrap bc-between" key={step}>
                    <dt className="bc-muted">{t(`notification.figure.${step}`)}</dt>
                    <dd className="bc-flex bc-gap-md bc-number">
                      <b className="bc-strong">{figure(data[step].value)}</b>
                      <small>{step === 'recipients' ? null : percent.format(share)}</small>
                    </dd>
                    <span className={styles['shareBar']} aria-hidden="true">
                      <span style={{ inlineSize: `${share * 100}%` }} />
                    </span>
                  </div>
                );
              })}
            </dl>
            <p className={styles['stepsRest']}>
              <span className="bc-inline bc-gap-xs" data-tone={data.failed.value > 0 ? 'negative' : undefined}>
                <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
                {t('dashboard.notifications.failed', { count: data.failed.value })}
              </span>
              <span className="bc-inline bc-gap-xs">
                <IconPlayerSkipForward className="bc-mirror" size={14} stroke={1.75} aria-hidden />
                {t('dashboard.notifications.skipped', { count: data.skipped.value })}
              </span>
            </p>
          </>
        )
      }
    </Card>
  );
}
