import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function BadgeCategoryListPage() {
  return <UnavailablePage titleKey="shell.page.badge-categories" />;
}
