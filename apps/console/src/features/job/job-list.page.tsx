import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function JobListPage() {
  return <UnavailablePage titleKey="shell.page.jobs" />;
}
