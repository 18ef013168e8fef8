import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function CampaignListPage() {
  return <UnavailablePage titleKey="shell.page.campaigns" />;
}
