import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function TopicListPage() {
  return <UnavailablePage titleKey="shell.page.topics" />;
}
