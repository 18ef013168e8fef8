import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function CampaignCouponsPage() {
  return <UnavailablePage titleKey="shell.page.campaign" />;
}
