import { ACCOUNT_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatPercent } from '../../../lib/format/formats.ts';
import { plainPoints } from '../../../points/points-words.ts';
import { usePointsWallet } from '../../../points/use-points-wallet.ts';
import type { AccountRecord } from '../use-account.ts';
import styles from './account-figures.module.css';
import { useEventCounts } from './use-timeline.ts';

const DAY_MS = 86_400_000;

/** The day of an account's automatic erasure, as an ISO instant. */
export function erasureDay(requestedAt: string): string {
  return new Date(Date.parse(requestedAt) + ACCOUNT_LIMITS.erasureDelayDays * DAY_MS).toISOString();
}

/** Figures of an account, each a link to its rows. */
export function AccountFigures({ account }: { readonly account: AccountRecord }) {
  const { t, locale, timeZone, figure } = useMessages();
  const wallet = usePointsWallet({ type: 'ACCOUNT', id: account.id });
  const balance = wallet.isError && !wallet.data ? null : wallet.data?.balance;
  const counts = useEventCounts(account.id);
  const number = (value: number | undefined) => (value === undefined ? '\u2007' : figure(value));
  const opened = counts && counts.notifications > 0 ? counts.opened / counts.notifications : undefined;
  const figures: readonly {
    readonly tab: string;
    readonly label: string;
    readonly figure: ReactNode;
    readonly detail?: string;
  }[] = [
    {
      tab: 'points',
      label: t('points.tab'),
      figure:
        balance === null ? t('listing.value.empty') : balance === undefined ? '\u2007' : plainPoints(balance, locale),
    },
    { tab: 'coupons', label: t('account.figure.coupons'), figure: number(counts?.coupons) },
    {
      tab: 'notifications',
      label: t('account.tab.notifications'),
      figure:
        counts === undefined
          ? '\u2007'
          : opened === undefined
            ? t('listing.value.empty')
            : formatPercent(opened, locale),
      ...(counts && opened !== undefined
        ? { detail: t('account.figure.opened-of', { opened: counts.opened, sent: counts.notifications }) }
        : {}),
    },
    { tab: 'giveaways', label: t('account.figure.giveaways'), figure: number(counts?.giveaways) },
  ];
  return (
    <ul className={styles['figures']}>
      {figures.map(({ tab, label, figure, detail }) => (
        <li key={tab}>
          <Link to="/accounts/$id" params={{ id: account.id }} search={{ tab }} resetScroll={false}>
            <span>{label}</span>
            <b>{figure}</b>
            {detail === undefined ? null : <small>{detail}</small>}
          </Link>
        </li>
      ))}
      <li>
        <div>
          <span>{t('account.field.lastSeen')}</span>
          <b>
            {account.lastSeenAt ? (
              <RelativeTime value={new Date(account.lastSeenAt)} locale={locale} timeZone={timeZone} />
            ) : (
              t('listing.value.empty')
            )}
          </b>
        </div>
      </li>
    </ul>
  );
}
