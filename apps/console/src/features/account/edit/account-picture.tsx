import { useMessages } from '@backcounter/i18n/react';
import { usePictureRenewal } from '@backcounter/presence/react';
import { Button, Progress } from '@mantine/core';
import type { ProblemWordsProps } from '../../../lib/api/problem-words.tsx';
import { DialogProblem } from '../../../records/dialog-problem.tsx';
import '@mantine/core/styles/Progress.layer.css';
import { useRef, useState } from 'react';
import { uploadFile } from '../../../lib/api/file-upload.ts';
import { newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { Face } from '../../../lib/presence/presence-face.tsx';
import { RecordDialog } from '../../../records/record-dialog.tsx';
import { removeAccountPictureMutation, setAccountPictureMutation } from '../account.operations.ts';
import { accountName, faceOf } from '../account-columns.tsx';
import { type AccountRecord, useRefreshAccount } from '../use-account.ts';
import { PictureChoice } from './account-picture-choice.tsx';
import { problemText } from './account-picture-problem.ts';
import './account-picture.css';

interface AccountPictureProps {
  readonly account: AccountRecord;
  readonly onClose: () => void;
}

/** Progress: the uploaded share from 0 to 1, or processing by the server. */
type Work = { readonly share: number } | 'finishing' | null;

/** Changes or removes the account's picture. */
export function AccountPicture({ account, onClose }: AccountPictureProps) {
  const messages = useMessages();
  const { t } = messages;
  const [isRemoving, setRemoving] = useState(false);
  const name = accountName({ displayName: account.displayName ?? null, number: account.number }, messages);
  return (
    <RecordDialog
      title={t(isRemoving ? 'account.picture.remove-title' : 'account.picture.title', { name })}
      onClose={onClose}
    >
      {isRemoving ? (
        <Removal account={account} onBack={() => setRemoving(false)} onClose={onClose} />
      ) : (
        <Replacement account={account} onRemove={() => setRemoving(true)} onClose={onClose} />
      )}
    </RecordDialog>
  );
}

function Replacement({ account, onRemove, onClose }: AccountPictureProps & { readonly onRemove: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<ProblemWordsProps | null>(null);
  const [work, setWork] = useState<Work>(null);
  const done = usePictureChanged(account);
  const running = useRef<AbortController | null>(null);
  // A retry resumes the last attempt: an uploaded file is not sent again.
  const sent = useRef<{
    readonly file: File;
    readonly uploadId: string;
    readonly key: string;
    readonly version: number;
  } | null>(null);

  const choose = (next: File | null, why: string | null) => {
    setFile(next);
    setProblem(why === null ? null : { error: null, words: why });
  };

  const submit = async () => {
    if (file === null || running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProblem(null);
    setWork({ share: 0 });
    try {
      if (sent.current?.file !== file) {
        const uploadId = await uploadFile(file, 'picture', {
          signal: controller.signal,
          onProgress: (share) => setWork(share < 1 ? { share } : 'finishing'),
        });
        sent.current = { file, uploadId, key: newIdempotencyKey(), version: account.version };
      }
      const { uploadId, key, version } = sent.current;
      setWork('finishing');
      await request(
        setAccountPictureMutation,
        { input: { id: account.id, expectedVersion: version, uploadId } },
        { idempotencyKey: key, errorsShown: 'in-place' },
      );
      done(true);
      onClose();
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      // The upload is used up, expired or outdated: the next attempt uploads again.
      if (error.code === 'record.not-found' || error.code === 'record.conflict') sent.current = null;
      if (error.code === 'record.conflict') done(account.hasPicture);
      setProblem({ error, words: problemText(error, messages) });
    } finally {
      running.current = null;
      setWork(null);
    }
  };

  const cancel = () => {
    if (running.current) running.current.abort();
    else onClose();
  };

  return (
    <form
      className="bc-dialog-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PictureChoice account={account} file={file} isBusy={work !== null} onChoose={choose} />
      {work === null ? null : (
        <div className="bc-picture-progress">
          <Progress.Root size={6}>
            <Progress.Section
              value={work === 'finishing' ? 100 : Math.round(work.share * 100)}
              aria-label={t('account.picture.sending')}
              animated={work === 'finishing'}
            />
          </Progress.Root>
          <small role="status">
            {t(work === 'finishing' ? 'account.picture.finishing' : 'account.picture.sending')}
          </small>
        </div>
      )}
      {problem === null ? null : <DialogProblem {...problem} />}
      <div className="bc-dialog-buttons">
        {account.hasPicture && work === null ? (
          <Button className="bc-picture-remove bc-destructive" onClick={onRemove}>
            {t('account.picture.remove')}
          </Button>
        ) : null}
        <Button onClick={cancel}>{t('common.action.cancel')}</Button>
        <Button type="submit" variant="filled" disabled={file === null} loading={work !== null}>
          {t('account.picture.use')}
        </Button>
      </div>
    </form>
  );
}

function Removal({ account, onBack, onClose }: AccountPictureProps & { readonly onBack: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const [problem, setProblem] = useState<ProblemWordsProps | null>(null);
  const [isBusy, setBusy] = useState(false);
  // A retry is the same request, also after the page has refreshed.
  const [{ key, version }] = useState(() => ({ key: newIdempotencyKey(), version: account.version }));
  const running = useRef(false);
  const done = usePictureChanged(account);
  const remove = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const answer = await request(
        removeAccountPictureMutation,
        { input: { id: account.id, expectedVersion: version } },
        { idempotencyKey: key, errorsShown: 'in-place' },
      );
      // If other programs write pictures too, this stays true: views then request the image again.
      done(answer.removeAccountPicture.account.hasPicture);
      onClose();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.code === 'record.conflict') done(false);
      setProblem({ error, words: problemText(error, messages) });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <div className="bc-dialog-form">
      <div className="bc-picture-now">
        <Face owner={faceOf(account)} size="record" />
        <p>{t('account.picture.remove-consequence')}</p>
      </div>
      {problem === null ? null : <DialogProblem {...problem} />}
      <div className="bc-dialog-buttons">
        <Button data-autofocus onClick={onBack}>
          {t('common.action.cancel')}
        </Button>
        <Button variant="filled" color="red" loading={isBusy} onClick={() => void remove()}>
          {t('account.picture.remove')}
        </Button>
      </div>
    </div>
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
