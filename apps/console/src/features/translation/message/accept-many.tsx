import { useMessages } from '@backcounter/i18n/react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { TranslationSelection } from '../../../generated/graphql.ts';
import { newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import { countFigure } from '../../../listing/list-count.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { useRefreshTranslations } from '../language/use-translation-language.ts';
import { messageDocuments } from '../translation.operations.ts';

/** Confirms that the selected translations still match the English texts. Only stale ones change. */
export function AcceptMany({ selection, count, onClose }: BulkDialogProps) {
  const { t, locale } = useMessages();
  const { id = '' } = useParams({ strict: false });
  const refresh = useRefreshTranslations();
  const [key] = useState(newIdempotencyKey);
  return (
    <ReasonDialog
      title={
        count === null
          ? t('translation.accept.title-all')
          : t('translation.accept.title', { count: count.value, figure: countFigure(count, locale) })
      }
      consequence={t('translation.accept.consequence')}
      verb={t('translation.accept.action')}
      isDestructive={false}
      isReasonRequired={false}
      hasReason={false}
      onClose={onClose}
      onConfirm={async () => {
        // Selected rows have no filter, but their language must be named.
        const filter = selection.filter ?? { language: { in: [id] } };
        try {
          await request(
            messageDocuments.accept,
            { input: { selection: { ...selection, filter } as TranslationSelection } },
            { idempotencyKey: key, errorsShown: 'in-place' },
          );
          onClose();
        } finally {
          await refresh();
        }
      }}
    />
  );
}
