import type { OneOption } from '../../../crud/fields/chosen-one.tsx';
import type { GiveawayRecord } from '../use-giveaway.ts';
import { giveawayFormValues, giveawayInput } from './giveaway-form-values.ts';
import type { Terms } from './giveaway-terms.ts';

/** What the form edits of a giveaway. */
export function editedTerms(giveaway: GiveawayRecord) {
  return {
    ...giveaway,
    storeId: giveaway.store?.id ?? null,
    prizeTerms: giveaway.prizes.map(({ campaign, ...prize }) => ({ ...prize, campaignId: campaign?.id ?? null })),
  };
}

/** A giveaway as the API takes it. */
export const termsOf = (giveaway: GiveawayRecord): Terms => giveawayInput(giveawayFormValues(editedTerms(giveaway)));

/** Who gives the prizes, by name. */
export function sponsorOf({ store }: Pick<GiveawayRecord, 'store'>): OneOption | null {
  return store ? { value: store.id, label: `${store.name} (${store.sid})` } : null;
}

/** Campaigns whose codes are prizes, by name. */
export function campaignsOf({ prizes }: Pick<GiveawayRecord, 'prizes'>): readonly OneOption[] {
  return prizes.flatMap(({ campaign }) =>
    campaign ? [{ value: campaign.id, label: `${campaign.name} (${campaign.code})` }] : [],
  );
}
