import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function GiveawayTransactionsPage() {
  return <UnavailablePage titleKey="shell.page.giveaway" />;
}
