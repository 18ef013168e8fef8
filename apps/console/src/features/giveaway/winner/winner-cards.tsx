import { useMessages } from '@backcounter/i18n/react';
import { Avatar } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { GiveawayWinnerRowFragment } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { formatNumber } from '../../../lib/format/formats.ts';
import { zonedWords } from '../../../lib/format/zoned-words.ts';
import type { GiveawayRecord } from '../giveaway.entity.ts';
import { winnerDocuments } from '../giveaway-people.operations.ts';
import { accountWords } from '../people-words.ts';
import { PrizePicture } from '../prize-picture.tsx';
import { WinnerStateMark } from '../public.tsx';
import { prizeOf, ReviewMark } from './winner.list.tsx';
import styles from './winner-cards.module.css';

/** The table has all of them. */
const CARDS_MAX = 8;

interface WinnerCardsProps {
  readonly giveaway: GiveawayRecord;
  /** URL of the winner at a position, beside the list. */
  readonly hrefOf: (position: number) => string;
}

/** The first winners who hold a prize: prize, person, and the state of their claim. */
export function WinnerCards({ giveaway, hrefOf }: WinnerCardsProps) {
  const { locale } = useMessages();
  const winners = useQuery({
    queryKey: ['giveaway', giveaway.id, 'holders', giveaway.version, locale],
    // The list below shows its own error.
    meta: { errorsShown: 'elsewhere' },
    queryFn: async ({ signal }) => {
      const states = ['DRAWN', 'PROMOTED', 'NOTIFIED', 'CLAIMED', 'FULFILLED'] as const;
      const filter = { giveaway: { in: [giveaway.id] }, state: { in: [...states] } };
      const { list } = await load(winnerDocuments.page, { first: 2 * CARDS_MAX, filter, locale }, signal);
      return list.nodes.filter(({ prize }) => prize != null).slice(0, CARDS_MAX);
    },
  });
  if (!winners.data || winners.data.length === 0) return null;
  return (
    <ol className={styles['cards']}>
      {winners.data.map((winner) => (
        <WinnerCard key={winner.id} giveaway={giveaway} winner={winner} href={hrefOf(winner.position)} />
      ))}
    </ol>
  );
}

interface WinnerCardProps {
  readonly giveaway: GiveawayRecord;
  readonly winner: GiveawayWinnerRowFragment;
  readonly href: string;
}

function WinnerCard({ giveaway, winner, href }: WinnerCardProps) {
  const formats = useMessages();
  const { t, locale, timeZone } = formats;
  const { account, prize, state, claimDeadline } = winner;
  const name = accountWords(account);
  const won = giveaway.prizes.find(({ id }) => id === prize?.id);
  return (
    <li className={styles['card']}>
      <PrizePicture kind={won?.kind ?? 'PHYSICAL'} url={won?.imageUrl ?? giveaway.imageUrl ?? null} />
      <div className={styles['names']}>
        <Link to={href} dir="auto">
          {prizeOf(winner, formats)}
        </Link>
        <span className="bc-row bc-gap-md bc-shrink">
          <Avatar id={account.id} name={account.name ?? ''} size="row" />
          <Link to="/accounts/$id" params={{ id: account.id }} dir="auto">
            {name}
          </Link>
        </span>
      </div>
      <span className={styles['position']}>{formatNumber(winner.position, locale)}</span>
      <div className={styles['claim']}>
        <WinnerStateMark state={state} />
        {state === 'NOTIFIED' && claimDeadline ? (
          <small className="bc-muted">
            {t('giveaway.winner.claim-by')}{' '}
            <time dateTime={claimDeadline}>{zonedWords(claimDeadline, timeZone, locale)}</time>
          </small>
        ) : winner.review.isEligible ? null : (
          <ReviewMark review={winner.review} />
        )}
      </div>
    </li>
  );
}
