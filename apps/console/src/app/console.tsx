import type { AuthSDK } from '@backcounter/auth';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { FEATURE_ROUTES } from '../features/index.ts';
import { approvalAsking } from '../lib/api/approval-asking.ts';
import { confirmation } from '../lib/api/confirmation.ts';
import { connection, watchBrowserConnection } from '../lib/api/connection.ts';
import { dataPosition } from '../lib/api/data-position.ts';
import { createGraphqlClient, setSharedClient } from '../lib/api/graphql-client.ts';
import { showDone, showRequestError } from '../lib/api/outcome-toasts.ts';
import type { RequestError } from '../lib/api/request-error.ts';
import { uploadSession } from '../lib/api/upload-session.ts';
import { liveAccess } from '../lib/live/live-access.ts';
import { bestEffort } from '../lib/page/best-effort.ts';
import { readConfig } from '../lib/settings/config.ts';
import { i18n, say } from '../lib/settings/i18n.ts';
import { localStore, tabStore } from '../lib/settings/local-store.ts';
import { session } from '../lib/settings/session.ts';
import { sessionEnding } from '../lib/settings/session-ending.ts';
import { settings } from '../lib/settings/settings.ts';
import { AppBoundary } from './app-boundary.tsx';
import { featurePathOf } from './known-path.ts';
import { Passing } from './pages/notice.tsx';
import { providerTheme } from './provider-theme.ts';
import { Providers } from './providers.tsx';
import { newVersion, watchVersion } from './release-notes/new-version.ts';
import { createConsoleRouter } from './router.tsx';
import { createAuth, endSession } from './session/auth.ts';
import { createReauthentication } from './session/reauthentication.ts';
import { createRouteMemory } from './session/route-memory.ts';
import { redirectOf, startUp } from './session/start-up.ts';
import { createPresenceStart } from './session/start-up-presence.ts';

/** A start that takes longer shows that it loads (decision 0043). */
const CALM_MS = 250;

const fetchWatched: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init);
    connection.markRestored();
    return response;
  } catch (cause) {
    if (!init?.signal?.aborted) connection.doubt();
    throw cause;
  }
};

/** Sets up the shared client and the effects of its outcomes (specification, section 8). */
function connectClient(auth: AuthSDK): void {
  const accessToken = () => auth.getAccessToken();
  const onSessionExpired = (refusal: RequestError, token: string | null) => endSession(auth, refusal, token);
  uploadSession.set({ accessToken, onSessionExpired });
  liveAccess.set({
    url: '/graphql/stream',
    isPersistedOnly: import.meta.env.PROD,
    fetch: fetchWatched,
    accessToken,
    onSessionExpired,
  });
  setSharedClient(
    createGraphqlClient({
      endpoint: '/graphql',
      isPersistedOnly: import.meta.env.PROD,
      fetch: fetchWatched,
      accessToken,
      reauthenticate: createReauthentication(auth),
      confirm: confirmation.ask,
      askApproval: approvalAsking.ask,
      position: dataPosition,
      inspectAnswer: (status, errors, token) => auth.inspectAnswer(status, errors, token),
      onAccepted: () => auth.sessionAccepted(),
      onError: showRequestError,
      onMutationDone: showDone,
      onOutdated: newVersion.require,
    }),
  );
}

/** Starts the console (specification, section 4) and mounts it, unless a step redirects the browser. */
export async function startConsole(root: HTMLElement): Promise<void> {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  if (nonce) setNonce(nonce);
  const { origin } = window.location;
  const config = readConfig(document, origin);
  /** Leaves once: a person who stays with unsaved changes is not asked again. */
  const left = new Set<string>();
  const assign = (url: string) => {
    if (!left.has(url)) window.location.assign(url);
    left.add(url);
  };
  const memory = createRouteMemory({
    tab: tabStore,
    browser: localStore,
    origin,
    isKnownPath: (path) => featurePathOf(path) !== null,
  });
  const auth: AuthSDK = createAuth(config, {
    rememberedRoute: memory.recall,
    // Without it only the realtime side is missing.
    obtainAdminToken: () =>
      presence.obtainAdminToken().catch((cause: unknown) => {
        if (redirectOf(cause, origin) !== null) throw cause;
        console.error('Start-up, admin token:', cause);
        return null;
      }),
  });
  sessionEnding.watch(auth);
  const acrValues = config.secondFactorAcr;
  if (acrValues !== null)
    confirmation.atProvider = async () => (await auth.signInByPopup({ again: { acrValues } })).idToken;
  connectClient(auth);
  let isMounted = false;
  const presence = createPresenceStart(config, auth, (cause) => {
    const url = redirectOf(cause, origin);
    // Until then the start redirects. Afterwards the browser asks first if something is unsaved.
    if (isMounted && url !== null) assign(url);
  });
  watchBrowserConnection(window);
  void bestEffort('Keys', async () => (await import('./keys/submit-key.ts')).watchPage(window));
  // Colours may arrive later; nothing waits for them.
  void providerTheme.load(config.issuer);
  // Languages load in parallel with the sign-in check.
  const languages = i18n.start();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') i18n.flushMissing(true);
  });

  // So does the code of the page; if that fails, the page loads it again and says so.
  const path = featurePathOf(window.location.pathname);
  if (path !== null) void bestEffort('code of the page', FEATURE_ROUTES[path].page);

  const page = createRoot(root);
  const show = (content: ReactNode) =>
    page.render(
      <Providers config={config} nonce={nonce}>
        {content}
      </Providers>,
    );
  const calm = setTimeout(() => show(<Passing text={say('common.place.loading')} />), CALM_MS);
  const isToMount = await startUp(
    [
      {
        // The SDK obtains the admin token in between, and stores the user then.
        label: 'current user',
        run: async () => {
          await auth.start();
        },
      },
      { label: 'user', run: () => session.follow(auth, origin) },
      { label: 'languages', run: () => languages },
    ],
    { origin, assign },
  );
  clearTimeout(calm);
  if (!isToMount) return;
  isMounted = true;
  settings.follow();

  const router = createConsoleRouter({ auth, memory });
  show(
    <AppBoundary>
      <RouterProvider router={router} />
    </AppBoundary>,
  );
  // Live data starts after the first page.
  const endWait = router.subscribe('onRendered', () => {
    endWait();
    presence.follow();
  });
  watchVersion();
}
