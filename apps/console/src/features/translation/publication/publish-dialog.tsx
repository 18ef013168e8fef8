import { TRANSLATION_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { load, newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { DialogProblem } from '../../../records/dialog-problem.tsx';
import { RecordDialog } from '../../../records/record-dialog.tsx';
import { type LanguageRecord, OPEN_MESSAGE, useRefreshTranslations } from '../language/use-translation-language.ts';
import { offerNewTexts } from '../offer-new-texts.ts';
import { publicationDocuments } from '../translation.operations.ts';
import styles from './publication-diff.module.css';
import { DiffView } from './publication-diff.tsx';

interface PublishDialogProps {
  readonly language: LanguageRecord;
  readonly onClose: () => void;
}

/** Shows the changes for readers, and publishes them. Texts that cannot be rendered block it. */
export function PublishDialog({ language, onClose }: PublishDialogProps) {
  const { t, figure } = useMessages();
  const refresh = useRefreshTranslations();
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const running = useRef(false);
  const attempt = useRef<{ content: string; key: string }>(undefined);
  const diff = useQuery({
    queryKey: ['translation', 'diff', language.id],
    queryFn: async ({ signal }) => (await load(publicationDocuments.diff, { languageId: language.id }, signal)).diff,
    gcTime: 0,
    // Exactly the comparison on screen is published; it is refetched only if the server reports a change.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const found = diff.data;
  const isReady = found !== undefined && !diff.isFetching && found.invalidCount === 0 && !isPointless(found, language);

  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!isReady || running.current) return;
    const input = { languageId: language.id, expectedSha256: found.sha256, note: note.trim() || null };
    const content = JSON.stringify(input);
    if (attempt.current?.content !== content) attempt.current = { content, key: newIdempotencyKey() };
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await request(
        publicationDocuments.publish,
        { input },
        {
          idempotencyKey: attempt.current.key,
          errorsShown: 'in-place',
          successShown: 'by-caller',
        },
      );
      onClose();
      offerNewTexts(language.locale);
      await refresh();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
      if (error.code === 'translation.changed' || error.code === 'translation.invalid') void diff.refetch();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <RecordDialog title={t('translation.publish.title', { language: language.name })} isWide onClose={onClose}>
      <form
        className="bc-dialog-form"
        onSubmit={(event) => void submit(event)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
        }}
      >
        {diff.error ? (
          <>
            <DialogProblem error={diff.error} />
            <Button size="sm" onClick={() => void diff.refetch()}>
              {t('common.action.retry')}
            </Button>
          </>
        ) : found ? (
          <>
            <p>
              {isPointless(found, language)
                ? t('translation.publish.nothing')
                : t('translation.publish.consequence', { count: found.messages })}
            </p>
            {found.invalidCount > 0 ? (
              <div className={styles['diffInvalid']} role="alert">
                <p>{t('translation.publish.invalid', { count: found.invalidCount })}</p>
                <ul>
                  {found.invalid.map(({ id, key }) => (
                    <li key={id}>
                      <Link
                        to="/admin/translations/$id"
                        params={{ id: language.id }}
                        search={{ state: 'INVALID', [OPEN_MESSAGE]: id }}
                        className="bc-code"
                        dir="ltr"
                        onClick={onClose}
                      >
                        {key}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ) : null}
            <DiffView
              diff={found}
              locale={language.locale}
              more={async (after, signal) =>
                (await load(publicationDocuments.diffPage, { languageId: language.id, after }, signal)).diff
              }
              onChanged={() => void diff.refetch()}
            />
            {found.missing > 0 || found.stale > 0 ? (
              <p className="bc-form-hint">
                {t('translation.publish.rest', {
                  missing: figure(found.missing),
                  stale: figure(found.stale),
                })}
              </p>
            ) : null}
          </>
        ) : (
          <p role="status">{t('translation.publish.comparing')}</p>
        )}
        <Textarea
          data-autofocus
          label={t('translation.publish.note')}
          description={t('translation.publish.note-hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={TRANSLATION_LIMITS.noteMaxLength}
          autosize={false}
          rows={2}
          dir="auto"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {failure ? <DialogProblem error={failure} /> : null}
        <div className="bc-dialog-buttons">
          <Button onClick={onClose}>{t('common.action.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={!isReady} loading={isBusy}>
            {t('translation.action.publish')}
          </Button>
        </div>
      </form>
    </RecordDialog>
  );
}

/** Readers already have this version. A withdrawn language can be published unchanged. */
function isPointless({ isSame }: { readonly isSame: boolean }, { isWithdrawn }: LanguageRecord): boolean {
  return isSame && !isWithdrawn;
}
