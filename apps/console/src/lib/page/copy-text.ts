import type { MessageKey } from '@backcounter/i18n';
import { toasts } from './toasts.ts';

/**
 * Copies a text and says so, or that the browser does not let the page copy: a page without https has no clipboard, and a person may have
 * forbidden it. Never rejects.
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
