import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function NotificationListPage() {
  return <UnavailablePage titleKey="shell.page.notifications" />;
}
