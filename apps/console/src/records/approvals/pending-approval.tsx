import { useMessages } from '@backcounter/i18n/react';
import { State } from '@backcounter/ui';
import { IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '../../lib/api/graphql-client.ts';
import { pendingApprovalQuery } from './open-approvals.operations.ts';
import { APPROVALS } from './open-approvals.ts';

/** That a change of this record waits for approval, with the way there; nothing without one. */
export function PendingApproval({ id }: { readonly id: string }) {
  const { t } = useMessages();
  const { data } = useQuery({
    queryKey: [APPROVALS, 'of', id],
    queryFn: async ({ signal }) =>
      (await request(pendingApprovalQuery, { id }, { signal, errorsShown: 'in-log' })).approvals.nodes[0] ?? null,
    meta: { errorsShown: 'elsewhere' },
    gcTime: 0,
  });
  if (!data || Date.parse(data.expiresAt) <= Date.now()) return null;
  return (
    <Link to="/approvals/$id" params={{ id: data.id }}>
      <State tone="violet" icon={IconUserCheck} word={t('approval.state.PENDING')} variant="pill" />
    </Link>
  );
}
