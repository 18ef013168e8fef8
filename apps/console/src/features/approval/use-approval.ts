import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApprovalRecordFragment } from '../../generated/graphql.ts';
import { load, request } from '../../lib/api/graphql-client.ts';
import { type Ask, useAttempt } from '../../lib/record/record-steps.ts';
import { session } from '../../lib/settings/session.ts';
import { refreshLists } from '../../listing/use-list-data.ts';
import { APPROVALS } from '../../records/approvals/open-approvals.ts';
import { approvalQuery, openApprovalsQuery } from './approval.operations.ts';

export type Approval = ApprovalRecordFragment;

const CURRENT_MS = 30_000;
const keyOf = (id: string) => [APPROVALS, 'record', id] as const;

/** One request; asked again while it is pending, because its content may change. */
export const useApproval = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => (await load(approvalQuery, { id }, signal)).approval ?? null,
    refetchInterval: ({ state }) => (state.data?.state === 'PENDING' ? CURRENT_MS : false),
  });

/** Sends a step of a request: decision, cancellation or comment. Afterwards everything on screen is asked again. */
export function useApprovalStep({ id }: Approval) {
  const queryClient = useQueryClient();
  const attempt = useAttempt();
  return async <Said extends object>(
    document: Ask<
      { readonly saved: { readonly approval: Approval } },
      { readonly input: { readonly id: string } & Said }
    >,
    said: Said,
  ): Promise<void> => {
    try {
      const options = { idempotencyKey: attempt(said), errorsShown: 'in-place' } as const;
      const { saved } = await request(document, { input: { id, ...said } }, options);
      queryClient.setQueryData(keyOf(id), saved.approval);
      // An approved request has changed its record.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'list' });
    } finally {
      void queryClient.invalidateQueries({ queryKey: [APPROVALS] });
      void refreshLists(queryClient, APPROVALS);
    }
  };
}

/** The requests before and after one among those that are open to this person, and its place. */
export function useOpenPlace(id: string) {
  const { data } = useQuery({
    queryKey: [APPROVALS, 'open'],
    queryFn: async ({ signal }) => (await load(openApprovalsQuery, {}, signal)).approvals.nodes,
    meta: { errorsShown: 'in-toast' },
  });
  const me = session.state.get().person?.sub;
  const open = (data ?? [])
    .filter(({ requestedBy, expiresAt }) => requestedBy?.sub !== me && Date.parse(expiresAt) > Date.now())
    .map((each) => each.id);
  const index = open.indexOf(id);
  if (index < 0) return null;
  const hrefOf = (other: string | undefined) => (other === undefined ? null : `/approvals/${other}`);
  return {
    place: index + 1,
    count: open.length,
    neighbours: { previous: hrefOf(open[index - 1]), next: hrefOf(open[index + 1]) },
  };
}
