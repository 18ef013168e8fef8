import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function AuditListPage() {
  return <UnavailablePage titleKey="shell.page.audit" />;
}
