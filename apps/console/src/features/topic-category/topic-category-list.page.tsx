import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function TopicCategoryListPage() {
  return <UnavailablePage titleKey="shell.page.topic-categories" />;
}
