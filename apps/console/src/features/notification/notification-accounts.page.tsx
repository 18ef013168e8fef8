import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function NotificationAccountsPage() {
  return <UnavailablePage titleKey="shell.page.notification" />;
}
