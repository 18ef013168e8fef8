import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { load } from '../../../lib/api/graphql-client.ts';
import { QueryFailure } from '../../../lib/page/query-failure.tsx';
import { RecordDialog } from '../../../records/record-dialog.tsx';
import { accountName } from '../account-columns.tsx';
import { AccountStateMark } from '../account-state.tsx';
import { accountTwinsQuery } from './account-twins.operations.ts';

/** Accounts that may be of the same person, each with its score and the reasons. */
export function AccountTwins({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const found = useQuery({
    queryKey: ['account-twins', id],
    queryFn: async ({ signal }) => (await load(accountTwinsQuery, { accountId: id }, signal)).accountTwins,
    gcTime: 0,
  });
  return (
    <RecordDialog title={t('account.twins.title')} onClose={onClose}>
      {found.error ? (
        <QueryFailure query={found} title={t('account.twins.failed')} />
      ) : found.isPending ? (
        <Skeleton width="20rem" />
      ) : found.data.length === 0 ? (
        <p>{t('account.twins.none')}</p>
      ) : (
        <ul className="bc-stack bc-gap-lg">
          {found.data.map(({ id: twin, number, displayName = null, state, score, reasons }) => (
            <li key={twin}>
              <div className="bc-row bc-between bc-gap-md">
                <Link to="/accounts/$id" params={{ id: twin }} onClick={onClose} dir="auto">
                  {accountName({ displayName, number }, messages)}
                </Link>
                <AccountStateMark state={state} />
                <b>{t('account.twins.score', { score })}</b>
              </div>
              <small className="bc-muted">{reasons.map((reason) => t(`account.twins.${reason}`)).join(' · ')}</small>
            </li>
          ))}
        </ul>
      )}
    </RecordDialog>
  );
}
