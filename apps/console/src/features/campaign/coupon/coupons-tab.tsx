import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { part } from '../../../lib/page/part.ts';
import { ListPart } from '../../../listing/list-page.tsx';
import { RecordListTab } from '../../../records/record-list-tab.tsx';
import type { TabPart } from '../../../records/record-screen.tsx';
import { type CampaignRecord, OPEN_COUPON } from '../campaign.entity.ts';
import { CampaignCards } from './campaign-cards.tsx';
import { couponList } from './coupon.list.tsx';

const CouponDrawer = part(() => import('./coupon-drawer.tsx'), 'CouponDrawer');

/** Figures and codes of a campaign. */
export function CouponsTab({ record: campaign }: TabPart<CampaignRecord>) {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const { id, timezone, codeMode } = campaign;
  const definition = useMemo(
    () => couponList({ id, timezone, codeMode }, pathname),
    [id, timezone, codeMode, pathname],
  );
  const params = new URLSearchParams(searchStr);
  const open = params.get(OPEN_COUPON) || null;
  const close = () => {
    params.delete(OPEN_COUPON);
    const href = params.size > 0 ? `${pathname}?${params}` : pathname;
    void router.navigate({ href, replace: true, resetScroll: false });
  };
  return (
    <RecordListTab above={<CampaignCards campaign={campaign} />}>
      <ListPart definition={definition} openRow={open} />
      {open === null ? null : <CouponDrawer key={open} campaign={campaign} id={open} onClose={close} />}
    </RecordListTab>
  );
}
