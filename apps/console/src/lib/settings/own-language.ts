import { STAFF_LANGUAGE_KEY } from '@backcounter/domain';
import { loadInBackground, request } from '../api/graphql-client.ts';
import { readConfig } from './config.ts';
import { i18n } from './i18n.ts';
import { localStore } from './local-store.ts';
import { createPersonLanguage } from './person-language.ts';
import { currentRoles, session } from './session.ts';
import { preferencesQuery, setPreferenceMutation } from './settings.operations.ts';
import { isText } from './shape.ts';

const { keepsLanguage } = readConfig(document, window.location.origin);

/** The language of the signed-in person. */
export const ownLanguage = createPersonLanguage({
  i18n,
  storage: localStore,
  person: () => session.state.get().person,
  async read() {
    if (!keepsLanguage || currentRoles().length === 0) return null;
    const { viewer } = await loadInBackground(preferencesQuery, { keys: [STAFF_LANGUAGE_KEY] });
    const kept = viewer.preferences.find(({ key }) => key === STAFF_LANGUAGE_KEY)?.value;
    return isText(kept) ? kept : null;
  },
  async write(language) {
    const input = { key: STAFF_LANGUAGE_KEY, value: language };
    await request(setPreferenceMutation, { input }, { successShown: 'in-place' });
  },
});
