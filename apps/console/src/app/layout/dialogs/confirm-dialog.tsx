import { CONFIRMED_MINUTES } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { ConfirmSecondFactorInput, PasskeyProof } from '../../../generated/graphql.ts';
import { confirmation } from '../../../lib/api/confirmation.ts';
import { load, request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { Dialog } from '../../../lib/page/dialog.tsx';
import { useOwnEscape } from '../../../lib/page/own-escape.ts';
import { DialogProblem } from '../../../records/dialog-problem.tsx';
import { confirmSecondFactorMutation, passkeyRequestQuery } from './confirm.operations.ts';

interface ConfirmDialogProps {
  readonly onClose: (isConfirmed?: boolean) => void;
}

/** Confirms the second factor of the person; the operation that needs it waits with all input. */
export function ConfirmDialog({ onClose }: ConfirmDialogProps) {
  const { t } = useMessages();
  const { atProvider } = confirmation;
  const wrong = t(atProvider ? 'settings.confirm.provider-wrong' : 'settings.confirm.wrong');
  const id = useId();
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | RequestError | null>(null);
  const passkey = useQuery({
    queryKey: ['passkey-request'],
    queryFn: ({ signal }) => load(passkeyRequestQuery, {}, signal),
    enabled: atProvider === null,
    gcTime: 0,
    meta: { errorsShown: 'in-toast' },
  });
  const asked = passkey.data?.passkeyRequest ?? null;
  const cancel = () => onClose(false);
  useOwnEscape(cancel);

  const confirm = async (proof: () => Promise<ConfirmSecondFactorInput>) => {
    setBusy(true);
    setProblem(null);
    try {
      const { confirmSecondFactor: answer } = await request(
        confirmSecondFactorMutation,
        { input: await proof() },
        { errorsShown: 'in-place', successShown: 'in-place' },
      );
      if (answer.outcome === 'CONFIRMED') onClose(true);
      else setProblem(answer.outcome === 'WRONG_CODE' ? wrong : t('error.rate.limited'));
    } catch (error) {
      // Refusals of the browser or the provider: cancelled, no passkey on this device, another person.
      setProblem(error instanceof RequestError ? error : wrong);
    } finally {
      setBusy(false);
      // A request is answered once.
      if (atProvider === null) void passkey.refetch();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form of the waiting operation is not submitted as well.
    event.stopPropagation();
    void confirm(async () => (atProvider ? { idToken: await atProvider() } : { code }));
  };

  return (
    <Dialog title={t('settings.confirm.title')} onClose={cancel}>
      <form className="bc-dialog-form" onSubmit={submit}>
        <p className="bc-dialog-consequence">
          {t(atProvider ? 'settings.confirm.provider-body' : 'settings.confirm.body', { minutes: CONFIRMED_MINUTES })}
        </p>
        {atProvider ? null : (
          <Input.Wrapper id={id} label={t('settings.confirm.code')}>
            <Input
              id={id}
              className="bc-code"
              dir="ltr"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={30}
              data-autofocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          </Input.Wrapper>
        )}
        {problem === null ? null : (
          <DialogProblem error={problem} words={typeof problem === 'string' ? problem : undefined} />
        )}
        <div className="bc-dialog-buttons">
          {asked ? (
            <Button loading={isBusy} onClick={() => void confirm(() => answerOf(asked))}>
              {t('settings.confirm.passkey')}
            </Button>
          ) : null}
          <Button onClick={cancel}>{t('common.action.cancel')}</Button>
          {/* A closed window of the provider gives no answer, so that the button stays usable. */}
          <Button
            type="submit"
            variant="filled"
            disabled={!atProvider && code.trim() === ''}
            loading={isBusy && !atProvider}
          >
            {t(atProvider ? 'settings.confirm.provider' : 'settings.confirm.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The answer of one of the person's passkeys. */
async function answerOf({ options, sealed }: PasskeyRequest): Promise<{ passkey: PasskeyProof }> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey });
  return { passkey: { response: JSON.stringify(credential), sealed } };
}

interface PasskeyRequest {
  readonly options: string;
  readonly sealed: string;
}
