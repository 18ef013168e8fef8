import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorWords } from '../lib/api/error-text.ts';
import { load, newIdempotencyKey, request } from '../lib/api/graphql-client.ts';
import { formatInstant } from '../lib/format/dates.ts';
import { announceJob } from '../lib/page/started-jobs.ts';
import styles from './import.module.css';
import { pointsImportsQuery, pointsReversalPreviewQuery, reversePointsImportMutation } from './import.operations.ts';

const LOOK_EVERY_MS = 2_000;

/** Files whose points were posted, each with its reversal as a whole. */
export function PointsFiles() {
  const messages = useMessages();
  const { t } = messages;
  const [open, setOpen] = useState<string | null>(null);
  const [isWatched, setWatched] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['points-imports'],
    queryFn: ({ signal }) => load(pointsImportsQuery, {}, signal),
    refetchInterval: isWatched ? LOOK_EVERY_MS : false,
  });
  const files = data?.pointsImports ?? [];
  return (
    <div className={styles['part']}>
      <p className="bc-small bc-muted">{t('import.points.hint')}</p>
      {error ? <p className="bc-negative">{errorWords(error, messages)}</p> : null}
      {files.length > 0 ? <h3>{t('import.points.files')}</h3> : null}
      <ul className="bc-stack bc-gap-md">
        {files.map((file) => (
          <li key={file.id} className="bc-stack bc-gap-md">
            <div className="bc-wrap bc-between bc-gap-md">
              <div>
                <bdi className="bc-medium">{file.fileName}</bdi>
                <p className="bc-small bc-muted">
                  {[
                    formatInstant(file.createdAt, messages),
                    file.byName,
                    t('import.points.entries', { count: file.entries }),
                    t('import.points.reversed', { count: file.reversed }),
                  ].join(' · ')}
                </p>
              </div>
              {file.entries > file.reversed && open !== file.id ? (
                <Button
                  aria-label={t('import.points.reverse-file', { file: file.fileName })}
                  onClick={() => setOpen(file.id)}
                >
                  {t('import.points.reverse')}
                </Button>
              ) : null}
            </div>
            {open === file.id ? (
              <Reversal
                id={file.id}
                onClose={(isStarted) => {
                  setOpen(null);
                  if (isStarted) setWatched(true);
                }}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ReversalProps {
  readonly id: string;
  readonly onClose: (isStarted: boolean) => void;
}

/** Says what a reversal does, and asks for the reason. */
function Reversal({ id, onClose }: ReversalProps) {
  const messages = useMessages();
  const { t, intl } = messages;
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [key] = useState(newIdempotencyKey);
  const { data, error } = useQuery({
    queryKey: ['points-imports', id],
    queryFn: ({ signal }) => load(pointsReversalPreviewQuery, { id }, signal),
    staleTime: 0,
  });
  const preview = data?.pointsImports[0]?.preview;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const input = { id, reason };
      const answer = await request(
        reversePointsImportMutation,
        { input },
        { idempotencyKey: key, errorsShown: 'in-place' },
      );
      announceJob(answer.reversePointsImport.job.id);
      onClose(true);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <form className={styles['part']} onSubmit={(event) => void submit(event)}>
      <p>
        {preview
          ? t('import.points.preview', { count: preview.entries, points: intl.formatNumber(preview.points) })
          : t('common.place.loading')}
      </p>
      {preview && preview.ownersShort > 0 ? (
        <p className={styles['missing']}>{t('import.points.short', { count: preview.ownersShort })}</p>
      ) : null}
      <Textarea
        label={t('records.reason.label')}
        rows={2}
        maxLength={LIMITS.reasonMaxLength}
        value={reason}
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {failure || error ? (
        <p className="bc-negative" role="alert">
          {errorWords(failure ?? error, messages)}
        </p>
      ) : null}
      <div className={styles['buttons']}>
        <Button onClick={() => onClose(false)}>{t('common.action.cancel')}</Button>
        <Button type="submit" variant="filled" color="red" disabled={!preview || reason.trim() === ''} loading={isBusy}>
          {t('import.points.reverse-now')}
        </Button>
      </div>
    </form>
  );
}
