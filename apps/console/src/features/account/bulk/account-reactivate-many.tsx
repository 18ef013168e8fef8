import { ACCOUNT_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import { BulkDialog } from '../../../records/bulk/bulk-dialog.tsx';
import { askedBefore } from '../../../records/state-actions.ts';
import { useAccountBulk } from './use-account-bulk.ts';

/** Makes the selected accounts active again. */
export function AccountReactivateMany(props: BulkDialogProps) {
  const { t } = useMessages();
  const { forecast, reasonWords, start } = useAccountBulk('REACTIVATE', props);
  return (
    <BulkDialog
      titles={['account.bulk.reactivate.title', 'account.bulk.reactivate.title-all']}
      verb={t('account.action.reactivate')}
      consequence={t('account.bulk.reactivate.consequence')}
      changeWords={(count) => t('account.bulk.reactivate.will', { count })}
      reasonWords={reasonWords}
      {...askedBefore(ACCOUNT_MACHINE, 'reactivate')}
      count={props.count}
      forecast={forecast}
      onStart={(given) => start(given, { reason: given.reason || null })}
      onClose={props.onClose}
    />
  );
}
