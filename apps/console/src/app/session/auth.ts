import { AuthSDK, type AuthSettings } from '@backcounter/auth';
import { ROLES } from '@backcounter/domain';
import { LOCALE_STORAGE_KEY } from '@backcounter/i18n/locale';
import type { ConsoleConfig } from '../../lib/settings/config.ts';
import { localStore } from '../../lib/settings/local-store.ts';
import { signInFailure } from './sign-in-failure.ts';

/** The console's sign-in and its four redirect URIs (specification, section 2). */
export function createAuth(
  config: ConsoleConfig,
  host: Pick<AuthSettings, 'rememberedRoute' | 'obtainAdminToken'>,
): AuthSDK {
  const { publicUrl } = config;
  const auth: AuthSDK = new AuthSDK({
    authority: config.issuer,
    clientId: config.clientId,
    redirectUri: `${publicUrl}/login`,
    silentRedirectUri: `${publicUrl}/silent`,
    popupRedirectUri: `${publicUrl}/popup`,
    postLogoutRedirectUri: `${publicUrl}/logout`,
    scope: config.scope,
    rolesPath: config.rolesPath,
    knownRoles: ROLES,
    storage: config.authStorage,
    ...(config.idTokenSyncUrl === null ? {} : { idTokenSync: { url: config.idTokenSyncUrl } }),
    monitorSession: config.monitorsSession,
    uiLocales: [localStore.getItem(LOCALE_STORAGE_KEY) ?? '', ...navigator.languages].join(' ').trim(),
    ...host,
    onUnauthorized: (error, token) => endSession(auth, error, token),
  });
  return auth;
}

/**
 * Handles the end of the session of this token: logs it, signs out and sends the browser through sign-in, back to the
 * remembered route (specification, section 4).
 */
export function endSession(auth: AuthSDK, refusal: unknown, token: string | null): void {
  auth.sessionExpired(token).catch((cause: unknown) => {
    console.error('Sign-in after expiry:', cause);
    signInFailure.set({ cause, refusal });
  });
}
