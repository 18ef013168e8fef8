import { PICTURE_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, FileButton } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { uploadFile } from '../../lib/api/file-upload.ts';
import { request } from '../../lib/api/graphql-client.ts';
import type { ProblemWordsProps } from '../../lib/api/problem-words.tsx';
import { RequestError } from '../../lib/api/request-error.ts';
import { DialogProblem } from '../../records/dialog-problem.tsx';
import { rightTo } from '../../records/state-actions.ts';
import { setGiveawayImageMutation } from './giveaway.operations.ts';
import { type GiveawayRecord, useRefreshGiveaway } from './use-giveaway.ts';

const MEGABYTES = PICTURE_LIMITS.bytesMax / 1_000_000;

/** The picture of a giveaway. A new one is uploaded and applied immediately. */
export function GiveawayPicture({ giveaway }: { readonly giveaway: GiveawayRecord }) {
  const { t } = useMessages();
  const refresh = useRefreshGiveaway(giveaway.id);
  const [problem, setProblem] = useState<ProblemWordsProps | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { imageUrl = null } = giveaway;
  const mayChange = rightTo(giveaway, 'EDIT')?.isAllowed === true;

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
      const uploadId = await uploadFile(file, 'giveaway', { signal: controller.signal, onProgress: () => undefined });
      await request(
        setGiveawayImageMutation,
        { input: { id: giveaway.id, expectedVersion: giveaway.version, uploadId } },
        { errorsShown: 'in-place' },
      );
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      const isFileWrong = error.details.fields !== undefined;
      setProblem({ error, words: isFileWrong ? t('badge.picture.wrong', { megabytes: MEGABYTES }) : undefined });
    } finally {
      running.current = null;
      setBusy(false);
      // Also after a conflict: the page then shows the current giveaway.
      if (!controller.signal.aborted) void refresh();
    }
  };

  return (
    <div className="bc-giveaway-image">
      {imageUrl === null ? (
        <p>{t('badge.picture.none')}</p>
      ) : (
        <img src={imageUrl} alt={giveaway.title} width={112} height={112} />
      )}
      {mayChange ? (
        <>
          <FileButton accept={PICTURE_LIMITS.mediaTypes.join(',')} onChange={(file) => void use(file)}>
            {(button) => (
              <Button {...button} loading={isBusy} leftSection={<IconPhotoUp size={16} stroke={1.75} aria-hidden />}>
                {t(imageUrl === null ? 'badge.picture.choose' : 'badge.picture.change')}
              </Button>
            )}
          </FileButton>
          <small role="status">
            {t(isBusy ? 'badge.picture.sending' : 'badge.picture.hint', { megabytes: MEGABYTES })}
          </small>
        </>
      ) : null}
      {problem === null ? null : <DialogProblem {...problem} />}
    </div>
  );
}
