import { asked } from './api.ts';
import type { Visit } from './visit.ts';

const DAY_MS = 86_400_000;

/** A running campaign with three codes of 12.5 % and a budget of €1,000; returns the path of its page. */
export async function runningCampaign(admin: Visit, code: string, name: string): Promise<string> {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const terms = {
    ...{ code, name, codeMode: 'UNIQUE', perCouponLimit: 1, perAccountLimit: 1 },
    ...{ rewardType: 'PERCENT', percentBp: 1_250, currency: 'EUR', budgetMinor: 100_000 },
    ...{ startsAt: at(-1), endsAt: at(20), timezone: 'Europe/Berlin' },
  };
  const { campaign } = await asked<{ campaign: { readonly id: string } }>(
    admin,
    'mutation E2eCampaign($input: CreateCampaignInput!) { answer: createCampaign(input: $input) { campaign { id } } }',
    { input: terms },
  );
  const { id } = campaign;
  await asked(
    admin,
    'mutation E2eCoupons($input: GenerateCouponsInput!) { answer: generateCoupons(input: $input) { couponBatch { id } } }',
    { input: { campaignId: id, count: 3 } },
  );
  const { version, exposure } = await asked<{ version: number; exposure: object }>(
    admin,
    'query E2eExposure($id: ID!) { answer: campaign(id: $id) { version exposure { discountMinor points uses } } }',
    { id },
  );
  await asked(
    admin,
    'mutation E2eActivate($input: ActivateCampaignInput!) { answer: activateCampaign(input: $input) { campaign { id } } }',
    { input: { id, expectedVersion: version, agreed: exposure } },
  );
  return `/campaigns/${id}`;
}
