import type { MessagesHook } from '@backcounter/i18n/react';
import { showDone } from '../lib/api/outcome-toasts.ts';
import { RequestError } from '../lib/api/request-error.ts';
import { toasts } from '../lib/page/toasts.ts';

/**
 * Shows the success toast of a change that the server can undo. The change is already stored, and Undo is another
 * change.
 * @param undo sends it; on `record.conflict` another person was faster, which is shown here
 */
export function offerUndo({ t }: Pick<MessagesHook, 't'>, undo: () => Promise<void>): void {
  let isAsked = false;
  showDone({
    action: {
      label: t('records.undo.action'),
      onClick: () => {
        if (isAsked) return;
        isAsked = true;
        undo().catch((error: unknown) => {
          // The client has shown every other error.
          if (!(error instanceof RequestError)) throw error;
          if (error.code === 'record.conflict') toasts.show({ type: 'warning', message: t('records.undo.changed') });
        });
      },
    },
  });
}
