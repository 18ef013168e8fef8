import { useMessages } from '@backcounter/i18n/react';
import {
  IconCamera,
  IconEraser,
  IconFileExport,
  IconLock,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import type { RecordAction } from '../../lib/record-actions.ts';
import type { AccountActionName, AccountRecord } from './use-account.ts';

/** Dialogs that an account's page opens. */
export type AccountDialogName = 'suspend' | 'reactivate' | 'close' | 'reveal' | 'picture' | 'erase' | 'export-data';

/** An action of an account's page. */
export interface AccountAction extends RecordAction {
  readonly key: 'reactivate' | 'suspend' | 'edit' | 'picture' | 'export-data' | 'close' | 'erase';
}

interface AccountActionOptions {
  readonly account: AccountRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: AccountDialogName) => void;
}

/**
 * What can be done now, as the server says: absent where this person can never do it, not allowed and with the reason where another state
 * would allow it.
 */
export function useAccountActions({ account, onEdit, onDialog }: AccountActionOptions): readonly AccountAction[] {
  const { t } = useMessages();
  return useMemo(() => {
    const rights = new Map(account.actions.map((right) => [right.action, right]));
    const offered = (action: AccountActionName) =>
      rights.get(action)?.refusal !== 'access.denied' && rights.has(action);
    const isAllowed = (action: AccountActionName) => rights.get(action)?.isAllowed ?? false;
    const notNow = t('account.action.not-now', { state: t(`account.state.${account.state}`) });
    const actions: AccountAction[] = [];
    // Nothing leads back from there.
    if (account.state === 'ERASED') return actions;
    if (offered('REACTIVATE') && account.state !== 'ACTIVE') {
      actions.push({
        key: 'reactivate',
        label: t('account.action.reactivate'),
        icon: IconPlayerPlay,
        isAllowed: isAllowed('REACTIVATE'),
        whyNot: account.state === 'CLOSED' ? t('account.action.closed-too-long') : notNow,
        run: () => onDialog('reactivate'),
      });
    }
    if (offered('SUSPEND') && account.state !== 'SUSPENDED') {
      actions.push({
        key: 'suspend',
        label: t('account.action.suspend'),
        icon: IconPlayerPause,
        isAllowed: isAllowed('SUSPEND'),
        whyNot: notNow,
        run: () => onDialog('suspend'),
      });
    }
    if (offered('EDIT')) {
      actions.push({
        key: 'edit',
        label: t('account.action.edit'),
        icon: IconPencil,
        isAllowed: isAllowed('EDIT'),
        whyNot: notNow,
        run: onEdit,
      });
    }
    if (offered('CLOSE')) {
      actions.push(
        {
          key: 'picture',
          label: t('account.picture.change'),
          icon: IconCamera,
          isAllowed: isAllowed('EDIT') && Boolean(account.firebaseId),
          whyNot: account.firebaseId ? notNow : t('account.picture.no-app'),
          run: () => onDialog('picture'),
        },
        {
          key: 'export-data',
          label: t('account.action.export-data'),
          icon: IconFileExport,
          isAllowed: isAllowed('EXPORT_DATA'),
          whyNot: notNow,
          run: () => onDialog('export-data'),
        },
        {
          key: 'close',
          label: t('account.action.close'),
          icon: IconLock,
          isAllowed: isAllowed('CLOSE'),
          whyNot: notNow,
          run: () => onDialog('close'),
        },
        {
          key: 'erase',
          label: t('account.action.erase'),
          icon: IconEraser,
          isAllowed: isAllowed('ERASE'),
          whyNot: t('account.erase.close-first'),
          run: () => onDialog('erase'),
        },
      );
    }
    return actions;
  }, [account, onEdit, onDialog, t]);
}
