import { REVEAL_LIMITS, REVEAL_PURPOSES, type RevealPurpose } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useState } from 'react';
import { request } from '../../lib/api/graphql-client.ts';
import { Select } from '../../lib/select/select.tsx';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { revealAccountContactMutation } from './account-change.operations.ts';
import type { RevealedContact } from './overview/account-overview.tsx';

interface AccountRevealDialogProps {
  readonly accountId: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onRevealed: (contact: RevealedContact) => void;
}

/** Asks for a purpose and reveals the contact. */
export function AccountRevealDialog({ accountId, name, onClose, onRevealed }: AccountRevealDialogProps) {
  const { t } = useMessages();
  const [purpose, setPurpose] = useState<RevealPurpose | null>(null);

  const reveal = async (reason: string): Promise<void> => {
    if (purpose === null) return;
    const { revealAccountContact: contact } = await request(
      revealAccountContactMutation,
      { input: { id: accountId, purpose, reason } },
      { errorsShown: 'in-place' },
    );
    onRevealed({ email: contact.email ?? null, phone: contact.phone ?? null });
    onClose();
  };

  return (
    <ReasonDialog
      title={t('account.reveal.title', { name })}
      consequence={t('account.reveal.consequence')}
      verb={t('account.action.reveal')}
      isDestructive={false}
      isReasonRequired={purpose === 'OTHER'}
      {...(purpose === 'OTHER' && { reasonMinLength: REVEAL_LIMITS.reasonMinLength })}
      isIncomplete={purpose === null}
      onConfirm={reveal}
      onClose={onClose}
    >
      <Select
        label={t('account.field.purpose')}
        data-autofocus
        placeholder={t('account.reveal.choose')}
        options={REVEAL_PURPOSES.map((value) => ({ value, label: t(`account.purpose.${value}`) }))}
        value={purpose}
        onChange={setPurpose}
      />
    </ReasonDialog>
  );
}
