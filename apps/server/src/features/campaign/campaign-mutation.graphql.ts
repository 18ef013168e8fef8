import { CAMPAIGN_MACHINE } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { CampaignEnums, CampaignRef } from './campaign.graphql.ts';
import { readCampaign } from './campaign-record.ts';
import { activateCampaign, takeCampaignStep } from './campaign-state.ts';
import { createCampaign, duplicateCampaign, updateCampaign } from './campaign-write.ts';

const { actions } = CAMPAIGN_MACHINE;

/** Mutations of campaigns. Each answers with the campaign as it is afterwards. */
export function addCampaignMutations(builder: Builder, enums: CampaignEnums, campaign: CampaignRef): void {
  addWriting(builder, enums, campaign);
  addActivation(builder, campaign);
  addStep(builder, campaign, 'PAUSE');
  addStep(builder, campaign, 'RESUME');
  addStep(builder, campaign, 'ARCHIVE');
  builder.mutationField('cancelCampaign', (t) =>
    t.field({
      type: campaign,
      extensions: needs(actions.CANCEL.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        reason: t.arg.string({ required: true }),
        confirmCode: t.arg.string({ required: true, description: 'The code of the campaign, typed again.' }),
      },
      resolve: async (_root, said, context, info) => {
        await takeCampaignStep(context, said, 'CANCEL');
        return readCampaign(context, said.id, selectionOf(info));
      },
    }),
  );
}

function addWriting(builder: Builder, enums: CampaignEnums, campaign: CampaignRef): void {
  const { create, update } = addInputs(builder, enums);
  builder.mutationField('createCampaign', (t) =>
    t.field({
      type: campaign,
      extensions: needs('campaign.edit'),
      args: { input: t.arg({ type: create, required: true }) },
      resolve: async (_root, { input }, context, info) =>
        readCampaign(context, await createCampaign(context, input), selectionOf(info)),
    }),
  );
  builder.mutationField('updateCampaign', (t) =>
    t.field({
      type: campaign,
      extensions: needs(actions.EDIT.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        input: t.arg({ type: update, required: true }),
      },
      resolve: async (_root, { input, ...expected }, context, info) => {
        await updateCampaign(context, expected, input);
        return readCampaign(context, expected.id, selectionOf(info));
      },
    }),
  );
  builder.mutationField('duplicateCampaign', (t) =>
    t.field({
      type: campaign,
      description: 'A draft of the same terms; codes are not copied.',
      extensions: needs(actions.DUPLICATE.permission),
      args: {
        id: t.arg.id({ required: true }),
        code: t.arg.string({ required: true }),
        name: t.arg.string({ required: true }),
      },
      resolve: async (_root, { id, ...names }, context, info) =>
        readCampaign(context, await duplicateCampaign(context, id, names), selectionOf(info)),
    }),
  );
}

function addInputs(builder: Builder, { reward, codeMode }: CampaignEnums) {
  const streamer = builder.inputType('CampaignStreamerInput', {
    fields: (t) => ({
      streamerId: t.id({ required: true }),
      sharedCode: t.string({ description: 'Where codes are shared; stays once it is there.' }),
      couponQuota: t.int({ description: 'Where codes are unique.' }),
      commissionBp: t.int(),
    }),
  });
  const make = (name: string, isRequired: boolean, description?: string) =>
    builder.inputType(name, {
      ...(description === undefined ? {} : { description }),
      fields: (t) => ({
        code: t.string({ required: isRequired }),
        name: t.string({ required: isRequired }),
        description: t.string(),
        rewardType: t.field({ type: reward, required: isRequired }),
        percentBp: t.int(),
        amountMinor: t.field({ type: 'SafeInt' }),
        points: t.int(),
        giftTextI18n: t.field({ type: 'LocalizedText' }),
        currency: t.string(),
        maxDiscountMinor: t.field({ type: 'SafeInt' }),
        minOrderMinor: t.field({ type: 'SafeInt' }),
        firstOrderOnly: t.boolean(),
        startsAt: t.field({ type: 'DateTime', required: isRequired }),
        endsAt: t.field({ type: 'DateTime', required: isRequired }),
        timezone: t.string({ required: isRequired }),
        codeMode: t.field({ type: codeMode, required: isRequired }),
        codePrefix: t.string(),
        couponsLimit: t.int(),
        perCouponLimit: t.int(),
        perAccountLimit: t.int(),
        redemptionsLimit: t.int(),
        budgetMinor: t.field({ type: 'SafeInt' }),
        reservationSeconds: t.int(),
        storeIds: t.idList(),
        areaIds: t.idList(),
        streamers: t.field({ type: [streamer] }),
      }),
    });
  return {
    create: make('CreateCampaignInput', true),
    update: make('UpdateCampaignInput', false, 'Absent fields stay; null empties; lists are whole.'),
  };
}

function addActivation(builder: Builder, campaign: CampaignRef): void {
  const agreed = builder.inputType('AgreedExposureInput', {
    description: 'The worst case as it was shown.',
    fields: (t) => ({
      uses: t.field({ type: 'SafeInt', required: true }),
      discountMinor: t.field({ type: 'SafeInt', description: 'Null: no ceiling.' }),
      points: t.field({ type: 'SafeInt', required: true }),
    }),
  });
  builder.mutationField('activateCampaign', (t) =>
    t.field({
      type: campaign,
      extensions: needs(actions.ACTIVATE.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        agreed: t.arg({ type: agreed, required: true }),
        reason: t.arg.string({ description: 'Needed where an administrator has to activate it.' }),
        confirmCode: t.arg.string({ description: 'The code of the campaign, typed again; needed as the reason is.' }),
      },
      resolve: async (_root, { agreed: seen, reason, confirmCode, ...expected }, context, info) => {
        const said = { ...expected, reason: reason ?? null, confirmCode: confirmCode ?? null };
        await activateCampaign(context, said, { ...seen, discountMinor: seen.discountMinor ?? null });
        return readCampaign(context, expected.id, selectionOf(info));
      },
    }),
  );
}

function addStep(builder: Builder, campaign: CampaignRef, action: 'ARCHIVE' | 'PAUSE' | 'RESUME'): void {
  builder.mutationField(`${action.toLowerCase()}Campaign`, (t) =>
    t.field({
      type: campaign,
      extensions: needs(actions[action].permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        reason: t.arg.string({ description: 'Needed for a pause.' }),
      },
      resolve: async (_root, { reason, ...expected }, context, info) => {
        await takeCampaignStep(context, { ...expected, reason: reason ?? null, confirmCode: null }, action);
        return readCampaign(context, expected.id, selectionOf(info));
      },
    }),
  );
}
