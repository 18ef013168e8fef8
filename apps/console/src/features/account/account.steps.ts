import { ACCOUNT_MACHINE, type AccountAction } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import {
  IconCamera,
  IconCreditCard,
  IconEraser,
  IconFileExport,
  IconLock,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import type { RecordAction } from '../../lib/record/record-actions.ts';
import { rightTo, stateActions } from '../../records/state-actions.ts';
import type { AccountRecord } from './use-account.ts';

/** Dialogs that an account's page opens. */
export type AccountDialogName =
  | 'suspend'
  | 'reactivate'
  | 'close'
  | 'reveal'
  | 'picture'
  | 'erase'
  | 'export-data'
  | 'issue-card';

const ICONS = {
  REACTIVATE: IconPlayerPlay,
  SUSPEND: IconPlayerPause,
  EDIT: IconPencil,
  ISSUE_CARD: IconCreditCard,
  EXPORT_DATA: IconFileExport,
  CLOSE: IconLock,
  ERASE: IconEraser,
} as const;

interface AccountActionOptions {
  readonly account: AccountRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: AccountDialogName) => void;
}

/**
 * Actions on the account, as the server reports them. An action that this person can never take is absent; one that the
 * state forbids is disabled, with the reason.
 */
export function useAccountActions({ account, onEdit, onDialog }: AccountActionOptions): readonly RecordAction[] {
  const { t } = useMessages();
  return useMemo(() => {
    // ERASED is final.
    if (account.state === 'ERASED') return [];
    const notNow = t('account.action.not-now', { state: t(`account.state.${account.state}`) });
    const reasons: Partial<Record<AccountAction, string>> = {
      ERASE: t('account.erase.close-first'),
      REACTIVATE: account.state === 'CLOSED' ? t('account.action.closed-too-long') : notNow,
    };
    const actions = stateActions({
      machine: ACCOUNT_MACHINE,
      record: account,
      icons: ICONS,
      stays: account.state === 'SUSPENDED' ? ['CLOSE', 'ERASE'] : ['SUSPEND', 'CLOSE', 'ERASE'],
      label: (key) => t(`account.action.${key === 'issue-card' && account.card ? 'replace-card' : key}`),
      notNow: (action) => reasons[action] ?? notNow,
      t,
      run: (key) => (key === 'edit' ? onEdit() : onDialog(key)),
    });
    const edit = rightTo(account, 'EDIT');
    const picture: RecordAction = {
      key: 'picture',
      label: t('picture.change'),
      icon: IconCamera,
      isAllowed: edit?.isAllowed === true && Boolean(account.firebaseId),
      whyNot: account.firebaseId ? notNow : t('account.picture.no-app'),
      run: () => onDialog('picture'),
    };
    return edit ? actions.flatMap((action) => (action.key === 'edit' ? [action, picture] : [action])) : actions;
  }, [account, onEdit, onDialog, t]);
}
