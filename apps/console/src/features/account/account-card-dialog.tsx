import { ACCOUNT_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { refusedFieldWords } from '../../lib/record/field-rules.ts';
import { FIELD_ORDER } from '../../records/form/record-form.tsx';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { askedBefore } from '../../records/state-actions.ts';

interface AccountCardDialogProps {
  readonly name: string;
  readonly isReplaced: boolean;
  readonly onIssue: (number: string | null, reason: string | null) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Issues a card with a random number or a printed one; the card that the account has ends. */
export function AccountCardDialog({ name, isReplaced, onIssue, onClose }: AccountCardDialogProps) {
  const { t } = useMessages();
  const [number, setNumber] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const kind = isReplaced ? 'replace' : 'issue';
  return (
    <ReasonDialog
      title={t(`account.member-card.${kind}-title`, { name })}
      consequence={t(`account.member-card.${kind}-consequence`)}
      verb={t(`account.action.${kind}-card`)}
      {...askedBefore(ACCOUNT_MACHINE, 'issue-card')}
      onClose={onClose}
      onConfirm={async (reason) => {
        try {
          await onIssue(number.trim() || null, reason || null);
        } catch (error) {
          setRefusal(refusedFieldWords(error, { t }));
          throw error;
        }
      }}
    >
      <TextInput
        label={t('account.member-card.number')}
        description={t('account.member-card.number-hint')}
        inputWrapperOrder={FIELD_ORDER}
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={number}
        error={refusal}
        onChange={(event) => {
          setNumber(event.currentTarget.value);
          setRefusal(undefined);
        }}
      />
    </ReasonDialog>
  );
}
