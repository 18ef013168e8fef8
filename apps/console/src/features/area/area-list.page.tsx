import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function AreaListPage() {
  return <UnavailablePage titleKey="shell.page.areas" />;
}
