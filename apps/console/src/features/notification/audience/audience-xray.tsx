import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBellOff,
  IconDeviceMobileCheck,
  IconDeviceMobileOff,
  IconFilter,
  IconGauge,
  IconHourglassEmpty,
  IconMoon,
  IconUserOff,
  IconUsers,
  IconUsersGroup,
  IconVolumeOff,
} from '@tabler/icons-react';
import type { AudienceExclusion, AudienceHold } from '../../../generated/graphql.ts';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { formatClock } from '../../../lib/format/dates.ts';
import styles from './audience-xray.module.css';
import type { Audience } from './use-audience.ts';

const WHY_NOT: Readonly<Record<AudienceExclusion, typeof IconBellOff>> = {
  ACCOUNT_NOT_ACTIVE: IconUserOff,
  OUTSIDE_FILTERS: IconFilter,
  UNSUBSCRIBED: IconBellOff,
  NO_CONSENT: IconVolumeOff,
};
const HELD: Readonly<Record<AudienceHold, typeof IconBellOff>> = {
  NO_DEVICE: IconDeviceMobileOff,
  FREQUENCY_CAP: IconGauge,
  QUIET_HOURS: IconMoon,
  EXPIRED: IconHourglassEmpty,
  NOT_PREPARED: IconAlertTriangle,
};

interface AudienceXrayProps {
  readonly audience: {
    readonly data: Audience | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly isBehind?: boolean;
    readonly refetch: () => unknown;
  };
}

/** The reach of a notification: all accounts, less each loss. Every account is counted in exactly one line. */
export function AudienceXray({ audience }: AudienceXrayProps) {
  const { t, locale, timeZone } = useMessages();
  const { data } = audience;
  return (
    <section
      className={styles['xray']}
      aria-label={t('notification.xray.title')}
      data-behind={audience.isBehind || undefined}
    >
      <header>
        <h2>{t('notification.xray.title')}</h2>
        {data ? (
          <small>
            {t(data.kind === 'EXACT' ? 'notification.xray.counted' : 'notification.xray.estimated', {
              time: formatClock(data.at, { locale, timeZone }) ?? '',
            })}
          </small>
        ) : null}
      </header>
      {audience.error && !data ? (
        <p className={styles['failed']} role="alert">
          {t(errorKeyOf(audience.error))}{' '}
          <Button size="sm" loading={audience.isFetching} onClick={() => void audience.refetch()}>
            {t('common.action.retry')}
          </Button>
        </p>
      ) : data ? (
        <Subtraction data={data} />
      ) : audience.isFetching ? (
        <Skeleton width="8rem" height="1.5rem" />
      ) : (
        <p className="bc-form-hint">{t('notification.xray.none')}</p>
      )}
    </section>
  );
}

/** Why accounts of the topic that match the filters are no recipients; the other reasons are no choice of accounts. */
const OF_SELECTED: readonly AudienceExclusion[] = ['ACCOUNT_NOT_ACTIVE', 'NO_CONSENT'];

/** All accounts, less each loss, are those reachable. */
function Subtraction({ data }: { readonly data: Audience }) {
  const { t, locale } = useMessages();
  const figure = new Intl.NumberFormat(locale);
  const isExact = data.kind === 'EXACT';
  const about = (count: number) =>
    isExact ? figure.format(count) : t('notification.estimate', { figure: figure.format(count) });
  const minus = (count: number) => (count === 0 ? figure.format(0) : `−${figure.format(count)}`);
  const reachable = data.skipped.reduce((left, { count }) => left - count, data.recipients);
  const others = data.excluded.filter(({ reason }) => !OF_SELECTED.includes(reason));
  const lost = data.excluded.filter(({ reason }) => OF_SELECTED.includes(reason));
  const selected = others.reduce((left, { count }) => left - count, data.accounts);
  const delayed = data.holds.find(({ reason }) => reason === 'QUIET_HOURS')?.count ?? 0;
  const excluded = ({ reason, count }: (typeof lost)[number]) => (
    <Line key={reason} icon={WHY_NOT[reason]} name={t(`notification.excluded.${reason}`)} value={minus(count)} />
  );
  return (
    <>
      <p className={styles['figure']} role="status">
        <b>{about(reachable)}</b> {t('notification.xray.reachable', { figure: about(selected) })}
      </p>
      <span className={styles['bar']} aria-hidden="true">
        <span data-part="in" style={{ flexGrow: reachable }} />
        {[...data.skipped, ...lost].map(({ reason, count }) => (
          <span key={reason} data-part={reason} style={{ flexGrow: count }} />
        ))}
      </span>
      <dl>
        <Line icon={IconUsersGroup} name={t('notification.xray.accounts')} value={figure.format(data.accounts)} />
        {others.map(excluded)}
        <Line icon={IconFilter} name={t('notification.xray.selected')} value={about(selected)} isTotal />
        {lost.map(excluded)}
        <Line icon={IconUsers} name={t('notification.figure.recipients')} value={about(data.recipients)} isTotal />
        {data.skipped.map(({ reason, count }) => (
          <Line key={reason} icon={HELD[reason]} name={t(`notification.hold.${reason}`)} value={minus(count)} />
        ))}
        <Line icon={IconDeviceMobileCheck} name={t('notification.xray.total')} value={about(reachable)} isTotal />
      </dl>
      {delayed > 0 ? (
        <p className="bc-form-hint">{t('notification.xray.delayed', { count: delayed, figure: about(delayed) })}</p>
      ) : null}
    </>
  );
}

interface LineProps {
  readonly icon: typeof IconBellOff;
  readonly name: string;
  readonly value: string;
  readonly isTotal?: boolean;
}

function Line({ icon: Icon, name, value, isTotal = false }: LineProps) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>
        <Icon size={16} stroke={1.75} aria-hidden /> {name}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
