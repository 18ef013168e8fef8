import { useMessages } from '@backcounter/i18n/react';
import { usePictureRenewal } from '@backcounter/presence/react';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { request } from '../../../lib/api/graphql-client.ts';
import type { ProblemWordsProps } from '../../../lib/api/problem-words.tsx';
import { RequestError } from '../../../lib/api/request-error.ts';
import { Face } from '../../../lib/presence/presence-face.tsx';
import { useRecordStep } from '../../../lib/record/record-steps.ts';
import { DialogProblem } from '../../../records/dialog-problem.tsx';
import { PictureDialog } from '../../../records/picture/picture-dialog.tsx';
import { pictureProblem } from '../../../records/picture/picture-problem.ts';
import { RecordDialog } from '../../../records/record-dialog.tsx';
import { removeAccountPictureMutation, setAccountPictureMutation } from '../account-change.operations.ts';
import { accountName, faceOf } from '../account-columns.tsx';
import { type AccountRecord, useRefreshAccount } from '../use-account.ts';

interface AccountPictureProps {
  readonly account: AccountRecord;
  readonly onClose: () => void;
}

/** Changes or removes the account's picture. */
export function AccountPicture({ account, onClose }: AccountPictureProps) {
  const messages = useMessages();
  const [isRemoving, setRemoving] = useState(false);
  const onChanged = usePictureChanged(account);
  const name = accountName({ displayName: account.displayName ?? null, number: account.number }, messages);
  if (isRemoving) return <Removal account={account} name={name} onBack={() => setRemoving(false)} onClose={onClose} />;
  return (
    <PictureDialog
      name={name}
      kind="picture"
      version={account.version}
      shape="round"
      current={<Face owner={faceOf(account)} size="record" />}
      onUse={(picture, options) =>
        request(setAccountPictureMutation, { input: { id: account.id, ...picture } }, options)
      }
      onChanged={(isDone) => onChanged(isDone || account.hasPicture)}
      {...(account.hasPicture ? { onRemove: () => setRemoving(true) } : {})}
      onClose={onClose}
    />
  );
}

interface RemovalProps extends AccountPictureProps {
  readonly name: string;
  readonly onBack: () => void;
}

function Removal({ account, name, onBack, onClose }: RemovalProps) {
  const messages = useMessages();
  const { t } = messages;
  const [problem, setProblem] = useState<ProblemWordsProps | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const onChanged = usePictureChanged(account);
  const send = useRecordStep(account, { onClose, refresh: () => undefined });
  const remove = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const answer = await send(removeAccountPictureMutation, {});
      // If other programs write pictures too, this stays true: views then request the image again.
      onChanged(answer.removeAccountPicture.account.hasPicture);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.code === 'record.conflict') onChanged(false);
      setProblem({ error, words: pictureProblem(error, messages) });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <RecordDialog title={t('account.picture.remove-title', { name })} onClose={onClose}>
      <div className="bc-dialog-form">
        <div className="bc-row bc-gap-xl">
          <Face owner={faceOf(account)} size="record" />
          <p>{t('account.picture.remove-consequence')}</p>
        </div>
        {problem === null ? null : <DialogProblem {...problem} />}
        <div className="bc-dialog-buttons">
          <Button data-autofocus onClick={onBack}>
            {t('common.action.cancel')}
          </Button>
          <Button variant="filled" color="red" loading={isBusy} onClick={() => void remove()}>
            {t('picture.remove')}
          </Button>
        </div>
      </div>
    </RecordDialog>
  );
}

/** Refreshes all views of the account and its picture. */
function usePictureChanged({ id, firebaseId }: AccountRecord): (isPictureThere: boolean) => void {
  const refresh = useRefreshAccount(id);
  const renew = usePictureRenewal();
  return (isPictureThere) => {
    if (firebaseId && isPictureThere) renew(firebaseId);
    void refresh();
  };
}
