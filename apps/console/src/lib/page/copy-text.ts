import type { MessageKey } from '@backcounter/i18n';
import { toasts } from './toasts.ts';

/**
 * Copies a text and shows a toast, or an error where the browser does not allow it: a page without https has no
 * clipboard, and a person may have denied access. Never rejects.
 */
export async function copyText(
  text: string,
  t: (key: MessageKey) => string,
  copied: MessageKey = 'common.action.copied',
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ type: 'info', message: t(copied) });
  } catch (error) {
    console.warn('copy', error);
    toasts.show({ type: 'warning', message: t('common.action.copy-refused') });
  }
}
