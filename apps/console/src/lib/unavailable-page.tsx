import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { EmptyState } from '@backcounter/ui';
import { PageHeader } from './page-header.tsx';

/** A route that exists though its screen comes later; says so. */
export function UnavailablePage({ titleKey }: { readonly titleKey: MessageKey }) {
  const { t } = useMessages();
  return (
    <>
      <PageHeader title={t(titleKey)} />
      <EmptyState title={t('shell.unavailable.title')} body={t('shell.unavailable.body')} />
    </>
  );
}
