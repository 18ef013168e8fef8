import { showError } from '../lib/api/outcome-toasts.ts';
import { say } from '../lib/settings/i18n.ts';
import { ownLanguage } from '../lib/settings/own-language.ts';

/** Changes to a language; where its texts cannot be loaded, the console stays as it is and says so. */
export async function chooseLanguage({ key, name }: { readonly key: string; readonly name: string }): Promise<void> {
  try {
    await ownLanguage.choose(key);
  } catch (cause) {
    console.warn('Language:', cause);
    showError(say('shell.language.failed', { language: name }));
  }
}
