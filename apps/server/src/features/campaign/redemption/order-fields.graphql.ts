import { sharedFields } from '../../../graphql/schema/shared-fields.ts';

interface Ordered {
  readonly orderReference: string | null;
  readonly orderMinor: number | null;
  readonly discountMinor: number | null;
  readonly currency: string | null;
}

/** Order fields of a redemption, for staff and machine clients. */
export const orderFields = sharedFields<Ordered>((t) => ({
  orderReference: t.exposeString('orderReference', {
    nullable: true,
    description: "The client's reference of the order; null without one.",
  }),
  orderMinor: t.expose('orderMinor', {
    type: 'SafeInt',
    nullable: true,
    description: 'Price of the order before the discount, in minor units; null where it was not given.',
  }),
  discountMinor: t.expose('discountMinor', {
    type: 'SafeInt',
    nullable: true,
    description: 'Discount on the order in minor units; null where the reward is no discount.',
  }),
  currency: t.exposeString('currency', {
    nullable: true,
    description: 'Currency of the amounts, ISO 4217; null without amounts.',
  }),
}));
