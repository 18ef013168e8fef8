import { LIMITS, may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TranslationPublicationRowFragment } from '../../../generated/graphql.ts';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { load, newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { zonedWords } from '../../../lib/format/zoned-words.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import { DialogProblem } from '../../../records/dialog-problem.tsx';
import { RecordDialog } from '../../../records/record-dialog.tsx';
import {
  type LanguageRecord,
  TRANSLATION_LISTS,
  useRefreshTranslations,
} from '../language/use-translation-language.ts';
import { useRow } from '../message/use-row.ts';
import { offerNewTexts } from '../offer-new-texts.ts';
import { publicationDocuments } from '../translation.operations.ts';
import { DiffView } from './publication-diff.tsx';
import { publishedFile } from './published-file.ts';

interface PublicationDialogProps {
  readonly language: LanguageRecord;
  readonly id: string;
  readonly onClose: () => void;
}

/** One publication: its file and, for an older one, the changes of a rollback to it. */
export function PublicationDialog({ language, id, onClose }: PublicationDialogProps) {
  const { t, locale, timeZone } = useMessages();
  const row = useRow<TranslationPublicationRowFragment>(TRANSLATION_LISTS.publications, id);
  const found = useQuery({
    queryKey: ['translation', 'publication', id],
    queryFn: async ({ signal }) => (await load(publicationDocuments.record, { id }, signal)).record ?? null,
  });
  // A listed publication shows at once; the URL may name one of any page of the list.
  const publication = found.data?.languageId === language.id ? found.data : found.isPending ? row : null;
  const refresh = useRefreshTranslations();
  const [reason, setReason] = useState('');
  const [key, setKey] = useState(newIdempotencyKey);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [currentId] = useState(language.publication?.id ?? null);
  const isOffered = publication?.canRollBack === true && may(currentRoles(), 'translation.publish');
  const diff = useQuery({
    queryKey: ['translation', 'roll-back-diff', id, currentId],
    enabled: isOffered,
    queryFn: async ({ signal }) => (await load(publicationDocuments.rollBackDiff, { publicationId: id }, signal)).diff,
    gcTime: 0,
  });
  if (!publication) {
    if (found.isPending) return null;
    return (
      <RecordDialog title={t('translation.publication.missing')} onClose={onClose}>
        <p>{t(found.error ? errorKeyOf(found.error) : 'error.record.not-found')}</p>
        <div className="bc-dialog-buttons">
          <Button data-autofocus onClick={onClose}>
            {t('common.action.close')}
          </Button>
        </div>
      </RecordDialog>
    );
  }
  const time = zonedWords(publication.at, timeZone, locale);
  const rollBack = async () => {
    if (isBusy || reason.trim() === '') return;
    setBusy(true);
    setFailure(null);
    try {
      await request(
        publicationDocuments.rollBack,
        { input: { publicationId: id, expectedCurrentId: currentId, reason: reason.trim() } },
        { idempotencyKey: key, errorsShown: 'in-place', successShown: 'by-caller' },
      );
      onClose();
      offerNewTexts(language.locale);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
      await refresh();
    }
  };
  return (
    <RecordDialog
      title={t(isOffered ? 'translation.roll-back.title' : 'translation.publication.title', { time })}
      isWide
      onClose={onClose}
    >
      <form
        className="bc-dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void rollBack();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void rollBack();
          }
        }}
      >
        <p>
          {t('translation.publication.number', { number: publication.number })} ·{' '}
          {t(`translation.publication.${publication.action}`)}
          {publication.by ? (
            <>
              {' · '}
              <bdi>{publication.by.name}</bdi>
            </>
          ) : null}
          {publication.note ? (
            <>
              {' · '}
              <q dir="auto">{publication.note}</q>
            </>
          ) : null}
          {publication.bundle ? (
            <>
              {' · '}
              <a href={publishedFile(publication.bundle.filePath)} target="_blank" rel="noopener noreferrer">
                {t('translation.publication.field.filePath')}
              </a>
            </>
          ) : null}
        </p>
        {isOffered ? (
          <>
            <p>{t('translation.roll-back.consequence')}</p>
            {diff.data ? (
              <DiffView
                diff={diff.data}
                locale={language.locale}
                more={async (after, signal) =>
                  (await load(publicationDocuments.rollBackDiffPage, { publicationId: id, after }, signal)).diff
                }
                onChanged={() => void diff.refetch()}
              />
            ) : null}
            {diff.error ? <DialogProblem error={diff.error} /> : null}
            <Textarea
              label={t('records.reason.label')}
              description={t('records.reason.hint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              required
              withAsterisk={false}
              maxLength={Math.min(LIMITS.reasonMaxLength, 300)}
              autosize={false}
              rows={2}
              dir="auto"
              value={reason}
              onChange={(event) => {
                setReason(event.currentTarget.value);
                setKey(newIdempotencyKey());
              }}
            />
          </>
        ) : (
          <p className="bc-form-hint">
            {t(publication.isCurrent ? 'translation.roll-back.current' : 'translation.roll-back.not-possible')}
          </p>
        )}
        {failure ? <DialogProblem error={failure} /> : null}
        <div className="bc-dialog-buttons">
          <Button data-autofocus onClick={onClose}>
            {t(isOffered ? 'common.action.cancel' : 'common.action.close')}
          </Button>
          {isOffered ? (
            <Button
              type="submit"
              variant="filled"
              color="red"
              disabled={reason.trim() === '' || !diff.data}
              loading={isBusy}
            >
              {t('translation.roll-back.action')}
            </Button>
          ) : null}
        </div>
      </form>
    </RecordDialog>
  );
}
