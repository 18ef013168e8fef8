import type { ToastRequest } from '@backcounter/ui';
import { toasts } from '../page/toasts.ts';
import { say } from '../settings/i18n.ts';
import { errorKey } from './error-text.ts';
import type { RequestError } from './request-error.ts';

/**
 * Shows a toast for an error that no place on the page shows (specification, section 8). The message says what to do
 * next.
 */
export function showError(message: string, details?: string): void {
  toasts.show({
    type: 'warning',
    icon: 'error',
    message: say('error.toast.text', { message }),
    ...(details === undefined ? {} : { details }),
  });
}

/** The same for a failed request, with the details for support. */
export function showRequestError({ code, referenceId }: RequestError): void {
  showError(say(errorKey(code)), referenceId === null ? code : `${code} ${referenceId}`);
}

/** Shows the toast of a successful change (specification, section 8), with Undo where possible. */
export function showDone(options: Pick<ToastRequest, 'action' | 'timeoutMs'> = {}): void {
  toasts.show({ type: 'positive', icon: 'done', message: say('shell.toast.mutation-done'), ...options });
}
