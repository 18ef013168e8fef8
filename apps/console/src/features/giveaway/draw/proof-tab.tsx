import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, ErrorPanel, Skeleton } from '@backcounter/ui';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { useReference } from '../../../lib/record/reference.ts';
import { ProofDrawn } from './proof-drawn.tsx';
import { ProofEntry } from './proof-entry.tsx';
import { ProofSteps } from './proof-steps.tsx';
import { ProofVerify } from './proof-verify.tsx';
import { useProof } from './use-proof.ts';
import './proof.css';

/** How anybody can check the draw of a giveaway: what was published when, its verification in this browser, one entry's proof. */
export function GiveawayProof({ giveawayId }: { readonly giveawayId: string }) {
  const { t } = useMessages();
  const proof = useProof(giveawayId);
  const reference = useReference(proof.error);
  if (proof.error && !proof.data) {
    return (
      <ErrorPanel
        title={t('proof.failed')}
        body={t(errorKeyOf(proof.error))}
        retry={{ label: t('common.action.retry'), onClick: () => void proof.refetch(), isBusy: proof.isFetching }}
        {...(reference ? { reference } : {})}
      />
    );
  }
  if (proof.isPending) {
    return (
      <div className="bc-record-columns" role="status" aria-label={t('common.place.loading')}>
        <Skeleton width="100%" height="24rem" />
        <Skeleton width="100%" height="12rem" />
      </div>
    );
  }
  if (proof.data == null) return <EmptyState title={t('proof.title')} body={t('proof.none')} />;
  const { drawn, frozenAt, entries } = proof.data;
  return (
    <div className="bc-record-columns bc-proof">
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
