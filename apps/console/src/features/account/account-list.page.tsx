import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function AccountListPage() {
  return <UnavailablePage titleKey="shell.page.accounts" />;
}
