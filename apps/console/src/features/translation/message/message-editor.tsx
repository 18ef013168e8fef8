import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, Skeleton } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import type { TranslationRowFragment } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { QueryFailure } from '../../../lib/page/query-failure.tsx';
import type { ListDefinition } from '../../../listing/list-definition.ts';
import { RecordDrawer } from '../../../records/record-drawer.tsx';
import type { LanguageRecord } from '../language/use-translation-language.ts';
import { messageDocuments } from '../translation.operations.ts';
import { TranslationStateMark } from '../translation-state.tsx';
import { MessageForm } from './message.form.tsx';

interface MessageEditorProps {
  readonly language: LanguageRecord;
  readonly definition: ListDefinition<TranslationRowFragment>;
  readonly id: string;
  readonly onClose: () => void;
}

/** One text beside the list: the English text, the translation, and a preview. */
export function MessageEditor({ language, definition, id, onClose }: MessageEditorProps) {
  const { t } = useMessages();
  const message = useQuery({
    queryKey: ['translation', 'message', id],
    queryFn: async ({ signal }) => (await load(messageDocuments.record, { id }, signal)).record ?? null,
    gcTime: 0,
    // A text is not refetched while it is edited; a save reports changes by others.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = message;
  return (
    <RecordDrawer
      title={data?.key ?? t('translation.editor.title')}
      state={data ? <TranslationStateMark state={data.state} variant="pill" /> : null}
      onClose={onClose}
    >
      {data ? (
        <MessageForm
          key={`${data.id} ${data.version}`}
          language={language}
          definition={definition}
          message={data}
          onClose={onClose}
        />
      ) : message.error ? (
        <QueryFailure query={message} title={t('translation.editor.failed')} />
      ) : message.isPending ? (
        <div className="bc-form-body" role="status" aria-label={t('common.place.loading')}>
          <Skeleton width="70%" />
          <Skeleton width="90%" />
          <Skeleton width="60%" />
        </div>
      ) : (
        <EmptyState title={t('crud.place.missing')} body={t('error.record.not-found')} />
      )}
    </RecordDrawer>
  );
}
