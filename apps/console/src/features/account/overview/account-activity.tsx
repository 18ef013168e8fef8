import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime, Skeleton, type UiIcon } from '@backcounter/ui';
import { IconBell, IconGift, IconHistory, IconTicket } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { currentRoles } from '../../../lib/settings/session.ts';
import { OPEN_ENTRY } from '../../../points/points-entry-list.ts';
import { KIND_ICONS, partyName, signedPoints } from '../../../points/points-words.ts';
import { verbWords } from '../../../records/action-words.ts';
import { LoadProblem } from '../../../records/load-problem.tsx';
import { RecordCard } from '../../../records/record-page.tsx';
import { RedemptionStateMark } from '../../campaign/public.tsx';
import { WinnerStateMark } from '../../giveaway/public.tsx';
import { DeliveryStateMark } from '../../notification/public.tsx';
import { accountWords } from '../account-words.ts';
import { ACTIVITY_ROWS, type Activity, type ActivitySource, useActivity } from './use-activity.ts';
import './account-activity.css';

type Of<Source extends ActivitySource> = Extract<Activity, { readonly source: Source }>['of'];

const SKELETON_WIDTHS = ['14rem', '18rem', '11rem', '16rem'];

/** Latest activity of an account from all sources, each with a link. */
export function AccountActivity({ account }: { readonly account: { readonly id: string } }) {
  const { t } = useMessages();
  const { rows, failed } = useActivity(account.id);
  return (
    <RecordCard
      title={t('account.activity.title')}
      action={<small className="bc-activity-order">{t('account.activity.order')}</small>}
    >
      {failed.map(({ source, error, isFetching, retry }) => (
        <div key={source} className="bc-activity-problem">
          <LoadProblem
            what={t(`account.activity.failed.${source}`)}
            error={error}
            isBusy={isFetching}
            onRetry={retry}
          />
        </div>
      ))}
      {rows === null ? (
        <div className="bc-activity" role="status" aria-label={t('common.place.loading')}>
          {Array.from({ length: ACTIVITY_ROWS }, (_, index) => SKELETON_WIDTHS[index % SKELETON_WIDTHS.length]).map(
            (width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholder bars never move
              <div key={index} className="bc-activity-row">
                <Skeleton width="3rem" />
                <Skeleton width="1rem" height="1rem" />
                <Skeleton width={width ?? '12rem'} />
              </div>
            ),
          )}
        </div>
      ) : rows.length > 0 ? (
        <ol className="bc-activity">
          {rows.map((row) => (
            <ActivityRow key={`${row.source} ${row.key}`} row={row} account={account.id} />
          ))}
        </ol>
      ) : failed.length === 0 ? (
        <p className="bc-activity-none">{t('account.activity.none')}</p>
      ) : null}
    </RecordCard>
  );
}

function ActivityRow({ row, account }: { readonly row: Activity; readonly account: string }) {
  switch (row.source) {
    case 'points':
      return <PointsRow at={row.at} of={row.of} account={account} />;
    case 'notifications':
      return <NotificationRow at={row.at} of={row.of} />;
    case 'coupons':
      return <CouponRow at={row.at} of={row.of} />;
    case 'giveaways':
      return <GiveawayRow at={row.at} of={row.of} account={account} />;
    case 'history':
      return <HistoryRow at={row.at} of={row.of} account={account} />;
  }
}

interface LineProps {
  readonly at: string;
  readonly icon: UiIcon;
  /** The event. */
  readonly what: ReactNode;
  /** Details such as amount, place and actor, in order. */
  readonly details: readonly ReactNode[];
  readonly end?: ReactNode;
}

function Line({ at, icon: Icon, what, details, end }: LineProps) {
  const { locale, timeZone } = useMessages();
  return (
    <li className="bc-activity-row">
      <RelativeTime value={new Date(at)} locale={locale} timeZone={timeZone} />
      <Icon size={16} stroke={1.75} aria-hidden />
      <p>
        <b>{what}</b>{' '}
        <span>
          {details
            .filter((detail) => detail !== null)
            .map((detail, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: details have a fixed order
              <Fragment key={index}>
                {index > 0 ? ' · ' : null}
                <bdi>{detail}</bdi>
              </Fragment>
            ))}
        </span>
      </p>
      {end ?? null}
    </li>
  );
}

