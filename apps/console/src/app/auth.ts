import { AuthSDK } from '@backcounter/auth';
import type { ConsoleConfig } from '../lib/config.ts';
import { say } from '../lib/i18n.ts';
import type { RouteMemory } from './route-memory.ts';

/** The console's sign-in and its four return addresses (specification, section 2). */
export function createAuth(config: ConsoleConfig, memory: Pick<RouteMemory, 'recall'>): AuthSDK {
  const { publicUrl } = config;
  return new AuthSDK({
    authority: config.issuer,
    clientId: config.clientId,
    redirectUri: `${publicUrl}/login`,
    silentRedirectUri: `${publicUrl}/silent`,
    popupRedirectUri: `${publicUrl}/popup`,
    postLogoutRedirectUri: `${publicUrl}/logout`,
    scope: config.scope,
    rolesPath: config.rolesPath,
    monitorSession: config.monitorsSession,
    uiLocales: navigator.languages.join(' '),
    rememberedRoute: memory.recall,
  });
}

/** Text of an error that sign-in rejects with. */
export function signInErrorText(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : say('shell.login.unknown');
}
