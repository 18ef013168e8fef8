import { DEFAULT_LOCALE } from '@backcounter/i18n';
import { errorKeyOf } from '../../lib/error-text.ts';
import { i18n, say } from '../../lib/i18n.ts';
import { toasts } from '../../lib/toasts.ts';

/** After a publication: says so and, where this browser speaks the language, offers its new texts without a reload. */
export function offerNewTexts(locale: string): void {
  const { locale: spoken } = i18n.snapshot();
  // English stands in for whatever another language lacks.
  const isOnScreen = locale === spoken || locale === DEFAULT_LOCALE;
  toasts.show({
    type: 'positive',
    icon: 'done',
    message: say('shell.toast.mutation-done'),
    ...(isOnScreen
      ? { timeoutMs: 15_000, action: { label: say('translation.publish.reload'), onClick: () => void takeNewTexts() } }
      : {}),
  });
  // The menu of languages follows by itself; the texts on screen change only when they are asked for.
  if (!isOnScreen) void takeNewTexts();
}

async function takeNewTexts(): Promise<void> {
  try {
    await i18n.refresh();
  } catch (cause) {
    toasts.show({
      type: 'warning',
      icon: 'error',
      message: say('error.toast.text', { message: cause instanceof Error ? cause.message : say(errorKeyOf(cause)) }),
    });
  }
}
