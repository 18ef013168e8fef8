import { localeArg, localName } from '../../graphql/schema/arguments.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { sharedFields } from '../../graphql/schema/shared-fields.ts';

/** The reward of a campaign, and its conditions. */
export interface Reward {
  readonly percentBp: number | null;
  readonly amountMinor: number | null;
  readonly maxDiscountMinor: number | null;
  readonly points: number | null;
  readonly giftTexts: Readonly<Record<string, string>> | null;
  readonly currency: string | null;
  readonly minOrderMinor: number | null;
  readonly firstOrderOnly: boolean;
}

/** SQL of them, of the campaign `c`. */
export const REWARD_COLUMNS = `c.percent_bp as "percentBp", c.amount_minor as "amountMinor", c.max_discount_minor as "maxDiscountMinor", c.points,
    c.gift_text_i18n as "giftTexts", c.currency, c.min_order_minor as "minOrderMinor", c.first_order_only as "firstOrderOnly"`;

/** Fields of a reward for programs. */
export const rewardFields = sharedFields<Reward>((t) => ({
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
}));
