import { useMessages } from '@backcounter/i18n/react';
import { RecordActionBar } from '../../records/record-action-bar.tsx';
import { type AccountAction, type AccountDialogName, useAccountActions } from './account-action-list.ts';
import type { AccountRecord } from './use-account.ts';

interface AccountActionsProps {
  readonly account: AccountRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: AccountDialogName) => void;
}

const IN_MENU: readonly AccountAction['key'][] = ['picture', 'export-data', 'close', 'erase'];

/** What can be done with the account now. */
export function AccountActions(props: AccountActionsProps) {
  const { t } = useMessages();
  return (
    <RecordActionBar
      actions={useAccountActions(props)}
      main="edit"
      inMenu={IN_MENU}
      destructive={['close', 'erase']}
      moreLabel={t('account.action.more')}
    />
  );
}
