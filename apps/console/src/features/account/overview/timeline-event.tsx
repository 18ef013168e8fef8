import { may } from '@backcounter/domain';
import { type MessagesHook, useMessages } from '@backcounter/i18n/react';
import type { UiIcon } from '@backcounter/ui';
import { IconAward, IconBell, IconGift, IconHistory, IconNote, IconTicket } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, memo, type ReactNode } from 'react';
import { formatClock } from '../../../lib/format/dates.ts';
import { formatList } from '../../../lib/format/formats.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import { OPEN_ENTRY } from '../../../points/points-entry-list.ts';
import { KIND_ICONS, partyName, plainPoints, referenceName, signedPoints } from '../../../points/points-words.ts';
import { verbWords } from '../../../records/action-words.ts';
import { RedemptionStateMark } from '../../campaign/public.tsx';
import { WinnerStateMark } from '../../giveaway/public.tsx';
import { DeliveryStateMark } from '../../notification/public.tsx';
import { accountWords } from '../account-words.ts';
import styles from './account-timeline.module.css';
import type { EventKind, TimelineEvent } from './timeline-sources.ts';

type Of<Kind extends EventKind> = Extract<TimelineEvent, { readonly kind: Kind }>['of'];

interface EventRowProps {
  readonly event: TimelineEvent;
  /** Id of the account. */
  readonly account: string;
}

/** One event of an account's timeline. */
export const EventRow = memo(function EventRow({ event, account }: EventRowProps) {
  const { at } = event;
  switch (event.kind) {
    case 'points':
      return <PointsRow at={at} of={event.of} account={account} />;
    case 'notifications':
      return <NotificationRow at={at} of={event.of} />;
    case 'coupons':
      return <CouponRow at={at} of={event.of} />;
    case 'giveaways':
      return <GiveawayRow at={at} of={event.of} account={account} />;
    case 'badges':
      return <BadgeRow at={at} of={event.of} account={account} />;
    case 'notes':
      return <NoteRow at={at} of={event.of} />;
    case 'history':
      return <HistoryRow at={at} of={event.of} account={account} />;
  }
});

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
  return (
    <li className={styles['row']}>
      <Clock at={at} />
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

/** The time of an event on its day. */
function Clock({ at }: { readonly at: string }) {
  const { locale, timeZone } = useMessages();
  return <time dateTime={at}>{formatClock(at, { locale, timeZone })}</time>;
}

/** The reference of an entry; a giveaway that is the other side as well is named once. */
function referenceOf(of: Of<'points'>, formats: Pick<MessagesHook, 't'>): string | null {
  return of.reference && of.reference.id === of.otherSide.ownerId ? null : referenceName(of, formats);
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
      details={[partyName(of.otherSide, { t }), referenceOf(of, { t }), of.reason ?? null]}
      end={
        <span className={styles['points']} data-sign={of.delta > 0 ? 'plus' : 'minus'}>
          {of.reversedBy ? <small>{t('points.entry.reversed')}</small> : null}
          <bdi className="bc-medium" dir="ltr">
            {signedPoints(of.delta, locale)}
          </bdi>
          {of.balanceAfter == null ? null : (
            <span>
              <span className="bc-sr-only">{t('points.entry.balance')} </span>
              {plainPoints(of.balanceAfter, locale)}
            </span>
          )}
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
  const { t } = useMessages();
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
        t('account.giveaway.tickets', { count: tickets }),
      ]}
      end={winnerState == null ? null : <WinnerStateMark state={winnerState} />}
    />
  );
}

function BadgeRow({ at, of, account }: { readonly at: string; readonly of: Of<'badges'>; readonly account: string }) {
  const { t } = useMessages();
  return (
    <Line
      at={at}
      icon={IconAward}
      what={
        <Link to="/accounts/$id" params={{ id: account }} search={{ tab: 'badges' }} resetScroll={false}>
          {t('account.timeline.badge', { name: of.badge.name })}
        </Link>
      }
      details={[of.awardedBy ? t('account.activity.by', { name: of.awardedBy.name }) : null, of.note ?? null]}
    />
  );
}

function NoteRow({ at, of }: { readonly at: string; readonly of: Of<'notes'> }) {
  const { t } = useMessages();
  return (
    <li className={styles['row']} data-note>
      <Clock at={at} />
      <IconNote size={16} stroke={1.75} aria-hidden />
      <div className={styles['note']}>
        <p dir="auto">{of.text}</p>
        <small className="bc-muted">
          {t('account.activity.note')} · <bdi>{of.writtenBy.name}</bdi>
        </small>
      </div>
    </li>
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
  const { labelOf } = accountWords(messages);
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
        fields.length > 0 ? formatList(fields, locale) : null,
        t('account.activity.by', { name: of.actor.name }),
        of.reason ?? null,
      ]}
      end={of.outcome === 'DONE' ? null : t(`audit.outcome.${of.outcome}`)}
    />
  );
}
