import { useQuery } from '@tanstack/react-query';
import { load } from '../../../lib/api/graphql-client.ts';
import { comparableCampaignsQuery } from '../campaign.operations.ts';
import { type Terms, whole } from './campaign-preview.tsx';

const FRESH_MS = 5 * 60_000;
/** Fewer uses say little about the next one. */
const USES_MIN = 10;

/** The expected cost of a use, in minor units, and the number of campaigns that it is from. */
export interface ExpectedCost {
  readonly each: number;
  readonly campaigns: number;
}

/**
 * The expected cost of a use of a percentage: this share of the average order of ended campaigns with percentages in the
 * same currency. Null without such campaigns; an amount is its own cost.
 */
export function useExpectedCost(terms: Terms): ExpectedCost | null {
  const { currency, rewardType } = terms;
  const percentBp = whole(terms.percentBp);
  const ended = useQuery({
    queryKey: ['campaign-comparable', currency],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => {
      const filter = {
        currency: { in: [currency ?? ''] },
        rewardType: { in: ['PERCENT' as const] },
        status: { in: ['EXPIRED' as const, 'EXHAUSTED' as const] },
      };
      return (await load(comparableCampaignsQuery, { filter }, signal)).campaigns.nodes;
    },
    enabled: rewardType === 'PERCENT' && currency !== null,
    staleTime: FRESH_MS,
  });
  if (rewardType !== 'PERCENT' || currency === null || percentBp === null || percentBp === 0) return null;
  const used = (ended.data ?? []).filter(({ percentBp: share, figures }) => share && figures.redeemed >= USES_MIN);
  const uses = used.reduce((sum, { figures }) => sum + figures.redeemed, 0);
  const orders = used.reduce((sum, each) => sum + (each.figures.discountMinor * 10_000) / (each.percentBp ?? 1), 0);
  if (uses === 0) return null;
  const each = Math.round((orders / uses) * (percentBp / 10_000));
  return { each: Math.min(each, whole(terms.maxDiscountMinor) ?? each), campaigns: used.length };
}
