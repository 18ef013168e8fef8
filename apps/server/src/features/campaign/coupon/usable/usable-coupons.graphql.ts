import type { InputRef } from '@pothos/core';
import { needsScope } from '../../../../graphql/authorise.ts';
import { IN_PUBLIC } from '../../../../graphql/public-slice.ts';
import { localeArg, localName } from '../../../../graphql/schema/arguments.ts';
import type { Builder } from '../../../../graphql/schema/builder.ts';
import { orNull } from '../../../../graphql/schema/or-null.ts';
import type { MemberInput } from '../../../../references/member-input.ts';
import type { CampaignEnums } from '../../campaign.graphql.ts';
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
      percentBp: t.exposeInt('percentBp', orNull('Discount in basis points: 1000 is 10%; null unless PERCENT.')),
      amountMinor: t.expose('amountMinor', orNull('Discount in minor units; null unless AMOUNT.', 'SafeInt')),
      maxDiscountMinor: t.expose('maxDiscountMinor', orNull('Maximum of the discount; null: none.', 'SafeInt')),
      points: t.exposeInt('points', orNull('Points; null unless POINTS.')),
      giftText: t.string({
        nullable: true,
        description: 'Name of the gift in one language; null unless GIFT.',
        args: { locale: localeArg(t) },
        resolve: ({ giftTexts }, { locale }) => (giftTexts === null ? null : localName(giftTexts, locale)),
      }),
      currency: t.exposeString('currency', orNull('Currency of the amounts, ISO 4217; null without amounts.')),
      minOrderMinor: t.expose('minOrderMinor', orNull('Smallest order in minor units; null: any.', 'SafeInt')),
      firstOrderOnly: t.exposeBoolean('firstOrderOnly', { description: 'Whether it is for a first order only.' }),
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
