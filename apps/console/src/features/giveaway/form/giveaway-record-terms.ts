import type { OneOption } from '../../../records/fields/chosen-one.tsx';
import type { GiveawayRecord } from '../giveaway.entity.ts';
import { giveawayFormValues, giveawayInput } from './giveaway-form-values.ts';
import type { Terms } from './giveaway-terms.ts';

/** The fields of a giveaway that the form edits. */
export function editedTerms(giveaway: GiveawayRecord) {
  return {
    ...giveaway,
    storeId: giveaway.store?.id ?? null,
    segmentId: giveaway.segment?.id ?? null,
    prizeTerms: giveaway.prizes.map(({ campaign, ...prize }) => ({ ...prize, campaignId: campaign?.id ?? null })),
  };
}

/** A giveaway as input of the API. */
export const termsOf = (giveaway: GiveawayRecord): Terms => giveawayInput(giveawayFormValues(editedTerms(giveaway)));

/** The sponsor by name. */
export function sponsorOf({ store }: Pick<GiveawayRecord, 'store'>): OneOption | null {
  return store ? { value: store.id, label: `${store.name} (${store.sid})` } : null;
}

/** Campaigns with codes as prizes, by name. */
export function campaignsOf({ prizes }: Pick<GiveawayRecord, 'prizes'>): readonly OneOption[] {
  return prizes.flatMap(({ campaign }) =>
    campaign ? [{ value: campaign.id, label: `${campaign.name} (${campaign.code})` }] : [],
  );
}
