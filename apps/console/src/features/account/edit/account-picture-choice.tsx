import { PICTURE_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, useEffect, useId, useState } from 'react';
import { Face } from '../../../lib/presence/presence-face.tsx';
import { faceOf } from '../account-columns.tsx';
import type { AccountRecord } from '../use-account.ts';
import { problemOfFile } from './account-picture-problem.ts';

interface PictureChoiceProps {
  readonly account: AccountRecord;
  readonly file: File | null;
  readonly isBusy: boolean;
  /** Called with the file, or with null and the problem. */
  readonly onChoose: (file: File | null, problem: string | null) => void;
}

/** Current picture and preview, with a drop zone and a file input. */
export function PictureChoice({ account, file, isBusy, onChoose }: PictureChoiceProps) {
  const messages = useMessages();
  const { t } = messages;
  const [isOver, setOver] = useState(false);
  const preview = usePreview(file);
  const ids = useId();

  const take = (files: FileList | null) => {
    const next = files?.[0];
    if (!next || isBusy) return;
    const problem = problemOfFile(next, messages);
    onChoose(problem === null ? next : null, problem);
  };
  const drag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isInside);
  };

  return (
    <div className="bc-picture-choice">
      {preview === null ? (
        <Face owner={faceOf(account)} size="record" />
      ) : (
        <img
          className="bc-picture-preview"
          src={preview}
          alt={t('account.picture.preview')}
          onError={() => onChoose(null, t('account.picture.damaged'))}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the field inside does the same by keyboard */}
      <div
        className="bc-picture-drop"
        data-over={isOver || undefined}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take(event.dataTransfer.files);
        }}
      >
        <input
          id={ids}
          type="file"
          accept={PICTURE_LIMITS.mediaTypes.join(',')}
          disabled={isBusy}
          aria-describedby={`${ids}-hint`}
          onChange={(event) => {
            take(event.currentTarget.files);
            // Allows choosing the same file again: it may have changed.
            event.currentTarget.value = '';
          }}
        />
        <label htmlFor={ids}>
          <IconPhotoUp size={20} stroke={1.75} aria-hidden />
          <b>{t('account.picture.choose')}</b>
          <span>
            {file === null ? t('account.picture.or-drop') : <bdi className="bc-picture-name">{file.name}</bdi>}
          </span>
        </label>
      </div>
      <small id={`${ids}-hint`} className="bc-picture-hint">
        {t('account.picture.hint', {
          megabytes: PICTURE_LIMITS.bytesMax / 1_000_000,
          megapixels: PICTURE_LIMITS.pixelsMax / 1_000_000,
        })}
      </small>
    </div>
  );
}

/** An object URL of the chosen file, revoked when it is no longer shown. */
function usePreview(file: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) {
      setPreview(null);
      return;
    }
    const address = URL.createObjectURL(file);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return preview;
}
