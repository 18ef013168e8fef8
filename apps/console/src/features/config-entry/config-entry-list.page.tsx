import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function ConfigEntryListPage() {
  return <UnavailablePage titleKey="shell.page.config" />;
}
