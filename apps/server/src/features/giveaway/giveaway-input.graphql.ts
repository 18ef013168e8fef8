import type { InputRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import type { GiveawayEnums } from './giveaway-enums.graphql.ts';

type InputFields = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;

/** The inputs that mutations of giveaways share. */
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
  const patch = builder.inputType('GiveawayPatchInput', {
    description: 'Absent fields stay; null empties; lists are whole.',
    fields: (t) => giveawayTerms(t, prize, false),
  });
  return { prize, patch };
}

/** What people enter about a giveaway. */
export function giveawayTerms(t: InputFields, prize: InputRef<object>, isRequired: boolean) {
  return {
    code: t.string({
      required: isRequired,
      description: 'Name for people and machines: 3 to 24 of A-Z, 0-9 and hyphens, unique.',
    }),
    titleI18n: t.field({
      type: 'LocalizedText',
      required: isRequired,
      description: 'Title, by language; at most 80 characters.',
    }),
    descriptionI18n: t.field({
      type: 'LocalizedText',
      required: isRequired,
      description: 'Description, by language; at most 1,000 characters.',
    }),
    rulesI18n: t.field({
      type: 'LocalizedText',
      required: isRequired,
      description: 'Official rules, by language; at most 20,000 characters.',
    }),
    storeId: t.id({ description: 'Id of the store that sponsors it; null: the company itself.' }),
    countryCodes: t.stringList({
      required: isRequired,
      description: 'Countries whose accounts can enter, ISO 3166-1 alpha-2; at least one.',
    }),
    minAge: t.int({
      required: isRequired,
      description: 'Lowest age in years on the day of the entry in `timezone`, 0 to 99.',
    }),
    opensAt: t.field({
      type: 'DateTime',
      required: isRequired,
      description: 'When people can enter from; in the future when it is published.',
    }),
    closesAt: t.field({
      type: 'DateTime',
      required: isRequired,
      description: 'First instant at which nobody can enter any more.',
    }),
    drawAt: t.field({
      type: 'DateTime',
      required: isRequired,
      description: 'When winners are drawn; at least 10 minutes after `closesAt`.',
    }),
    timezone: t.string({
      required: isRequired,
      description: 'Time zone in which people enter and read its dates, such as `Europe/Berlin`.',
    }),
    maxTicketsPerAccount: t.int({ description: 'Tickets that one account can have, 1 to 100, 1 by default.' }),
    maxEntries: t.int({ description: 'Number of accounts that can take part; null: no limit.' }),
    entryCostPoints: t.int({ description: 'Points that each ticket costs, 0 (free) to 1,000,000, 0 by default.' }),
    alternates: t.int({ description: 'Number of alternates that are drawn after the winners, 0 to 50, 3 by default.' }),
    claimDays: t.int({ description: 'Days that a winner has for the claim, 1 to 60, 14 by default.' }),
    prizes: t.field({
      type: [prize],
      required: isRequired,
      description: 'What can be won, at most 50 kinds of prizes.',
    }),
  };
}
