import { DEFAULT_LOCALE } from '@backcounter/i18n';
import { showDone, showError } from '../../lib/api/outcome-toasts.ts';
import { i18n, say } from '../../lib/settings/i18n.ts';

/** Reports a publication and, if this browser shows the language, offers to load its new texts without a reload. */
export function offerNewTexts(locale: string): void {
  const { locale: spoken } = i18n.snapshot();
  // English texts fill gaps of all other languages.
  const isOnScreen = locale === spoken || locale === DEFAULT_LOCALE;
  showDone(
    isOnScreen
      ? { timeoutMs: 15_000, action: { label: say('translation.publish.reload'), onClick: () => void takeNewTexts() } }
      : {},
  );
  // Updates the language menu; texts on screen change only on request.
  if (!isOnScreen) void takeNewTexts();
}

async function takeNewTexts(): Promise<void> {
  try {
    await i18n.refresh();
  } catch (cause) {
    console.warn('New texts:', cause);
    showError(say('translation.publish.reload-failed'));
  }
}
