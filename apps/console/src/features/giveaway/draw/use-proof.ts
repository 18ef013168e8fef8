import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import type { GiveawayProofRecordQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { giveawayProofQuery } from './proof.operations.ts';

/** The public record of a draw as the tab shows it. */
export type ProofRecord = NonNullable<GiveawayProofRecordQuery['giveawayProof']>;

const SOON_MS = 5_000;
const LATER_MS = 60_000;

/** The public record of a draw, polled until it is complete; null before publication. */
export function useProof(giveawayId: string) {
  const { locale } = useMessages();
  return useQuery({
    queryKey: ['giveaway', giveawayId, 'proof', locale],
    queryFn: async ({ signal }) =>
      (await load(giveawayProofQuery, { id: giveawayId, locale }, signal)).giveawayProof ?? null,
    refetchInterval: ({ state }) => waitOf(state.data),
  });
}

/** Milliseconds until the next poll: seconds around the freeze and the draw, false once the record is complete. */
function waitOf(proof: ProofRecord | null | undefined): number | false {
  if (proof == null) return LATER_MS;
  if (proof.file || proof.entries === 0) return false;
  const next = Date.parse(proof.frozenAt ? proof.drawAt : proof.closesAt);
  return next - Date.now() > LATER_MS ? LATER_MS : SOON_MS;
}