function PointsRow({ at, of, account }: { readonly at: string; readonly of: Of<'points'>; readonly account: string }) {
  const { t, locale } = useMessages();
  const search = { tab: 'points', [OPEN_ENTRY]: of.transferId };
  return (
    <Line
      at={at}
      icon={KIND_ICONS[of.code]}
      what={
        <Link to="/accounts/$id" params={{ id: account }} search={search} resetScroll={false}>
          {t(`points.kind.${of.code}`)}
        </Link>
      }
      details={[partyName(of.otherSide, { t }), of.referenceId ?? null, of.reason ?? null]}
      end={
        <span className="bc-activity-points" data-sign={of.delta > 0 ? 'plus' : 'minus'}>
          <bdi dir="ltr">{signedPoints(of.delta, locale)}</bdi>
          {of.reversedBy ? <small>{t('points.entry.reversed')}</small> : null}
        </span>
      }
    />
  );
}

function NotificationRow({ at, of }: { readonly at: string; readonly of: Of<'notifications'> }) {
  const { t } = useMessages();
  return (
    <Line
      at={at}
      icon={IconBell}
      what={t('account.activity.notification')}
      details={[
        <Link key="title" to="/notifications/$id" params={{ id: of.notification.id }}>
          {of.notification.title}
        </Link>,
        of.topic.name,
        of.reason ? t(`delivery.reason.${of.reason}`) : null,
      ]}
      end={<DeliveryStateMark state={of.state} />}
    />
  );
}

function CouponRow({ at, of }: { readonly at: string; readonly of: Of<'coupons'> }) {
  const { t } = useMessages();
  const { id, name } = of.campaign;
  return (
    <Line
      at={at}
      icon={IconTicket}
      what={t('account.activity.coupon')}
      details={[
        may(currentRoles(), 'area.campaign-coupons') ? (
          <Link key="campaign" to="/campaigns/$id" params={{ id }}>
            {name}
          </Link>
        ) : (
          name
        ),
        of.store?.name ?? t('account.coupon.in-app'),
      ]}
      end={<RedemptionStateMark state={of.state} isLapsed={of.isLapsed} />}
    />
  );
}

interface GiveawayRowProps {
  readonly at: string;
  readonly of: Of<'giveaways'>;
  readonly account: string;
}

function GiveawayRow({ at, of, account }: GiveawayRowProps) {
  const { t, locale } = useMessages();
  const { giveaway, tickets, winnerState } = of;
  return (
    <Line
      at={at}
      icon={IconGift}
      what={t('account.activity.giveaway')}
      details={[
        <Link key="title" to="/giveaways/$id/transactions" params={{ id: giveaway.id }} search={{ account }}>
          {giveaway.title}
        </Link>,
        t('account.giveaway.tickets', { count: tickets, figure: new Intl.NumberFormat(locale).format(tickets) }),
      ]}
      end={winnerState == null ? null : <WinnerStateMark status={winnerState} />}
    />
  );
}

interface HistoryRowProps {
  readonly at: string;
  readonly of: Of<'history'>;
  readonly account: string;
}

function HistoryRow({ at, of, account }: HistoryRowProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const { labelOf } = accountWords(messages, () => undefined);
  // Names of other actions already say what they change.
  const fields = of.action === 'account.update' ? of.changes.map(({ field }) => labelOf(field)) : [];
  return (
    <Line
      at={at}
      icon={IconHistory}
      what={
        <Link to="/accounts/$id" params={{ id: account }} search={{ tab: 'history' }} resetScroll={false}>
          {verbWords(of.action, messages)}
        </Link>
      }
      details={[
        fields.length > 0 ? new Intl.ListFormat(locale, { type: 'unit' }).format(fields) : null,
        t('account.activity.by', { name: of.actor.name }),
        of.reason ?? null,
      ]}
      end={of.outcome === 'DONE' ? null : t(`audit.outcome.${of.outcome}`)}
    />
  );
}
