import type { InputRef } from '@pothos/core';
import { needsScope } from '../../../../graphql/authorise.ts';
import { IN_PUBLIC } from '../../../../graphql/public-slice.ts';
import type { Builder } from '../../../../graphql/schema/builder.ts';
import type { MemberInput } from '../../../../references/member-input.ts';
import type { CampaignEnums } from '../../campaign.graphql.ts';
import { rewardFields } from '../../reward-fields.graphql.ts';
import { USABLE_MAX, type UsableCoupon, usableCoupons } from './usable-coupons.ts';

/** Adds the coupons that an account can use, for machine clients. */
export function addUsableCoupons(builder: Builder, { rewardType }: CampaignEnums, by: InputRef<MemberInput>): void {
  const coupon = builder.objectRef<UsableCoupon>('UsableCoupon').implement({
    description: 'A coupon of an account, and its reward.',
    extensions: IN_PUBLIC,
    fields: (t) => ({
      code: t.exposeString('code', { description: 'Its code, in groups for reading.' }),
      campaignId: t.exposeID('campaignId', { description: 'Its campaign.' }),
      campaignName: t.exposeString('campaignName', { description: 'Name of the campaign.' }),
      rewardType: t.expose('rewardType', { type: rewardType, description: 'Kind of the reward.' }),
      ...rewardFields(t),
      validUntil: t.expose('validUntil', { type: 'DateTime', description: 'First instant at which it is not valid.' }),
    }),
  });
  builder.queryField('usableCoupons', (t) =>
    t.field({
      type: [coupon],
      description: `Coupons for this account alone that it can redeem now, the first to expire first; at most ${USABLE_MAX}. Empty for an unknown, suspended, closed or erased account.`,
      extensions: needsScope('coupon.read'),
      args: {
        by: t.arg({ type: by, required: true, description: 'Which account.' }),
        storeSid: t.arg.string({
          description: 'Where it would use them. Without a store, coupons that only some stores accept are absent.',
        }),
      },
      resolve: (_root, args, context) => usableCoupons(context, args.by, args.storeSid ?? null),
    }),
  );
}
