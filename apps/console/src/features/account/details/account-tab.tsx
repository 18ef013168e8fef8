import { useMessages } from '@backcounter/i18n/react';
import { ErrorPanel, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { useReference } from '../../../lib/record/reference.ts';
import './account-tab.css';

interface Loaded {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): Promise<unknown>;
}

/** The body of a tab: a skeleton, an error with Retry, or the content. */
export function AccountTab({ loaded, children }: { readonly loaded: Loaded; readonly children: ReactNode }) {
  const { t } = useMessages();
  const reference = useReference(loaded.error);
  if (loaded.error) {
    return (
      <ErrorPanel
        title={t('account.tab.failed')}
        body={t(errorKeyOf(loaded.error))}
        retry={{ label: t('common.action.retry'), onClick: () => void loaded.refetch(), isBusy: loaded.isFetching }}
        {...(reference ? { reference } : {})}
      />
    );
  }
  return (
    <div className="bc-account-tab">
      {loaded.isPending ? (
        <div role="status" aria-label={t('common.place.loading')}>
          <Skeleton width="20rem" height="1.25rem" />
        </div>
      ) : (
        children
      )}
    </div>
  );
}

interface MoreProps {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Loads the next page of a tab. */
export function MoreButton({ pages }: { readonly pages: MoreProps }) {
  const { t } = useMessages();
  if (!pages.hasNextPage) return null;
  return (
    <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {t('account.tab.more')}
    </Button>
  );
}
