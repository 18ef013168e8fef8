import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import { useAdjustAction } from '../../points/adjust/use-adjust-action.tsx';
import { RecordActionBar } from '../../records/record-action-bar.tsx';
import { type AccountDialogName, useAccountActions } from './account-action-list.ts';
import { accountName } from './account-columns.tsx';
import type { AccountRecord } from './use-account.ts';

interface AccountActionsProps {
  readonly account: AccountRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: AccountDialogName) => void;
}

const IN_MENU = ['picture', 'export-data', 'close', 'erase'];

/** Action buttons and menu of the account. */
export function AccountActions(props: AccountActionsProps) {
  const messages = useMessages();
  const { t } = messages;
  const { id, displayName = null, number, state } = props.account;
  const ofAccount = useAccountActions(props);
  const isOver = state === 'CLOSED' || state === 'ERASED';
  const adjust = useAdjustAction(
    { type: 'ACCOUNT', id, name: accountName({ displayName, number }, messages) },
    isOver ? t('points.adjust.closed') : null,
  );
  const actions = useMemo(
    () => (adjust.action === null || state === 'ERASED' ? ofAccount : [...ofAccount, adjust.action]),
    [ofAccount, adjust.action, state],
  );
  // The most frequent task of those who have it.
  const main = adjust.action?.isAllowed ? 'adjust' : 'edit';
  return (
    <>
      <RecordActionBar actions={actions} main={main} inMenu={IN_MENU} />
      {adjust.dialog}
    </>
  );
}
