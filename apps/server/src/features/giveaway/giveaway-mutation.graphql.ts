import { GIVEAWAY_MACHINE } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { GiveawayEnums, GiveawayRef } from './giveaway.graphql.ts';
import { setGiveawayImage } from './giveaway-image.ts';
import { readGiveaway } from './giveaway-record.ts';
import {
  announceGiveaway,
  cancelGiveaway,
  publishGiveaway,
  recordRegistration,
  settleGiveaway,
} from './giveaway-state.ts';
import { createGiveaway, duplicateGiveaway, updateGiveaway } from './giveaway-write.ts';

const { EDIT, PUBLISH, REGISTER, ANNOUNCE, SETTLE, CANCEL, DUPLICATE } = GIVEAWAY_MACHINE.actions;

/** Mutations of giveaways. Each answers with the giveaway as it is afterwards. */
export function addGiveawayMutations(builder: Builder, enums: GiveawayEnums, giveaway: GiveawayRef): void {
  addWriting(builder, enums, giveaway);
  addPublication(builder, giveaway);
  addEnding(builder, giveaway);
}

function addWriting(builder: Builder, enums: GiveawayEnums, giveaway: GiveawayRef): void {
  const { create, update } = addInputs(builder, enums);
  builder.mutationField('createGiveaway', (t) =>
    t.field({
      type: giveaway,
      extensions: needs('giveaway.edit'),
      args: { input: t.arg({ type: create, required: true }) },
      resolve: async (_root, { input }, context, info) =>
        readGiveaway(context, await createGiveaway(context, input), selectionOf(info)),
    }),
  );
  builder.mutationField('updateGiveaway', (t) =>
    t.field({
      type: giveaway,
      description: 'After publication titles and descriptions can still be changed, nothing that was promised.',
      extensions: needs(EDIT.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        input: t.arg({ type: update, required: true }),
      },
      resolve: async (_root, { input, ...expected }, context, info) => {
        await updateGiveaway(context, expected, input);
        return readGiveaway(context, expected.id, selectionOf(info));
      },
    }),
  );
  builder.mutationField('setGiveawayImage', (t) =>
    t.field({
      type: giveaway,
      extensions: needs(EDIT.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        uploadId: t.arg.id({
          required: true,
          description: 'From `POST /files/uploads?kind=giveaway`; good for one use.',
        }),
      },
      resolve: async (_root, { uploadId, ...expected }, context, info) => {
        await setGiveawayImage(context, expected, uploadId);
        return readGiveaway(context, expected.id, selectionOf(info));
      },
    }),
  );
  builder.mutationField('duplicateGiveaway', (t) =>
    t.field({
      type: giveaway,
      description: 'A draft of the same terms and dates; entries and the draw are not copied.',
      extensions: needs(DUPLICATE.permission),
      args: { id: t.arg.id({ required: true }), code: t.arg.string({ required: true }) },
      resolve: async (_root, { id, code }, context, info) =>
        readGiveaway(context, await duplicateGiveaway(context, id, code), selectionOf(info)),
    }),
  );
}

function addInputs(builder: Builder, { prizeKind }: GiveawayEnums) {
  const prize = builder.inputType('GiveawayPrizeInput', {
    fields: (t) => ({
      rank: t.int({ required: true, description: '1 is drawn first.' }),
      titleI18n: t.field({ type: 'LocalizedText', required: true }),
      quantity: t.int({ required: true }),
      kind: t.field({ type: prizeKind, required: true }),
      points: t.int({ description: 'Of each prize; of POINTS alone.' }),
      campaignId: t.id({ description: 'Campaign with unique codes; of COUPON alone.' }),
      valueMinor: t.field({
        type: 'SafeInt',
        description: 'Worth of each prize; needed where accounts of the US can enter.',
      }),
      currency: t.string(),
    }),
  });
  const make = (name: string, isRequired: boolean, description?: string) =>
    builder.inputType(name, {
      ...(description === undefined ? {} : { description }),
      fields: (t) => ({
        code: t.string({ required: isRequired }),
        titleI18n: t.field({ type: 'LocalizedText', required: isRequired }),
        descriptionI18n: t.field({ type: 'LocalizedText', required: isRequired }),
        rulesI18n: t.field({ type: 'LocalizedText', required: isRequired }),
        storeId: t.id(),
        countryCodes: t.stringList({ required: isRequired }),
        minAge: t.int({ required: isRequired }),
        opensAt: t.field({ type: 'DateTime', required: isRequired }),
        closesAt: t.field({ type: 'DateTime', required: isRequired }),
        drawAt: t.field({ type: 'DateTime', required: isRequired }),
        timezone: t.string({ required: isRequired }),
        maxTicketsPerAccount: t.int(),
        maxEntries: t.int(),
        entryCostPoints: t.int({ description: 'Points that each ticket costs.' }),
        alternates: t.int(),
        claimDays: t.int(),
        prizes: t.field({ type: [prize], required: isRequired }),
      }),
    });
  return {
    create: make('CreateGiveawayInput', true),
    update: make('UpdateGiveawayInput', false, 'Absent fields stay; null empties; lists are whole.'),
  };
}

