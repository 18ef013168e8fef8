import { useMessages } from '@backcounter/i18n/react';
import { EmptyState } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { load } from '../../lib/api/graphql-client.ts';
import { QueryFailure } from '../../lib/page/query-failure.tsx';
import { OPEN_MESSAGE } from './language/use-translation-language.ts';
import { messageDocuments } from './translation.operations.ts';

/** Redirects from a text's id to the page of its language, which opens the text. */
export function TextOfAddress({ id }: { readonly id: string }) {
  const { t } = useMessages();
  const router = useRouter();
  const place = useQuery({
    queryKey: ['translation', 'place', id],
    queryFn: async ({ signal }) => (await load(messageDocuments.place, { id }, signal)).record ?? null,
  });
  const languageId = place.data?.languageId;
  useEffect(() => {
    if (languageId === undefined) return;
    const search = new URLSearchParams({ [OPEN_MESSAGE]: id });
    void router.navigate({ href: `/admin/translations/${languageId}?${search}`, replace: true });
  }, [languageId, id, router]);
  if (place.error) {
    return <QueryFailure isPageTitle query={place} title={t('translation.editor.failed')} />;
  }
  if (place.data === null) return <EmptyState isPageTitle title={t('error.record.not-found')} />;
  return <div role="status" aria-label={t('common.place.loading')} />;
}
