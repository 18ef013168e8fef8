import { ACCOUNT_LIMITS, ACCOUNT_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useRef, useState } from 'react';
import { newIdempotencyKey, request } from '../../lib/api/graphql-client.ts';
import { showDone } from '../../lib/api/outcome-toasts.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { DateTimeInput } from '../../lib/date-time/date-time-input.tsx';
import { instantOf, wallTimeOf } from '../../lib/format/zoned-time.ts';
import { FIELD_ORDER } from '../../records/form/record-form.tsx';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { askedBefore } from '../../records/state-actions.ts';
import { closeAccountMutation, reactivateAccountMutation, suspendAccountMutation } from './account.operations.ts';
import type { AccountDialogName } from './account-action-list.ts';
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

/** Suspends, reactivates or closes the account, or reveals its contact. Each shows its effect and asks for a reason. */
export function AccountDialog({ dialog, account, onClose, onRevealed }: AccountDialogProps) {
  const messages = useMessages();
  const { t, timeZone } = messages;
  const refresh = useRefreshAccount(account.id);
  const [until, setUntil] = useState('');
  const [key] = useState(newIdempotencyKey);
  const [isPrivacyRequest, setPrivacyRequest] = useState(false);
  const isPast = until !== '' && Date.parse(instantOf(until, timeZone)) <= Date.now();
  const name = accountName({ displayName: account.displayName ?? null, number: account.number }, messages);
  const expected = { id: account.id, expectedVersion: account.version };
  const shownVersion = useRef(account.version);

  const run = async (action: () => Promise<void>) => {
    try {
      await action();
      onClose();
    } finally {
      // Also after a conflict: the page then shows the current record.
      void refresh();
    }
  };

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
          onConfirm={(reason) =>
            run(async () => {
              const answer = await request(
                suspendAccountMutation,
                {
                  input: {
                    ...expected,
                    expectedVersion: shownVersion.current,
                    reason,
                    until: until === '' ? null : instantOf(until, timeZone),
                  },
                },
                { idempotencyKey: key, errorsShown: 'in-place', successShown: 'by-caller' },
              );
              offerUndo(answer.suspendAccount.account.version);
            })
          }
        >
          <DateTimeInput
            kind="date-time"
            isAhead
            min={wallTimeOf(new Date().toISOString(), timeZone).slice(0, 16)}
            label={t('account.suspend.until')}
            description={t('account.suspend.until-hint', { zone: timeZone })}
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
          onConfirm={(reason) =>
            run(async () => {
              const input = { ...expected, reason: reason || null };
              await request(reactivateAccountMutation, { input }, { idempotencyKey: key, errorsShown: 'in-place' });
            })
          }
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
          onConfirm={(reason) =>
            run(async () => {
              const input = { ...expected, reason, isPrivacyRequest };
              await request(closeAccountMutation, { input }, { idempotencyKey: key, errorsShown: 'in-place' });
            })
          }
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
  function offerUndo(version: number) {
    showDone({
      action: {
        label: t('account.suspend.undo'),
        onClick: () => {
          const input = { id: account.id, expectedVersion: version, reason: t('account.suspend.undone') };
          request(reactivateAccountMutation, { input })
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
