import { foldCouponCode, may } from '@backcounter/domain';
import { load, request } from '../../lib/api/graphql-client.ts';
import type { FoundRecord, RecordFinder } from '../../lib/record/record-finder.ts';
import { say } from '../../lib/settings/i18n.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { OPEN_COUPON } from './campaign.entity.ts';
import { findCampaignsQuery, lookUpCouponMutation } from './campaign-finder.operations.ts';

const SHOWN = 6;

/** The coupon of a whole unique code. Each look-up counts as a shown code, and shared codes are often plain words. */
async function findCoupon(code: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  if (!may(currentRoles(), 'coupon.reveal') || foldCouponCode(code)?.kind !== 'UNIQUE') return [];
  const options = { errorsShown: 'in-place', signal, successShown: 'by-caller' } as const;
  const { coupon } = (await request(lookUpCouponMutation, { code }, options)).lookUpCoupon;
  if (!coupon) return [];
  return [
    {
      href: `/campaigns/${coupon.campaignId}?${new URLSearchParams({ [OPEN_COUPON]: coupon.id })}`,
      title: say('coupon.row.label', { last: coupon.last4 }),
      detail: say(`coupon.status.${coupon.status}`),
      face: null,
    },
  ];
}

/** Campaigns by code, id or name, and coupons by their whole code. A person who may not open a campaign's page gets its row in the list. */
export const campaignFinder: RecordFinder = {
  hintKey: () => 'campaign.search.hint',
  async find(text, _locale, signal) {
    const [coupons, { campaigns }] = await Promise.all([
      findCoupon(text, signal),
      load(findCampaignsQuery, { search: text, first: SHOWN }, signal),
    ]);
    const { nodes, pageInfo, matchedBy = null } = campaigns;
    const opensPage = may(currentRoles(), 'area.campaign-coupons');
    return {
      records: [
        ...coupons,
        ...nodes.map(({ id, code, name, status }) => ({
          href: opensPage ? `/campaigns/${id}` : `/campaigns?${new URLSearchParams({ q: code, open: id })}`,
          title: name,
          detail: [code, say(`campaign.status.${status}`)].join(' · '),
          face: null,
        })),
      ],
      matchKey: nodes.length > 0 && matchedBy === 'CODE' ? 'campaign.match.code' : null,
      isExact: coupons.length > 0 || (nodes.length === 1 && (matchedBy === 'CODE' || matchedBy === 'ID')),
      hasMore: pageInfo.hasNextPage,
    };
  },
};
