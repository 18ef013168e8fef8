import type { InputFieldMap } from '@pothos/core';
import { createFields, patchFields } from '../../crud/record-fields.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import type { InputFields } from '../../graphql/schema/mutation.ts';
import { GIVEAWAY_FIELDS } from './giveaway.list.ts';
import type { GiveawayEnums } from './giveaway-enums.graphql.ts';

/** Fields of a new giveaway, and the type of changes to one. */
export function addGiveawayInputs(builder: Builder, { prizeKind }: GiveawayEnums) {
  const prize = builder.inputType('GiveawayPrizeInput', {
    description: 'One or more equal prizes of a giveaway.',
    fields: (t) => ({
      rank: t.int({ required: true, description: 'Order of the draw, 1 to 50; 1 is drawn first.' }),
      titleI18n: t.field({ type: 'LocalizedText', required: true, description: 'Title, by language.' }),
      quantity: t.int({ required: true, description: 'Number of equal prizes, 1 to 1,000.' }),
      kind: t.field({ type: prizeKind, required: true, description: 'What it is.' }),
      points: t.int({ description: 'Points of each prize; of POINTS alone.' }),
      campaignId: t.id({ description: 'Campaign with unique codes; of COUPON alone.' }),
      valueMinor: t.field({
        type: 'SafeInt',
        description:
          'Value of each prize in minor units of `currency`; needed where accounts of the United States can enter.',
      }),
      currency: t.string({ description: 'Currency of the value, ISO 4217.' }),
    }),
  });
  const lists = (t: InputFields, required: boolean): InputFieldMap => ({
    countryCodes: t.stringList({
      required,
      description: 'Countries whose accounts can enter, ISO 3166-1 alpha-2; at least one.',
    }),
    prizes: t.field({ type: [prize], required, description: 'What can be won, at most 50 kinds of prizes.' }),
  });
  const patch = builder.inputType('GiveawayPatchInput', {
    description: 'Absent fields stay; null empties; lists are whole.',
    fields: (t) => ({ ...patchFields(t, GIVEAWAY_FIELDS, {}), ...lists(t, false) }),
  });
  return { fields: (t: InputFields) => ({ ...createFields(t, GIVEAWAY_FIELDS, {}), ...lists(t, true) }), patch };
}
