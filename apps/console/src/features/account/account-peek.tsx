import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { load } from '../../lib/api/graphql-client.ts';
import { part } from '../../lib/page/part.ts';
import { useRecordActions } from '../../lib/record/record-actions.ts';
import { ChangeLines } from '../../records/recent-changes.tsx';
import { accountHistoryQuery } from './account.operations.ts';
import { type AccountDialogName, useAccountActions } from './account.steps.ts';
import type { AccountListRow } from './account-columns.tsx';
import styles from './account-peek.module.css';
import { type AccountRecord, useAccount } from './use-account.ts';

const AccountDialog = part(() => import('./account-dialog.tsx'), 'AccountDialog');
const AccountPrivacyDialog = part(() => import('./overview/account-privacy-dialog.tsx'), 'AccountPrivacyDialog');
const AccountPicture = part(() => import('./edit/account-picture.tsx'), 'AccountPicture');

const RECENT = 3;

interface AccountPeekProps {
  readonly row: AccountListRow;
  /** Facts of the row. */
  readonly children: ReactNode;
}

/** An account beside the list: state with its reason, figures, and latest changes; its actions are in the menu. */
export function AccountPeek({ row, children }: AccountPeekProps) {
  const { t, locale, timeZone, figure } = useMessages();
  const account = useAccount(row.id).data;
  const history = useQuery({
    queryKey: ['account-history', row.id, 'recent'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => {
      const answer = await load(accountHistoryQuery, { id: row.id, first: RECENT, after: null }, signal);
      return answer.record?.history.nodes ?? [];
    },
  });
  const nothing = t('listing.value.empty');
  return (
    <>
      {row.state === 'ACTIVE' || !account?.stateReason ? null : (
        <p className={styles['reason']}>
          <IconPlayerPause size={16} stroke={1.75} aria-hidden />
          <span dir="auto">{account.stateReason}</span>
        </p>
      )}
      <dl className={styles['figures']}>
        <div>
          <dt className="bc-small bc-muted">{t('points.tab')}</dt>
          <dd>{row.points == null ? nothing : figure(row.points)}</dd>
        </div>
        <div>
          <dt className="bc-small bc-muted">{t('account.tab.badges')}</dt>
          <dd>{figure(row.badgeCount)}</dd>
        </div>
        <div>
          <dt className="bc-small bc-muted">{t('account.field.lastSeen')}</dt>
          <dd>
            {row.lastSeenAt ? (
              <RelativeTime value={new Date(row.lastSeenAt)} locale={locale} timeZone={timeZone} />
            ) : (
              nothing
            )}
          </dd>
        </div>
      </dl>
      {children}
      <ChangeLines entries={history.data ?? null} />
      {account ? <PeekActions account={account} /> : null}
    </>
  );
}

/** Offers the actions of the account, and opens their dialogs. */
function PeekActions({ account }: { readonly account: AccountRecord }) {
  const router = useRouter();
  const [dialog, setDialog] = useState<AccountDialogName | null>(null);
  const onEdit = useCallback(
    () => void router.navigate({ href: `/accounts/${account.id}?edit` }),
    [router, account.id],
  );
  useRecordActions(useAccountActions({ account, onEdit, onDialog: setDialog }));
  const close = () => setDialog(null);
  if (dialog === null) return null;
  return dialog === 'picture' ? (
    <AccountPicture account={account} onClose={close} />
  ) : dialog === 'erase' || dialog === 'export-data' ? (
    <AccountPrivacyDialog dialog={dialog} account={account} onClose={close} />
  ) : (
    <AccountDialog dialog={dialog} account={account} onClose={close} onRevealed={close} />
  );
}
