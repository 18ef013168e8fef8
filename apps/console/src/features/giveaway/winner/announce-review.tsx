import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../../lib/api/graphql-client.ts';
import { DialogProblem } from '../../../records/dialog-problem.tsx';
import styles from '../form/giveaway-terms.module.css';
import type { GiveawayRecord } from '../giveaway.entity.ts';
import { winnerDocuments } from '../giveaway-people.operations.ts';
import { accountWords } from '../people-words.ts';
import { prizeOf, ReviewMark } from './winner.list.tsx';

const SHOWN = 100;

/**
 * Winners with their problems, before they are notified. Ineligible ones are removed first, and the next alternate
 * replaces them.
 */
export function AnnounceReview({ giveaway }: { readonly giveaway: GiveawayRecord }) {
  const formats = useMessages();
  const { t, locale, figure } = formats;
  const winners = useQuery({
    queryKey: ['giveaway', giveaway.id, 'review', locale],
    queryFn: async ({ signal }) => {
      const filter = { giveaway: { in: [giveaway.id] }, state: { in: ['DRAWN' as const, 'PROMOTED' as const] } };
      const { list } = await load(winnerDocuments.page, { first: SHOWN, filter, locale }, signal);
      return list.nodes.filter(({ prize }) => prize != null);
    },
  });
  if (winners.error) return <DialogProblem error={winners.error} />;
  if (!winners.data) return <Skeleton width="100%" height="4rem" />;
  const wrong = winners.data.filter(({ review }) => !review.isEligible);
  return (
    <div className={styles['box']}>
      <h3>
        {t('giveaway.announce.eligible', {
          eligible: figure(winners.data.length - wrong.length),
          all: winners.data.length,
        })}
      </h3>
      {wrong.length > 0 ? <p role="alert">{t('giveaway.announce.wrong', { count: wrong.length })}</p> : null}
      <ol className={styles['review']}>
        {winners.data.map((winner) => (
          <li key={winner.id}>
            <span>{figure(winner.position)}</span>
            <span>
              <bdi>{accountWords(winner.account)}</bdi>
              <small dir="auto">{prizeOf(winner, formats)}</small>
            </span>
            <ReviewMark review={winner.review} />
          </li>
        ))}
      </ol>
    </div>
  );
}
