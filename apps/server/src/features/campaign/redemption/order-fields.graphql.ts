import { orNull } from '../../../graphql/schema/or-null.ts';
import { sharedFields } from '../../../graphql/schema/shared-fields.ts';

interface Ordered {
  readonly orderReference: string | null;
  readonly orderMinor: number | null;
  readonly discountMinor: number | null;
  readonly currency: string | null;
}

/** Order fields of a redemption, for staff and machine clients. */
export const orderFields = sharedFields<Ordered>((t) => ({
  orderReference: t.exposeString('orderReference', orNull("The client's reference of the order; null without one.")),
  orderMinor: t.expose(
    'orderMinor',
    orNull('Price of the order before the discount, in minor units; null where it was not given.', 'SafeInt'),
  ),
  discountMinor: t.expose(
    'discountMinor',
    orNull('Discount on the order in minor units; null where the reward is no discount.', 'SafeInt'),
  ),
  currency: t.exposeString('currency', orNull('Currency of the amounts, ISO 4217; null without amounts.')),
}));
