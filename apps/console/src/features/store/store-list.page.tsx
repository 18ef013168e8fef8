import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function StoreListPage() {
  return <UnavailablePage titleKey="shell.page.stores" />;
}