function addPublication(builder: Builder, giveaway: GiveawayRef): void {
  builder.mutationField('recordGiveawayRegistration', (t) =>
    t.field({
      type: giveaway,
      description: 'Numbers under which the prizes are registered in New York and Florida; while it is a draft.',
      extensions: needs(REGISTER.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        newYork: t.arg.string(),
        florida: t.arg.string(),
      },
      resolve: async (_root, { newYork, florida, ...expected }, context, info) => {
        await recordRegistration(context, { ...expected, newYork: newYork ?? null, florida: florida ?? null });
        return readGiveaway(context, expected.id, selectionOf(info));
      },
    }),
  );
  builder.mutationField('publishGiveaway', (t) =>
    t.field({
      type: giveaway,
      description:
        'Freezes rules, prizes and dates, puts the points of prizes into escrow and makes the commitment to a seed public.',
      extensions: needs(PUBLISH.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        reason: t.arg.string({ required: true }),
        confirmCode: t.arg.string({ required: true, description: 'The code of the giveaway, typed again.' }),
        agreedEscrowPoints: t.arg({ type: 'SafeInt', required: true, description: 'The escrow as it was shown.' }),
        acceptsConsideration: t.arg.boolean({
          description: 'Needed where entering costs points: whoever publishes answers for it.',
        }),
      },
      resolve: async (_root, { acceptsConsideration, ...said }, context, info) => {
        await publishGiveaway(context, { ...said, acceptsConsideration: acceptsConsideration === true });
        return readGiveaway(context, said.id, selectionOf(info));
      },
    }),
  );
}

function addEnding(builder: Builder, giveaway: GiveawayRef): void {
  builder.mutationField('cancelGiveaway', (t) =>
    t.field({
      type: giveaway,
      description: 'Before the entries are frozen. What entries have cost goes back, and the escrow.',
      extensions: needs(CANCEL.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        reason: t.arg.string({ required: true }),
        confirmCode: t.arg.string({ required: true, description: 'The code of the giveaway, typed again.' }),
      },
      resolve: async (_root, said, context, info) => {
        await cancelGiveaway(context, said);
        return readGiveaway(context, said.id, selectionOf(info));
      },
    }),
  );
  builder.mutationField('announceGiveaway', (t) =>
    t.field({
      type: giveaway,
      description: 'Tells those who have won; from now on they can claim.',
      extensions: needs(ANNOUNCE.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        hasReviewed: t.arg.boolean({
          required: true,
          description: 'Somebody has looked at the eligibility of the winners.',
        }),
      },
      resolve: async (_root, said, context, info) => {
        await announceGiveaway(context, said);
        return readGiveaway(context, said.id, selectionOf(info));
      },
    }),
  );
  builder.mutationField('settleGiveaway', (t) =>
    t.field({
      type: giveaway,
      description: 'Ends it once every prize is given or given up; happens by itself as well.',
      extensions: needs(SETTLE.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        reason: t.arg.string({ required: true }),
      },
      resolve: async (_root, said, context, info) => {
        await settleGiveaway(context, said);
        return readGiveaway(context, said.id, selectionOf(info));
      },
    }),
  );
}
