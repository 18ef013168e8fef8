import { ACCOUNT_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useState } from 'react';
import { newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { announceJob } from '../../../lib/page/started-jobs.ts';
import { useRecordStep } from '../../../lib/record/record-steps.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { askedBefore } from '../../../records/state-actions.ts';
import { accountName } from '../account-columns.tsx';
import { eraseAccountMutation, exportAccountDataMutation } from '../details/account-details.operations.ts';
import { useRefreshDetails } from '../details/use-account-details.ts';
import { type AccountRecord, useRefreshAccount } from '../use-account.ts';

interface AccountPrivacyDialogProps {
  readonly dialog: 'erase' | 'export-data';
  readonly account: AccountRecord;
  readonly onClose: () => void;
}

/** Exports or erases an account's data, at the person's request. */
export function AccountPrivacyDialog({ dialog, account, onClose }: AccountPrivacyDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const refreshAccount = useRefreshAccount(account.id);
  const refreshDetails = useRefreshDetails(account.id);
  const [key] = useState(newIdempotencyKey);
  const send = useRecordStep(account, {
    onClose,
    refresh: () => Promise.all([refreshAccount(), refreshDetails()]),
  });
  const name = accountName({ displayName: account.displayName ?? null, number: account.number }, messages);
  const number = String(account.number);
  if (dialog === 'export-data') {
    return (
      <ReasonDialog
        title={t('account.data.title', { name })}
        consequence={t('account.data.consequence')}
        verb={t('account.action.export-data')}
        {...askedBefore(ACCOUNT_MACHINE, 'export-data')}
        onClose={onClose}
        onConfirm={async (reason) => {
          const input = { id: account.id, reason };
          const answer = await request(
            exportAccountDataMutation,
            { input },
            { idempotencyKey: key, errorsShown: 'in-place' },
          );
          announceJob(answer.exportAccountData.job.id);
          onClose();
        }}
      />
    );
  }
  return (
    <ReasonDialog
      title={t('account.erase.title', { name })}
      consequence={t('account.erase.consequence')}
      verb={t('account.action.erase')}
      {...askedBefore(ACCOUNT_MACHINE, 'erase')}
      typed={{ text: number, label: t('account.close.typed', { number }) }}
      onClose={onClose}
      onConfirm={(reason) => send(eraseAccountMutation, { reason, confirmation: number })}
    />
  );
}
