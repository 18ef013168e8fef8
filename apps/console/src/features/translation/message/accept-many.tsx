import { useMessages } from '@backcounter/i18n/react';
import { useState } from 'react';
import type { TranslationSelection } from '../../../generated/graphql.ts';
import { newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { toasts } from '../../../lib/page/toasts.ts';
import type { BulkDialogProps } from '../../../listing/selection/bulk-action.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { useRefreshTranslations } from '../language/use-translation-language.ts';
import { messageDocuments } from '../translation.operations.ts';

/** Confirms that the selected translations still match the English texts. Only stale ones change. */
export function AcceptMany({ selection, count, onClose }: BulkDialogProps) {
  const { t, intl } = useMessages();
  const refresh = useRefreshTranslations();
  const [key] = useState(newIdempotencyKey);
  const figure = count === null ? '' : `${intl.formatNumber(count.value)}${count.kind === 'LOWER_BOUND' ? '+' : ''}`;
  return (
    <ReasonDialog
      title={
        count === null
          ? t('translation.accept.title-all')
          : t('translation.accept.title', { count: count.value, figure })
      }
      consequence={t('translation.accept.consequence')}
      verb={t('translation.accept.action')}
      isDestructive={false}
      isReasonRequired={false}
      hasReason={false}
      onClose={onClose}
      onConfirm={async () => {
        try {
          const { acceptTranslations } = await request(
            messageDocuments.accept,
            { input: { selection: selection as TranslationSelection } },
            { idempotencyKey: key, errorsShown: 'in-place', successShown: 'by-caller' },
          );
          const { accepted, skipped } = acceptTranslations;
          toasts.show({
            type: 'positive',
            icon: 'done',
            message: t('translation.accept.done', {
              accepted,
              skipped,
              figure: intl.formatNumber(accepted),
              rest: intl.formatNumber(skipped),
            }),
          });
          onClose();
        } finally {
          await refresh();
        }
      }}
    />
  );
}
