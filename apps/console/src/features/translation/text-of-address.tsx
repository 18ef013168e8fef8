import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, ErrorPanel } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { useReference } from '../../lib/record/reference.ts';
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
  const reference = useReference(place.error);
  const languageId = place.data?.languageId;
  useEffect(() => {
    if (languageId === undefined) return;
    const search = new URLSearchParams({ [OPEN_MESSAGE]: id });
    void router.navigate({ href: `/admin/translations/${languageId}?${search}`, replace: true });
  }, [languageId, id, router]);
  if (place.error) {
    return (
      <ErrorPanel
        isPageTitle
        title={t('translation.editor.failed')}
        body={t(errorKeyOf(place.error))}
        retry={{ label: t('common.action.retry'), onClick: () => void place.refetch(), isBusy: place.isFetching }}
        {...(reference ? { reference } : {})}
      />
    );
  }
  if (place.data === null) return <EmptyState isPageTitle title={t('error.record.not-found')} />;
  return <div role="status" aria-label={t('common.place.loading')} />;
}
