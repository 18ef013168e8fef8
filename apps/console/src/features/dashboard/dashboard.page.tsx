import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function DashboardPage() {
  return <UnavailablePage titleKey="shell.page.dashboard" />;
}
