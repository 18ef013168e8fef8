import { DEFAULT_LOCALE } from '@backcounter/i18n';
import { showDone, showError } from '../../lib/api/outcome-toasts.ts';
import { i18n, say } from '../../lib/settings/i18n.ts';

/** After a publication: says so and, where this browser speaks the language, offers its new texts without a reload. */
export function offerNewTexts(locale: string): void {
  const { locale: spoken } = i18n.snapshot();
  // English stands in for whatever another language lacks.
  const isOnScreen = locale === spoken || locale === DEFAULT_LOCALE;
  showDone(
    isOnScreen
      ? { timeoutMs: 15_000, action: { label: say('translation.publish.reload'), onClick: () => void takeNewTexts() } }
      : {},
  );
  // The menu of languages follows by itself; the texts on screen change only when they are asked for.
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
