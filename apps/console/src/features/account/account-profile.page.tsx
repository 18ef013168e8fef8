import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function AccountProfilePage() {
  return <UnavailablePage titleKey="shell.page.account" />;
}
