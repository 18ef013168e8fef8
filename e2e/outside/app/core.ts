import { AuthSDK } from '@backcounter/auth';
import { createI18n, createTranslate } from '@backcounter/i18n';
import { createEmbeddedPresence } from '@backcounter/presence/embedded';
import { install } from '@backcounter/release-notes';

const PRODUCT = 'http://product.test';
const isBrowser = typeof window !== 'undefined';
const origin = isBrowser ? window.location.origin : '';

export const i18n = createI18n({
  defaults: {
    'proof.page.title': 'Who is here?',
    'proof.people.online': '{count, plural, one {# person} other {# people}} <b>online</b>',
    'proof.people.plain': '{count, plural, one {# person} other {# people}} online',
  },
  source: {
    languages: async () => [{ key: 'de-DE', name: 'Deutsch' }],
    load: async () => ({
      'proof.people.online': '{count, plural, one {# Person} other {# Personen}} <b>da</b>',
      'proof.people.plain': '{count, plural, one {# Person} other {# Personen}} da',
    }),
  },
  storage: isBrowser ? localStorage : { getItem: () => null, setItem: () => undefined },
  browserLanguages: ['en-US'],
});
export const translate = createTranslate(i18n);
export const presence = createEmbeddedPresence({ url: `${PRODUCT}/realtime` });
export const sdk = new AuthSDK({
  authority: `${PRODUCT}/identity`,
  clientId: 'outside-app',
  scope: 'openid presence.read release.read',
  redirectUri: `${origin}/login`,
  silentRedirectUri: `${origin}/silent`,
  popupRedirectUri: `${origin}/popup`,
  postLogoutRedirectUri: `${origin}/logout`,
  apiOrigins: [PRODUCT],
});

let isRunning = false;
/** Signs in, connects presence and shows the release notes; a second call does nothing. */
export function begin(): void {
  if (!isRunning) void run();
  isRunning = true;
}

async function run(): Promise<void> {
  await i18n.start();
  await sdk.start();
  if (window.location.pathname === '/login') {
    await sdk.handleLoginCallback();
    history.replaceState(null, '', '/');
  }
  const user = await sdk.getUser();
  if (!user) return sdk.signIn({ isAutomatic: true });
  const answer = await sdk.fetch(`${PRODUCT}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ token: getFirebaseAdminToken(user_id: "${user.profile.sub}") }` }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  await presence.signIn(data.token);
  await install({ authProviderEndpoint: `${PRODUCT}/identity`, token: () => sdk.getAccessToken() }).ready;
}

/** For hosts without React: calls `show` with the texts after each change. */
export function watch(show: (name: string, online: string) => void): void {
  let count: number | null = null;
  const tell = () =>
    show(sdk.getSnapshot().user?.profile.name ?? '', count === null ? '' : translate('proof.people.plain', { count }));
  sdk.subscribe(tell);
  i18n.subscribe(tell);
  presence.onlineCount((next) => {
    count = next;
    tell();
  });
}
