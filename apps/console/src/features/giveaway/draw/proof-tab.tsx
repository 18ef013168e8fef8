import { useMessages } from '@backcounter/i18n/react';
import { Avatar, Skeleton } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import { QueryFailure } from '../../../lib/page/query-failure.tsx';
import { RecordCard } from '../../../records/record-page.tsx';
import type { TabPart } from '../../../records/record-screen.tsx';
import { TabEmpty } from '../../../records/tab/tab-empty.tsx';
import styles from './proof.module.css';
import { ProofEntry } from './proof-entry.tsx';
import { ProofSteps } from './proof-steps.tsx';
import { ProofVerify } from './proof-verify.tsx';
import { type ProofRecord, useProof } from './use-proof.ts';

/** One page of the API. */
const DRAWN_MAX = 100;

/** The drawn entries in order, with their tickets. */
function ProofDrawn({ drawn }: Pick<ProofRecord, 'drawn'>) {
  const { t, figure } = useMessages();
  const winners = drawn.filter(({ isAlternate }) => !isAlternate).length;
  return (
    <RecordCard
      title={t('proof.drawn.title')}
      action={<span className={styles['hint']}>{t('proof.drawn.no-redraw')}</span>}
    >
      <ol className={styles['drawn']}>
        {drawn.map((each) => {
          const name = each.accountName ?? t('account.place.nameless', { number: String(each.accountNo) });
          return (
            <li key={each.position}>
              <span>{figure(each.position)}</span>
              <Avatar id={each.accountId} name={name} size="bar" />
              <span>
                <Link to="/accounts/$id" params={{ id: each.accountId }}>
                  <bdi>{name}</bdi>
                </Link>
                <small>
                  {t('proof.drawn.ticket', { ticket: figure(each.ticket + 1), total: figure(each.remainingTickets) })}
                </small>
              </span>
              <span dir="auto">
                {each.isAlternate
                  ? t('proof.drawn.alternate', { number: figure(each.position - winners) })
                  : each.prizeTitle}
              </span>
            </li>
          );
        })}
      </ol>
      {drawn.length < DRAWN_MAX ? null : (
        <p className={styles['more']}>{t('proof.drawn.more', { count: DRAWN_MAX })}</p>
      )}
    </RecordCard>
  );
}

/** The draw's public record: published data, its verification in this browser, and the proof of one entry. */
export function GiveawayProof({ record: { id: giveawayId } }: TabPart<{ readonly id: string }>) {
  const { t } = useMessages();
  const proof = useProof(giveawayId);
  if (proof.error && !proof.data) {
    return <QueryFailure query={proof} title={t('proof.failed')} />;
  }
  if (proof.isPending) {
    return (
      <div className="bc-record-columns" role="status" aria-label={t('common.place.loading')}>
        <Skeleton width="100%" height="24rem" />
        <Skeleton width="100%" height="12rem" />
      </div>
    );
  }
  if (proof.data == null) return <TabEmpty title={t('proof.title')} body={t('proof.none')} />;
  const { drawn, frozenAt, entries } = proof.data;
  return (
    <div className={`bc-record-columns ${styles['root']}`}>
      <div className="bc-record-column">
        <ProofSteps proof={proof.data} />
      </div>
      <div className="bc-record-column">
        <ProofVerify proof={proof.data} />
        {frozenAt && entries !== 0 ? <ProofEntry proof={proof.data} /> : null}
        {drawn.length > 0 ? <ProofDrawn drawn={drawn} /> : null}
      </div>
    </div>
  );
}
