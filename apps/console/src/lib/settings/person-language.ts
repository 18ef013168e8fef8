import { type I18n, matchKey, START_WAIT_MS } from '@backcounter/i18n';
import { bestEffort } from '../page/best-effort.ts';
import type { SessionPerson } from './session.ts';

/** Local-storage key: the language that was last applied in this browser, and for which person. */
const APPLIED_KEY = 'applied-language';

/** Dependencies of a person's language. */
export interface PersonLanguageOptions {
  readonly i18n: Pick<I18n, 'applyPreferred' | 'select' | 'snapshot'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly person: () => SessionPerson | null;
  /** The person's language on the server, which takes precedence over their profile; null: none. */
  readonly read: () => Promise<string | null>;
  /** Stores it for the next sign-in, in the profile or on the server. */
  readonly write: (language: string) => Promise<void>;
}

/** The language of the signed-in person: the same on all their devices, and stable while they work. */
export interface PersonLanguage {
  /**
   * After a sign-in: applies the person's language if it differs from the last one applied for them here. A restart of
   * the same person's session changes nothing. Never rejects, and waits at most {@link START_WAIT_MS}.
   */
  applyAfterSignIn(signIn: { readonly isRestart: boolean }): Promise<void>;
  /**
   * Changes to a language and stores the choice; a failure to store does not reject, since the request client shows it.
   * @throws Error as `I18n.select` does
   */
  choose(language: string): Promise<void>;
}

export function createPersonLanguage({ i18n, storage, person, read, write }: PersonLanguageOptions): PersonLanguage {
  /** Number of the newest request: later arrivals do not overwrite a choice. */
  let newest = 0;
  let saving: Promise<unknown> = Promise.resolve();

  /** The language last applied for this person, possibly empty; undefined if the last person was another one. */
  const applied = (sub: string): string | undefined => {
    const [, language, owner] = /^(\S*) (.*)$/s.exec(storage.getItem(APPLIED_KEY) ?? '') ?? [];
    return owner === sub ? language : undefined;
  };
  const note = (sub: string, language: string) => storage.setItem(APPLIED_KEY, `${language} ${sub}`);

  const apply = async (isRestart: boolean): Promise<void> => {
    const who = person();
    if (who === null) return;
    const before = applied(who.sub);
    if (isRestart && before !== undefined) return;
    newest += 1;
    const wish = newest;
    const language = (await read()) ?? who.preferredLanguage ?? '';
    if (language === before || wish !== newest) return;
    await i18n.applyPreferred(language);
    // A language that is not published, or whose texts failed to load, is retried at the next sign-in.
    note(who.sub, matchKey(language, [i18n.snapshot().locale]) === undefined ? '' : language);
  };

  return {
    async applyAfterSignIn({ isRestart }) {
      const patience = new Promise((resolve) => setTimeout(resolve, START_WAIT_MS));
      await Promise.race([bestEffort('Language of the profile', () => apply(isRestart)), patience]);
    },
    async choose(language) {
      newest += 1;
      const wish = newest;
      await i18n.select(language);
      const who = person();
      // The server stores nothing for people without a role.
      if (who === null || who.roles.length === 0) return;
      const save = async () => {
        if (wish !== newest) return;
        await write(language);
        note(who.sub, language);
      };
      saving = saving.then(() => bestEffort('Keeping the language', save));
      await saving;
    },
  };
}
