import { CAMPAIGN_LIMITS, CAMPAIGN_MACHINE } from '@backcounter/domain';
import type { InputFieldMap } from '@pothos/core';
import { createFields, patchFields } from '../../crud/record-fields.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import {
  addChange,
  addMutation,
  auditReason,
  expectedRecord,
  type InputFields,
  type RecordPayload,
  recordPayload,
} from '../../graphql/schema/mutation.ts';
import type { CampaignEnums, CampaignRef } from './campaign.graphql.ts';
import { CAMPAIGN_FIELDS } from './campaign.list.ts';
import { readCampaign } from './campaign-record.ts';
import { activateCampaign, takeCampaignStep } from './campaign-state.ts';
import { createCampaign, duplicateCampaign, updateCampaign } from './campaign-write.ts';

const most = (limit: number): string => limit.toLocaleString('en-US');
const LISTS = 'Replaces the whole list.';

/** Fields of a new campaign, and the type of changes to one. */
function addCampaignInputs(builder: Builder, enums: CampaignEnums) {
  const streamer = builder.inputType('CampaignStreamerInput', {
    description: 'A streamer on a campaign.',
    fields: (t) => ({
      streamerId: t.id({ required: true, description: 'The streamer.' }),
      sharedCode: t.string({
        description: 'The code of the streamer where `codeMode` is SHARED; it cannot be changed once set.',
      }),
      couponQuota: t.int({
        description: `Codes that the streamer may order where \`codeMode\` is UNIQUE; at most ${most(CAMPAIGN_LIMITS.couponsMax)}.`,
      }),
      commissionBp: t.int({
        description: `Commission on each order in basis points (100 is 1 %); at most ${most(CAMPAIGN_LIMITS.commissionBpMax)}.`,
      }),
    }),
  });
  const lists = (t: InputFields): InputFieldMap => ({
    storeIds: t.idList({
      description: `Stores where codes are valid, at most ${most(CAMPAIGN_LIMITS.storesMax)}; without stores and areas: valid wherever the currency is used. ${LISTS}`,
    }),
    areaIds: t.idList({
      description: `Areas in whose stores codes are valid, at most ${CAMPAIGN_LIMITS.areasMax}. ${LISTS}`,
    }),
    streamers: t.field({
      type: [streamer],
      description: `Streamers who bring codes to their audience, at most ${CAMPAIGN_LIMITS.streamersMax}. ${LISTS}`,
    }),
  });
  const patch = builder.inputType('CampaignPatchInput', {
    description: 'Absent fields do not change; null clears; lists are replaced.',
    fields: (t) => ({ ...patchFields(t, CAMPAIGN_FIELDS, enums), ...lists(t) }),
  });
  return { fields: (t: InputFields) => ({ ...createFields(t, CAMPAIGN_FIELDS, enums), ...lists(t) }), patch };
}

const { actions } = CAMPAIGN_MACHINE;
const CODE_AGAIN = 'The code of the campaign, typed again';

/** Mutations of campaigns. Each returns the changed campaign. */
export function addCampaignMutations(builder: Builder, enums: CampaignEnums, campaign: CampaignRef): void {
  const payload = recordPayload('campaign', campaign, readCampaign);
  addWriting(builder, enums, payload);
  addActivation(builder, payload);
  addStep(builder, payload, 'PAUSE', 'Stops redemptions until resumed; held uses stay held. Needs a `reason`.');
  addStep(builder, payload, 'RESUME', 'Resumes a paused campaign.');
  addStep(builder, payload, 'ARCHIVE', 'Archives a campaign, which must be a draft, canceled or expired.');
  addMutation(builder, 'cancelCampaign', {
    description: 'Ends a campaign early and permanently; held uses are released.',
    extensions: needs(actions.CANCEL.permission),
    input: (t) => ({
      ...expectedRecord(t, 'campaign'),
      reason: auditReason(t, true),
      confirmCode: t.string({ required: true, description: `${CODE_AGAIN}.` }),
    }),
    resolve: async (said, context) => {
      await takeCampaignStep(context, said, 'CANCEL');
      return said;
    },
    payload,
  });
}

function addWriting(builder: Builder, enums: CampaignEnums, payload: RecordPayload): void {
  const { fields, patch } = addCampaignInputs(builder, enums);
  addMutation(builder, 'createCampaign', {
    description: 'Creates a campaign as a draft.',
    extensions: needs('campaign.edit'),
    input: fields,
    resolve: async (input, context) => ({ id: await createCampaign(context, input) }),
    payload,
  });
  addChange(builder, 'updateCampaign', {
    description: 'Changes fields of a campaign; after activation only those in `openFields`.',
    extensions: needs(actions.EDIT.permission),
    input: (t) => ({
      ...expectedRecord(t, 'campaign'),
      patch: t.field({ type: patch, required: true, description: 'The fields to change.' }),
    }),
    change: ({ patch: changes, ...expected }, context) => updateCampaign(context, expected, changes),
    payload,
  });
  addMutation(builder, 'duplicateCampaign', {
    description: 'Creates a draft with the terms of another campaign; codes are not copied.',
    extensions: needs(actions.DUPLICATE.permission),
    input: (t) => ({
      id: t.id({ required: true, description: 'The campaign to copy.' }),
      code: t.string({ required: true, description: 'Code of the new campaign, as in `createCampaign`.' }),
      name: t.string({ required: true, description: 'Name of the new campaign.' }),
    }),
    resolve: async ({ id, ...names }, context) => ({ id: await duplicateCampaign(context, id, names) }),
    payload,
  });
}

function addActivation(builder: Builder, payload: RecordPayload): void {
  const agreed = builder.inputType('AgreedExposureInput', {
    description: 'The worst case that the caller has seen; `exposure.changed` if it differs by now.',
    fields: (t) => ({
      uses: t.field({ type: 'SafeInt', required: true, description: '`exposure.uses` of the campaign.' }),
      discountMinor: t.field({
        type: 'SafeInt',
        description: '`exposure.discountMinor` of the campaign; null: no ceiling.',
      }),
      points: t.field({ type: 'SafeInt', required: true, description: '`exposure.points` of the campaign.' }),
    }),
  });
  addMutation(builder, 'activateCampaign', {
    description: 'Activates a draft: it runs from `startsAt` on.',
    extensions: needs(actions.ACTIVATE.permission),
    input: (t) => ({
      ...expectedRecord(t, 'campaign'),
      agreed: t.field({ type: agreed, required: true, description: 'The worst case that the caller agrees to.' }),
      reason: t.string({ description: 'Reason; required where `exposure.needsAdmin`. Kept in the audit trail.' }),
      confirmCode: t.string({ description: `${CODE_AGAIN}; required where \`exposure.needsAdmin\`.` }),
    }),
    resolve: async ({ agreed: seen, reason, confirmCode, ...expected }, context) => {
      const said = { ...expected, reason: reason ?? null, confirmCode: confirmCode ?? null };
      await activateCampaign(context, said, { ...seen, discountMinor: seen.discountMinor ?? null });
      return expected;
    },
    payload,
  });
}

function addStep(
  builder: Builder,
  payload: RecordPayload,
  action: 'ARCHIVE' | 'PAUSE' | 'RESUME',
  description: string,
): void {
  addChange(builder, `${action.toLowerCase()}Campaign`, {
    description,
    extensions: needs(actions[action].permission),
    input: (t) => ({ ...expectedRecord(t, 'campaign'), reason: auditReason(t) }),
    change: ({ reason, ...expected }, context) =>
      takeCampaignStep(context, { ...expected, reason: reason ?? null, confirmCode: null }, action),
    payload,
  });
}
