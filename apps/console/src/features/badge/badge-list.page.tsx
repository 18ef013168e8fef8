import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function BadgeListPage() {
  return <UnavailablePage titleKey="shell.page.badges" />;
}
