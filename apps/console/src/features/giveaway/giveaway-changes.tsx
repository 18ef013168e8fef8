import type { FieldValues } from '../../records/form/record-merge.ts';
import { changesIn } from '../../records/history/change-list.tsx';
import { richHistory } from '../../records/history/rich-history.tsx';
import { giveawayFormValues } from './form/giveaway-form-values.ts';
import { editedTerms } from './form/giveaway-record-terms.ts';
import { useGiveawayWords } from './form/use-giveaway-words.ts';
import { type GiveawayRecord, giveaways } from './giveaway.entity.ts';

/** Fields whose earlier values the form can restore one at a time, besides texts. */
const RESTORABLE = [
  'minAge',
  'maxTicketsPerAccount',
  'maxEntries',
  'entryCostPoints',
  'alternates',
  'claimDays',
] as const;

/** Change history of the giveaway. */
export const GiveawayChanges = richHistory<GiveawayRecord>(giveaways, useGiveawayWords, (giveaway) => {
  const values: FieldValues = giveawayFormValues(editedTerms(giveaway));
  const texts = Object.keys(values).filter((field) => /^(title|description)I18n\./.test(field));
  return Object.fromEntries([...RESTORABLE, ...texts].map((field) => [field, values[field] ?? null]));
});

/** Changes of a giveaway with its labels, for pages of other features. */
export const GiveawayChangeList = changesIn(useGiveawayWords);
