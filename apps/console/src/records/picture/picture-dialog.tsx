import { PICTURE_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Progress } from '@mantine/core';
import { lazyPart } from '../../lib/page/part.ts';
import '@mantine/core/styles/Progress.layer.css';
import { IconPhotoUp } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { uploadFile } from '../../lib/api/file-upload.ts';
import { newIdempotencyKey, type RequestOptions } from '../../lib/api/graphql-client.ts';
import type { ProblemWordsProps } from '../../lib/api/problem-words.tsx';
import { RequestError } from '../../lib/api/request-error.ts';
import { FileDrop } from '../../lib/files/file-drop.tsx';
import { DialogProblem } from '../dialog-problem.tsx';
import { RecordDialog } from '../record-dialog.tsx';
import { cutPicture } from './cut-picture.ts';
import type { CropArea } from './picture-crop.tsx';
import styles from './picture-dialog.module.css';
import { pictureProblem, problemOfFile } from './picture-problem.ts';

const PictureCrop = lazyPart(() => import('./picture-crop.tsx'), 'PictureCrop');

/** The part of a mutation's input that every picture has. */
export interface UploadedPicture {
  readonly uploadId: string;
  readonly expectedVersion: number;
}

export interface PictureDialogProps {
  /** Name of the record. */
  readonly name: string;
  readonly kind: 'app' | 'badge' | 'giveaway' | 'notification' | 'picture' | 'prize';
  readonly version: number;
  readonly shape: 'rect' | 'round';
  /** Width divided by height; default: a square. */
  readonly aspect?: number;
  /** Opens with this picture to crop. */
  readonly start?: File | undefined;
  /** The picture of the record now. */
  readonly current: ReactNode;
  /** Applies the picture. @throws RequestError, shown in the dialog */
  readonly onUse: (picture: UploadedPicture, options: RequestOptions) => Promise<unknown>;
  /** Called after the record has changed, here or elsewhere. */
  readonly onChanged: (isDone: boolean) => void;
  /** Without it there is nothing to remove. */
  readonly onRemove?: () => void;
  readonly onClose: () => void;
}

/** Progress: the uploaded share from 0 to 1, or processing by the server. */
type Work = { readonly share: number } | 'finishing' | null;

/** Chooses, crops and uploads the picture of a record. */
export function PictureDialog({
  name,
  kind,
  version,
  shape,
  aspect = 1,
  start,
  current,
  onUse,
  onChanged,
  onRemove,
  onClose,
}: PictureDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const [file, setFile] = useState<File | null>(start ?? null);
  const [area, setArea] = useState<CropArea | null>(null);
  const [problem, setProblem] = useState<ProblemWordsProps | null>(null);
  const [work, setWork] = useState<Work>(null);
  // The version on screen when the dialog opened; after a conflict was shown, the present one.
  const seen = useRef<number | null>(version);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  // A retry resumes the last attempt: an uploaded picture is not sent again.
  const sent = useRef<{ readonly area: CropArea; readonly picture: UploadedPicture; readonly key: string } | null>(
    null,
  );

  const choose = (next: File | null, why: string | null) => {
    setFile(next);
    setArea(null);
    setProblem(why === null ? null : { error: null, words: why });
  };
  const take = (next: File) => {
    const why = problemOfFile(next, messages);
    choose(why === null ? next : null, why);
  };

  const submit = async () => {
    if (file === null || area === null || running.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setProblem(null);
    setWork({ share: 0 });
    try {
      if (sent.current?.area !== area) {
        const onProgress = (share: number) => setWork(share < 1 ? { share } : 'finishing');
        const uploadId = await uploadFile(await cutPicture(file, area), kind, { signal, onProgress });
        sent.current = {
          area,
          picture: { uploadId, expectedVersion: seen.current ?? version },
          key: newIdempotencyKey(),
        };
      }
      setWork('finishing');
      const { picture, key: idempotencyKey } = sent.current;
      await onUse(picture, { idempotencyKey, errorsShown: 'in-place' });
      onChanged(true);
      onClose();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      // The upload is used up, expired or outdated: the next attempt uploads again.
      if (error.code === 'record.not-found' || error.code === 'record.conflict') sent.current = null;
      if (error.code === 'record.conflict') {
        seen.current = null;
        onChanged(false);
      }
      setProblem({ error, words: pictureProblem(error, messages) });
    } finally {
      running.current = null;
      setWork(null);
    }
  };

  return (
    <RecordDialog title={t('picture.title', { name })} onClose={onClose}>
      <form
        className="bc-dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className={styles['choice']}>
          {file === null ? (
            current
          ) : (
            <Suspense fallback={<div className={styles['stage']} />}>
              <PictureCrop
                key={`${file.name} ${file.lastModified} ${file.size}`}
                file={file}
                shape={shape}
                aspect={aspect}
                onCrop={setArea}
                onProblem={(why) => choose(null, why)}
              />
            </Suspense>
          )}
          <FileDrop
            icon={IconPhotoUp}
            label={t('picture.choose')}
            detail={file?.name ?? t('picture.or-drop')}
            hint={t('picture.hint', {
              megabytes: PICTURE_LIMITS.bytesMax / 1_000_000,
              megapixels: PICTURE_LIMITS.pixelsMax / 1_000_000,
            })}
            accept={PICTURE_LIMITS.mediaTypes.join(',')}
            isDisabled={work !== null}
            onFile={take}
          />
        </div>
        {work === null ? null : (
          <div className={styles['progress']}>
            <Progress.Root size={6}>
              <Progress.Section
                value={work === 'finishing' ? 100 : Math.round(work.share * 100)}
                aria-label={t('picture.sending')}
                animated={work === 'finishing'}
              />
            </Progress.Root>
            <small role="status">{t(work === 'finishing' ? 'picture.finishing' : 'picture.sending')}</small>
          </div>
        )}
        {problem === null ? null : <DialogProblem {...problem} />}
        <div className="bc-dialog-buttons">
          {onRemove && work === null ? (
            <Button className={`${styles['remove']} bc-destructive`} onClick={onRemove}>
              {t('picture.remove')}
            </Button>
          ) : null}
          <Button onClick={() => (running.current ? running.current.abort() : onClose())}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" variant="filled" disabled={area === null} loading={work !== null}>
            {t('picture.use')}
          </Button>
        </div>
      </form>
    </RecordDialog>
  );
}
