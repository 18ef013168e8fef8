import { useMessages } from '@backcounter/i18n/react';
import { ErrorPanel } from '@backcounter/ui';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { useReference } from '../../lib/record/reference.ts';

/** Replaces a failed page; navigation and other pages still work. */
export function RouteError({ error }: ErrorComponentProps) {
  const { t } = useMessages();
  const router = useRouter();
  const reference = useReference(error);
  return (
    <ErrorPanel
      isPageTitle
      title={t('error.place.page-title')}
      body={t(error instanceof RequestError ? errorKeyOf(error) : 'error.place.page-body')}
      retry={{
        label: t('common.action.retry'),
        onClick: () => {
          // Rendering may have failed on a cached answer, which would fail again.
          queryClient.removeQueries({ type: 'inactive' });
          void router.invalidate();
        },
      }}
      {...(reference ? { reference } : {})}
    />
  );
}
