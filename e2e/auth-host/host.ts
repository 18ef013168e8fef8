import { AuthSDK, type AuthSettings } from '@backcounter/auth';

/** The smallest host of the SDK: four pages, and the SDK within reach of the test. */
interface HostWindow {
  sdk: AuthSDK;
  logs: string[];
  warnings: number;
  signedOutElsewhere: number;
  packages: typeof packages;
}

/** Further packages of an app. */
const packages = {
  presence: () => import('@backcounter/presence/embedded'),
  i18n: () => import('@backcounter/i18n'),
  releaseNotes: () => import('@backcounter/release-notes'),
};
export type HostPackages = typeof packages;

const host = globalThis as unknown as HostWindow;
const { origin, pathname } = window.location;
const given = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as Partial<AuthSettings>;
host.packages = packages;
host.logs = [];
host.warnings = 0;
host.signedOutElsewhere = 0;
host.sdk = new AuthSDK({
  authority: '',
  clientId: 'backcounter',
  redirectUri: `${origin}/login`,
  silentRedirectUri: `${origin}/silent`,
  popupRedirectUri: `${origin}/popup`,
  postLogoutRedirectUri: `${origin}/logout`,
  rememberedRoute: () => sessionStorage.getItem('route'),
  onSignedOutElsewhere: () => {
    host.signedOutElsewhere += 1;
  },
  log: (message, cause) => host.logs.push(cause instanceof Error ? `${message}: ${cause.message}` : message),
  ...given,
});

const show = (text: string) => {
  const status = document.getElementById('status');
  if (status) status.textContent = text;
};

async function open(): Promise<void> {
  if (pathname === '/silent') return void (await host.sdk.handleSilentCallback());
  if (pathname === '/popup') {
    const isAwaited = await host.sdk.handlePopupCallback();
    return isAwaited ? undefined : show('nobody waits');
  }
  host.sdk.onTokenExpiring(() => {
    host.warnings += 1;
  });
  host.sdk.subscribe(() => show(host.sdk.getSnapshot().status));
  await host.sdk.start();
  if (pathname === '/login') {
    const { returnTo } = await host.sdk.handleLoginCallback();
    history.replaceState(null, '', returnTo ?? '/');
  }
  if (pathname === '/logout') await host.sdk.handleLogoutCallback();
  show(host.sdk.getSnapshot().status);
}

open().catch((error: unknown) => show(`failed: ${error instanceof Error ? error.message : String(error)}`));
