import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function ReleaseListPage() {
  return <UnavailablePage titleKey="shell.page.releases" />;
}
