import type { MessagesHook } from '@backcounter/i18n/react';
import { showDone } from '../lib/api/outcome-toasts.ts';
import { RequestError } from '../lib/api/request-error.ts';
import { toasts } from '../lib/page/toasts.ts';

/**
 * The success toast of a change that the server can take back: the change is stored already, and Undo is a change of its own.
 * @param undo sends it; a `record.conflict` says that someone was faster, and is told here
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
          // Every other refusal has been said by the client.
          if (!(error instanceof RequestError)) throw error;
          if (error.code === 'record.conflict') toasts.show({ type: 'warning', message: t('records.undo.changed') });
        });
      },
    },
  });
}
