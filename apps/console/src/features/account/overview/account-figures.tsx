import { ACCOUNT_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import type { AccountSummaryQuery } from '../../../generated/graphql.ts';
import { plainPoints } from '../../../points/points-words.ts';
import { usePointsWallet } from '../../../points/use-points-wallet.ts';
import { RecordCard } from '../../../records/record-page.tsx';
import type { AccountRecord } from '../use-account.ts';
import './account-figures.css';

const DAY_MS = 86_400_000;

/** The day of an account's automatic erasure, as an ISO instant. */
export function erasureDay(requestedAt: string): string {
  return new Date(Date.parse(requestedAt) + ACCOUNT_LIMITS.erasureDelayDays * DAY_MS).toISOString();
}

interface AccountFiguresProps {
  readonly account: AccountRecord;
  readonly summary: AccountSummaryQuery['accountSummary'] | null;
}

/** Figures of an account, each a link to its rows, and the latest note. */
export function AccountFigures({ account, summary }: AccountFiguresProps) {
  const { t, locale, timeZone } = useMessages();
  const wallet = usePointsWallet({ type: 'ACCOUNT', id: account.id });
  const balance = wallet.isError && !wallet.data ? null : wallet.data?.balance;
  const note = summary?.latestNote ?? null;
  return (
    <>
      <ul className="bc-figures">
        <li>
          <Link to="/accounts/$id" params={{ id: account.id }} search={{ tab: 'points' }} resetScroll={false}>
            <span>{t('points.tab')}</span>
            <b>
              {balance === null
                ? t('listing.value.empty')
                : balance === undefined
                  ? '\u2007'
                  : plainPoints(balance, locale)}
            </b>
          </Link>
        </li>
        {(['badges', 'topics', 'devices', 'notes'] as const).map((key) => (
          <li key={key}>
            <Link to="/accounts/$id" params={{ id: account.id }} search={{ tab: key }} resetScroll={false}>
              <span>{t(`account.tab.${key}`)}</span>
              <b>{summary === null ? '\u2007' : new Intl.NumberFormat(locale).format(summary[key])}</b>
            </Link>
          </li>
        ))}
      </ul>
      {note ? (
        <RecordCard title={t('account.note.latest')}>
          <p className="bc-latest-note">
            <bdi>{note.text}</bdi>
          </p>
          <p className="bc-latest-note-by">
            <bdi>{note.writtenBy.name}</bdi>
            {' · '}
            <RelativeTime value={new Date(note.writtenAt)} locale={locale} timeZone={timeZone} />
          </p>
        </RecordCard>
      ) : null}
    </>
  );
}
