import { AuthError, type AuthSnapshot, type LoginOutcome, type SignedInUser } from '@backcounter/auth';
import type { Role } from '@backcounter/domain';
import { afterAll, afterEach, vi } from 'vitest';
import { type GraphqlClient, setSharedClient } from '../../lib/api/graphql-client.ts';
import { localStore, tabStore } from '../../lib/settings/local-store.ts';
import { session } from '../../lib/settings/session.ts';
import { settings } from '../../lib/settings/settings.ts';
import { featurePathOf } from '../known-path.ts';
import { createConsoleRouter } from '../router.tsx';
import { createRouteMemory, ROUTE_MEMORY_KEY } from '../session/route-memory.ts';

const ORIGIN = 'https://console.test';

declare const happyDOM: { setURL(url: string): void };

function follow(snapshot: AuthSnapshot): void {
  session.follow({ subscribe: () => () => undefined, getSnapshot: () => snapshot }, ORIGIN);
}

/** Signs in a person with these roles. */
export function signIn(roles: readonly Role[], claims: Readonly<Record<string, unknown>> = {}): void {
  const user = { profile: { sub: 'ada', name: 'Ada', ...claims }, roles } as unknown as SignedInUser;
  follow({ status: 'signed-in', user });
}

/** Sets the session to signed out. */
export function signOut(status: AuthSnapshot['status'] = 'signed-out'): void {
  follow({ status, user: null });
}

/** The sign-in SDK as far as routes and pages use it; redirects to the provider never return. */
export function fakeAuth() {
  return {
    signIn: vi.fn((_options?: { returnTo?: string | null }) => new Promise<void>(() => undefined)),
    signOut: vi.fn(() => new Promise<void>(() => undefined)),
    handleLoginCallback: vi.fn(
      (): Promise<LoginOutcome> =>
        Promise.reject(new AuthError('invalid-response', 'No matching state found in storage')),
    ),
    handleLogoutCallback: vi.fn(async () => undefined),
    getAccessToken: async () => 'token',
  };
}

/** Longest wait for the page, in milliseconds: on a busy machine the first one of a file also loads its modules, which took over 20 s. */
export const PATIENCE_MS = 50_000;

/** Retries a check until it passes, even on a slow machine. */
export const until = <Found>(check: () => Found): Promise<Found> => vi.waitFor(check, { timeout: PATIENCE_MS });

const stops: (() => void)[] = [];

/** The console's own router at a path, with `request` as the server. */
export function openConsole(address: string, request: GraphqlClient['request'] = () => new Promise(() => undefined)) {
  happyDOM.setURL(new URL(address, ORIGIN).href);
  window.history.replaceState(null, '');
  vi.spyOn(settings, 'startPage').mockResolvedValue('/');
  setSharedClient({ request });
  const auth = fakeAuth();
  const memory = createRouteMemory({
    tab: tabStore,
    browser: localStore,
    origin: ORIGIN,
    isKnownPath: (path) => featurePathOf(path) !== null,
  });
  const router = createConsoleRouter({ auth, memory });
  stops.push(router.history.subscribe(router.load), () => router.history.destroy());
  const remembered = () => [sessionStorage.getItem(ROUTE_MEMORY_KEY), localStorage.getItem(ROUTE_MEMORY_KEY)];
  /** Follows redirects until the router is idle; a navigation that waits for the provider remains pending. */
  const settle = async () => {
    void router.load();
    await until(() => {
      if (router.state.status === 'pending' && auth.signIn.mock.calls.length === 0) throw new Error('still loading');
      if (router.history.location.href !== router.latestLocation.href) throw new Error('still redirecting');
    });
  };
  /** The address bar. */
  const shown = () => window.location.href.slice(ORIGIN.length);
  return { router, auth, memory, remembered, settle, shown };
}

/** Resets global state for the next tests. */
export function cleanUp(): void {
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    signOut('starting');
    vi.useRealTimers();
    localStorage.clear();
    sessionStorage.clear();
    vi.restoreAllMocks();
    happyDOM.setURL(ORIGIN);
  });
  // A module that is still loading when a file ends is broken for the files after it, which share the worker.
  afterAll(() => vi.dynamicImportSettled());
}
