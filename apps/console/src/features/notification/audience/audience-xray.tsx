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
import type { ReactNode } from 'react';
import type { AudienceExclusion, AudienceHold } from '../../../generated/graphql.ts';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { formatClock } from '../../../lib/format/dates.ts';
import styles from './audience-xray.module.css';
import { type Audience, reachOf } from './use-audience.ts';

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
        <p className="bc-muted" role="alert">
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

/** Figures of an audience as text, an estimate with its sign. */
function useFigures({ kind }: Audience) {
  const { t, figure } = useMessages();
  return {
    figure,
    about: (count: number) => (kind === 'EXACT' ? figure(count) : t('notification.estimate', { count })),
    minus: (count: number) => (count === 0 ? figure(0) : `−${figure(count)}`),
  };
}

interface ReachProps {
  readonly data: Audience;
  /** Lines before the recipients. */
  readonly children?: ReactNode;
}

/** From the recipients down to those reachable: the same lines beside the form and in the question before sending. */
export function Reach({ data, children = null }: ReachProps) {
  const { t } = useMessages();
  const { about, minus } = useFigures(data);
  const { reachable, delayed } = reachOf(data);
  return (
    <>
      <dl className={styles['lines']}>
        {children}
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

/** All accounts, less each loss, are those reachable. */
function Subtraction({ data }: { readonly data: Audience }) {
  const { t } = useMessages();
  const { figure, about, minus } = useFigures(data);
  const { others, selected, lost, reachable } = reachOf(data);
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
      <Reach data={data}>
        <Line icon={IconUsersGroup} name={t('notification.xray.accounts')} value={figure(data.accounts)} />
        {others.map(excluded)}
        <Line icon={IconFilter} name={t('notification.xray.selected')} value={about(selected)} isTotal />
        {lost.map(excluded)}
      </Reach>
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
