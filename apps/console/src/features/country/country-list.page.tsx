import { UnavailablePage } from '../../lib/unavailable-page.tsx';

export function CountryListPage() {
  return <UnavailablePage titleKey="shell.page.countries" />;
}
