import { REVEAL_LIMITS, REVEAL_PURPOSES, type RevealPurpose } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Input } from '@mantine/core';
import { useId, useState } from 'react';
import { errorKey } from '../../lib/api/error-text.ts';
import { request } from '../../lib/api/graphql-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { Select } from '../../lib/select/select.tsx';
import { FIELD_ORDER } from '../../records/form/record-form.tsx';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { confirmSecondFactorMutation, revealAccountContactMutation } from './account-change.operations.ts';
import type { RevealedContact } from './overview/account-overview.tsx';

interface AccountRevealDialogProps {
  readonly accountId: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onRevealed: (contact: RevealedContact) => void;
}

/** Asks for a purpose and reveals the contact. Beyond the hourly budget it also asks for a second-factor code. */
export function AccountRevealDialog({ accountId, name, onClose, onRevealed }: AccountRevealDialogProps) {
  const { t } = useMessages();
  const [purpose, setPurpose] = useState<RevealPurpose | null>(null);
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const [code, setCode] = useState('');
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const codeId = useId();

  /** Returns true once the code has been accepted. */
  const confirmCode = async (): Promise<boolean> => {
    const { confirmSecondFactor: confirmation } = await request(
      confirmSecondFactorMutation,
      { code },
      { errorsShown: 'in-place', successShown: 'in-place' },
    );
    if (confirmation.outcome === 'CONFIRMED') return true;
    setCodeProblem(t(confirmation.outcome === 'WRONG_CODE' ? 'account.reveal.wrong-code' : errorKey('rate.limited')));
    return false;
  };
  const reveal = async (reason: string): Promise<void> => {
    if (purpose === null) return;
    setCodeProblem(null);
    if (isCodeNeeded && !(await confirmCode())) return;
    try {
      const { revealAccountContact: contact } = await request(
        revealAccountContactMutation,
        { input: { id: accountId, purpose, reason } },
        { errorsShown: 'in-place' },
      );
      onRevealed({ email: contact.email ?? null, phone: contact.phone ?? null });
      onClose();
    } catch (error) {
      if (!(error instanceof RequestError && error.code === 'second-factor.required')) throw error;
      setCode('');
      setCodeNeeded(true);
    }
  };

  return (
    <ReasonDialog
      title={t('account.reveal.title', { name })}
      consequence={t('account.reveal.consequence')}
      verb={t('account.action.reveal')}
      isDestructive={false}
      isReasonRequired={purpose === 'OTHER'}
      {...(purpose === 'OTHER' && { reasonMinLength: REVEAL_LIMITS.reasonMinLength })}
      isIncomplete={purpose === null || (isCodeNeeded && !/^\d{6}$/.test(code))}
      afterReason={
        isCodeNeeded ? (
          <Input.Wrapper
            id={codeId}
            label={t('account.reveal.code')}
            description={t('account.reveal.code-hint', { minutes: REVEAL_LIMITS.confirmedMinutes })}
            error={codeProblem}
            inputWrapperOrder={FIELD_ORDER}
          >
            <Input
              id={codeId}
              className="bc-code"
              dir="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              error={codeProblem !== null}
              autoFocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value.replace(/\s/g, ''))}
            />
          </Input.Wrapper>
        ) : null
      }
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
