import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/graphql-client.ts';
import { approvalsToDecideQuery } from '../../records/approvals/open-approvals.operations.ts';
import { APPROVALS } from '../../records/approvals/open-approvals.ts';
import styles from './side-bar.module.css';

const CURRENT_MS = 60_000;

/** Number of requests that wait for this person, beside their page in the navigation. */
export function ApprovalCount() {
  const { t, figure } = useMessages();
  const { data: count = 0 } = useQuery({
    queryKey: [APPROVALS, 'to-decide'],
    queryFn: async ({ signal }) =>
      (await request(approvalsToDecideQuery, {}, { signal, errorsShown: 'in-log' })).approvalsToDecide,
    refetchInterval: CURRENT_MS,
    meta: { errorsShown: 'elsewhere' },
  });
  if (count === 0) return null;
  return (
    <span className={styles['count']}>
      <span aria-hidden>{figure(count)}</span>
      <span className="bc-sr-only">{t('approval.nav.count', { count })}</span>
    </span>
  );
}
