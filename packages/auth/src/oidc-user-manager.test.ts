import { afterEach, expect, test, vi } from 'vitest';
import { OidcUserManager } from './oidc-user-manager.ts';
import { SETTINGS } from './testing/fake-browser.ts';

afterEach(() => vi.unstubAllGlobals());

test('the library gets the figures of the specification, section 9 [spec 9.6, 9.7, 9.9, 9.10, 9.12, 9.13]', () => {
  vi.stubGlobal('window', { localStorage: {}, location: new URL('https://office.example/') });
  const { settings } = new OidcUserManager(SETTINGS);
  expect(settings).toMatchObject({
    scope: 'openid',
    response_type: 'code',
    accessTokenExpiringNotificationTimeInSeconds: 60,
    silentRequestTimeoutInSeconds: 10,
    checkSessionIntervalInSeconds: 2,
    staleStateAgeInSeconds: 900,
    automaticSilentRenew: false,
    monitorSession: false,
  });
  expect(new OidcUserManager({ ...SETTINGS, scope: 'openid profile' }).settings.scope).toBe('openid profile');
});
