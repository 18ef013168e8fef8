import { PICTURE_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, FileButton } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { change } from '../../crud/ask.ts';
import type { EntityActionsProps } from '../../crud/entity-definition.ts';
import type { BadgeRowFragment } from '../../generated/graphql.ts';
import { uploadFile } from '../../lib/api/file-upload.ts';
import type { ProblemWordsProps } from '../../lib/api/problem-words.tsx';
import { RequestError } from '../../lib/api/request-error.ts';
import { DialogProblem } from '../../records/dialog-problem.tsx';
import { setBadgeImageMutation } from './badge.operations.ts';
import './badge.css';

const MEGABYTES = PICTURE_LIMITS.bytesMax / 1_000_000;

/** The picture of a badge. A new one is uploaded and applied immediately. */
export function BadgePicture({ record, onChanged }: EntityActionsProps<BadgeRowFragment>) {
  const { t } = useMessages();
  const [problem, setProblem] = useState<ProblemWordsProps | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const use = async (file: File | null) => {
    if (file === null || running.current) return;
    const isKnown = file.type === '' || (PICTURE_LIMITS.mediaTypes as readonly string[]).includes(file.type);
    if (!isKnown || file.size > PICTURE_LIMITS.bytesMax) {
      setProblem({ error: null, words: t('badge.picture.wrong', { megabytes: MEGABYTES }) });
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setProblem(null);
    setBusy(true);
    try {
      const uploadId = await uploadFile(file, 'badge', { signal: controller.signal, onProgress: () => undefined });
      await change(
        setBadgeImageMutation,
        { id: record.id, expectedVersion: record.version, uploadId },
        { errorsShown: 'in-place' },
      );
      await onChanged();
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      if (error.code === 'record.conflict') await onChanged();
      const isFileWrong = error.details.fields !== undefined;
      setProblem({ error, words: isFileWrong ? t('badge.picture.wrong', { megabytes: MEGABYTES }) : undefined });
    } finally {
      running.current = null;
      setBusy(false);
    }
  };

  return (
    <section className="bc-usage">
      <h3>{t('badge.field.image')}</h3>
      {record.imageUrl == null ? (
        <p>{t('badge.picture.none')}</p>
      ) : (
        <img className="bc-badge-picture" src={record.imageUrl} alt={record.name} />
      )}
      {record.actions.includes('EDIT') ? (
        <>
          <FileButton accept={PICTURE_LIMITS.mediaTypes.join(',')} onChange={(file) => void use(file)}>
            {(button) => (
              <Button {...button} loading={isBusy} leftSection={<IconPhotoUp size={16} stroke={1.75} aria-hidden />}>
                {t(record.imageUrl == null ? 'badge.picture.choose' : 'badge.picture.change')}
              </Button>
            )}
          </FileButton>
          <small role="status">
            {t(isBusy ? 'badge.picture.sending' : 'badge.picture.hint', { megabytes: MEGABYTES })}
          </small>
        </>
      ) : null}
      {problem === null ? null : <DialogProblem {...problem} />}
    </section>
  );
}
