import { useQuery } from '@tanstack/react-query';
import type { BatchRowFragment } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { CAMPAIGN_LISTS } from '../campaign.entity.ts';
import { batchJobQuery, couponBatchesQuery } from './coupon.operations.ts';

/** Number of the newest batches shown. */
export const BATCHES_SHOWN = 25;
const AGAIN_MS = 1_000;

/** A list among others, so that jobs which change batches reload it. */
export const batchesKey = (campaignId: string) => ['list', CAMPAIGN_LISTS.batches, campaignId] as const;

/** Reports whether codes of the batch are still being generated. */
export const isGoing = ({ status }: BatchRowFragment) => status === 'QUEUED' || status === 'RUNNING';

/** The newest batches of a campaign, polled while one is in progress. */
export function useBatches(campaignId: string) {
  return useQuery({
    queryKey: batchesKey(campaignId),
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => {
      const variables = { filter: { campaign: { in: [campaignId] } }, first: BATCHES_SHOWN, after: null };
      return (await load(couponBatchesQuery, variables, signal)).couponBatches.nodes;
    },
    refetchInterval: ({ state }) => (state.data?.some(isGoing) ? AGAIN_MS : false),
  });
}

/** The job of a batch in progress. */
export function useBatchJob(campaignId: string, batch: BatchRowFragment | undefined) {
  const id = batch && isGoing(batch) ? (batch.jobId ?? null) : null;
  return useQuery({
    queryKey: [...batchesKey(campaignId), 'job', id],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(batchJobQuery, { id: id ?? '' }, signal)).job ?? null,
    enabled: id !== null,
    refetchInterval: AGAIN_MS,
  });
}
