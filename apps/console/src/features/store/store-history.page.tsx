import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function StoreHistoryPage() {
  return <UnavailablePage titleKey="shell.page.store" />;
}
