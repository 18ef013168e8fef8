import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function TranslationListPage() {
  return <UnavailablePage titleKey="shell.page.translations" />;
}
