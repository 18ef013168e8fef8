import { ACCOUNT_LIMITS, ACCOUNT_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useState } from 'react';
import { showDone } from '../../lib/api/outcome-toasts.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { DateTimeInput } from '../../lib/date-time/date-time-input.tsx';
import { instantOf, wallTimeOf } from '../../lib/format/zoned-time.ts';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import { changeSeen, useRecordStep } from '../../lib/record/record-steps.ts';
import { FIELD_ORDER } from '../../records/form/record-form.tsx';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { askedBefore } from '../../records/state-actions.ts';
import type { AccountDialogName } from './account.steps.ts';
import { AccountCardDialog } from './account-card-dialog.tsx';
import {
  closeAccountMutation,
  issueAccountCardMutation,
  reactivateAccountMutation,
  suspendAccountMutation,
} from './account-change.operations.ts';
import { accountName } from './account-columns.tsx';
import { AccountRevealDialog } from './account-reveal-dialog.tsx';
import type { RevealedContact } from './overview/account-overview.tsx';
import { type AccountRecord, useRefreshAccount } from './use-account.ts';

interface AccountDialogProps {
  readonly dialog: Exclude<AccountDialogName, 'picture' | 'erase' | 'export-data'>;
  readonly account: AccountRecord;
  readonly onClose: () => void;
  readonly onRevealed: (contact: RevealedContact) => void;
}

/** Suspends, reactivates or closes the account, issues a card, or reveals its contact. Each shows its effect and asks for a reason. */
export function AccountDialog({ dialog, account, onClose, onRevealed }: AccountDialogProps) {
  const messages = useMessages();
  const { t, timeZone } = messages;
  const refresh = useRefreshAccount(account.id);
  const [until, setUntil] = useState('');
  const [isPrivacyRequest, setPrivacyRequest] = useState(false);
  const isPast = until !== '' && Date.parse(instantOf(until, timeZone)) <= Date.now();
  const name = accountName({ displayName: account.displayName ?? null, number: account.number }, messages);
  const send = useRecordStep(account, { onClose, refresh });

  switch (dialog) {
    case 'suspend':
      return (
        <ReasonDialog
          title={t('account.suspend.title', { name })}
          consequence={t('account.suspend.consequence')}
          verb={t('account.action.suspend')}
          {...askedBefore(ACCOUNT_MACHINE, 'suspend')}
          isIncomplete={isPast}
          onClose={onClose}
          onConfirm={async (reason) => {
            const said = { reason, until: until === '' ? null : instantOf(until, timeZone) };
            const answer = await send(suspendAccountMutation, said, { successShown: 'by-caller' });
            offerUndo(answer.suspendAccount.account);
          }}
        >
          <DateTimeInput
            kind="date-time"
            isAhead
            min={wallTimeOf(new Date().toISOString(), timeZone).slice(0, 16)}
            label={t('account.suspend.until')}
            description={t('account.suspend.until-hint', { zone: placeOfZone(timeZone) })}
            inputWrapperOrder={FIELD_ORDER}
            value={until}
            error={isPast ? t('error.field.future') : null}
            onChange={setUntil}
          />
        </ReasonDialog>
      );
    case 'reactivate':
      return (
        <ReasonDialog
          title={t('account.reactivate.title', { name })}
          consequence={t('account.reactivate.consequence')}
          verb={t('account.action.reactivate')}
          {...askedBefore(ACCOUNT_MACHINE, 'reactivate')}
          onClose={onClose}
          onConfirm={(reason) => send(reactivateAccountMutation, { reason: reason || null })}
        />
      );
    case 'close':
      return (
        <ReasonDialog
          title={t('account.close.title', { name })}
          consequence={t('account.close.consequence')}
          verb={t('account.action.close')}
          {...askedBefore(ACCOUNT_MACHINE, 'close')}
          typed={{
            text: String(account.number),
            label: t('account.close.typed', { number: String(account.number) }),
          }}
          onClose={onClose}
          onConfirm={(reason) => send(closeAccountMutation, { reason, isPrivacyRequest })}
        >
          <Checkbox
            size="xs"
            label={t('account.close.privacy')}
            description={t('account.close.privacy-hint', { days: ACCOUNT_LIMITS.erasureDelayDays })}
            checked={isPrivacyRequest}
            onChange={(event) => setPrivacyRequest(event.currentTarget.checked)}
          />
        </ReasonDialog>
      );
    case 'issue-card':
      return (
        <AccountCardDialog
          name={name}
          isReplaced={Boolean(account.card)}
          onIssue={(number, reason) => send(issueAccountCardMutation, { number, reason })}
          onClose={onClose}
        />
      );
    case 'reveal':
      return (
        <AccountRevealDialog
          accountId={account.id}
          name={name}
          onClose={onClose}
          onRevealed={(contact) => {
            onRevealed(contact);
            void refresh();
          }}
        />
      );
  }

  /** Shows the success toast of a suspension, with Undo. */
  function offerUndo(suspended: { readonly id: string; readonly version: number }) {
    showDone({
      action: {
        label: t('account.suspend.undo'),
        onClick: () => {
          changeSeen(reactivateAccountMutation, suspended, { reason: t('account.suspend.undone') })
            .catch((error: unknown) => {
              // The client has shown a toast.
              if (!(error instanceof RequestError)) throw error;
            })
            .finally(() => void refresh());
        },
      },
    });
  }
}
