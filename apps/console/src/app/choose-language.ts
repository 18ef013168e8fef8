import { showError } from '../lib/api/outcome-toasts.ts';
import { say } from '../lib/settings/i18n.ts';
import { ownLanguage } from '../lib/settings/own-language.ts';

/** Changes to a language; if its texts cannot be loaded, the console is unchanged and shows a toast. */
export async function chooseLanguage({ key, name }: { readonly key: string; readonly name: string }): Promise<void> {
  try {
    await ownLanguage.choose(key);
  } catch (cause) {
    console.warn('Language:', cause);
    showError(say('shell.language.failed', { language: name }));
  }
}
