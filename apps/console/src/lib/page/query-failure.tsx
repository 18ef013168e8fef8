import { useMessages } from '@backcounter/i18n/react';
import { ErrorPanel } from '@backcounter/ui';
import { errorKeyOf } from '../api/error-text.ts';
import { useReference } from '../record/reference.ts';

interface QueryFailureProps {
  readonly query: { readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => unknown };
  readonly title: string;
  readonly isPageTitle?: boolean;
}

/** A failure with its reason and a retry. */
export function QueryFailure({ query, title, isPageTitle = false }: QueryFailureProps) {
  const { t } = useMessages();
  const reference = useReference(query.error);
  return (
    <ErrorPanel
      isPageTitle={isPageTitle}
      title={title}
      body={t(errorKeyOf(query.error))}
      retry={{ label: t('common.action.retry'), onClick: () => void query.refetch(), isBusy: query.isFetching }}
      {...(reference ? { reference } : {})}
    />
  );
}
