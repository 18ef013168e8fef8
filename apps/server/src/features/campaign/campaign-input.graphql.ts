import { CAMPAIGN_LIMITS } from '@backcounter/domain';
import type { InputFieldMap } from '@pothos/core';
import { createFields, patchFields } from '../../crud/record-fields.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import type { InputFields } from '../../graphql/schema/mutation.ts';
import type { CampaignEnums } from './campaign.graphql.ts';
import { CAMPAIGN_FIELDS } from './campaign.list.ts';

const most = (limit: number): string => limit.toLocaleString('en-US');
const LISTS = 'The list is whole: what is not in it is taken off.';

/** Fields of a new campaign, and the type of changes to one. */
export function addCampaignInputs(builder: Builder, enums: CampaignEnums) {
  const streamer = builder.inputType('CampaignStreamerInput', {
    description: 'A streamer on a campaign.',
    fields: (t) => ({
      streamerId: t.id({ required: true, description: 'The streamer.' }),
      sharedCode: t.string({
        description: 'The code of the streamer where `codeMode` is SHARED; it cannot be changed once it is there.',
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
      description: `Stores where codes are valid, at most ${most(CAMPAIGN_LIMITS.storesMax)}; without stores and areas: wherever the currency is used. ${LISTS}`,
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
    description: 'Absent fields stay; null empties; lists are whole.',
    fields: (t) => ({ ...patchFields(t, CAMPAIGN_FIELDS, enums), ...lists(t) }),
  });
  return { fields: (t: InputFields) => ({ ...createFields(t, CAMPAIGN_FIELDS, enums), ...lists(t) }), patch };
}
