import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function GiveawayListPage() {
  return <UnavailablePage titleKey="shell.page.giveaways" />;
}
