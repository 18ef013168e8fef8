import type { AuthSDK } from '@backcounter/auth';
import { type Permission, POLICY } from '@backcounter/domain';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router';
import { FEATURE_PATHS, FEATURE_ROUTES, type FeaturePath, isFeaturePath } from '../features/index.ts';
import type { GuardedVisit } from '../lib/settings/guard.ts';
import { currentRoles, session } from '../lib/settings/session.ts';
import { settings } from '../lib/settings/settings.ts';
import { MAIN_ID } from './layout/main-id.ts';
import { Shell } from './layout/shell.tsx';
import { mayOpen } from './navigation.ts';
import { RouteError } from './pages/route-error.tsx';
import { parseSearch, type SearchText, stringifySearch } from './search-text.ts';
import { judge } from './session/guards.ts';
import type { RouteMemory } from './session/route-memory.ts';
import { isRefused, signInFailure } from './session/sign-in-failure.ts';

/** Any unknown path. */
const NOT_FOUND_PATH = '/$';

/** Context of routes and guards. */
export interface RouterContext {
  readonly auth: Pick<
    AuthSDK,
    'signIn' | 'signOut' | 'handleLoginCallback' | 'handleLogoutCallback' | 'getAccessToken'
  >;
  readonly memory: RouteMemory;
}

interface Opening {
  /** Ends with the first page requested in this browser tab; a sign-in starts a new opening. */
  readonly opening: { isOver: boolean };
}

interface Navigation {
  readonly context: RouterContext & Opening;
  readonly location: ParsedLocation;
  readonly preload: boolean;
  readonly matches: readonly {
    readonly fullPath: string;
    readonly pathname: string;
    readonly params: GuardedVisit['params'];
  }[];
  readonly buildLocation: (options: { readonly to: string }) => Pick<ParsedLocation, 'publicHref'>;
  readonly abortController: AbortController;
}

/** A screen as matched by the router: hooks and guards decide by it, never by the text of the URL. */
interface MatchedScreen {
  readonly path: FeaturePath;
  readonly params: GuardedVisit['params'];
}

/** The matched route; undefined for a malformed URL, which only the root matches. */
const matchedRoute = ({ matches: [, ...matches] }: Navigation) => matches.at(-1);

function matchedScreen(navigation: Navigation): MatchedScreen | null {
  const route = matchedRoute(navigation);
  return route && isFeaturePath(route.fullPath) ? { path: route.fullPath, params: route.params } : null;
}

/** The canonical path of a navigation. */
function canonicalPath(navigation: Navigation, written: string): string {
  const route = matchedRoute(navigation);
  if (!route) return written.replaceAll('%', '%25');
  if (route.fullPath === NOT_FOUND_PATH) return `/${written.split('/').filter(Boolean).join('/')}`;
  return navigation.buildLocation({ to: route.pathname }).publicHref;
}

/**
 * The router ignores case, escapes and trailing slashes, but other code compares paths. Redirects to the canonical path
 * before any hook sees another one.
 */
function checkAddress(navigation: Navigation): void {
  const { publicHref } = navigation.location;
  const [written = '/'] = publicHref.split(/[?#]/, 1);
  const canonical = canonicalPath(navigation, written);
  if (canonical === written) return;
  const href = canonical + publicHref.slice(written.length);
  // The router treats URLs that differ in a trailing slash as the same, unless their states differ.
  throw redirect({ href, state: { writtenAs: written } });
}

/** Redirects to /no-access, which offers to retry the URL. */
function uncheckable(location: ParsedLocation, memory: RouteMemory, cause: unknown) {
  console.warn('Access could not be checked:', cause);
  return redirect({ to: '/no-access', search: { retry: memory.accept(location.href) ?? '/' } });
}

/** First global before-navigation hook: without a session the browser goes to sign-in and returns here. */
async function checkSession({ context: { auth, memory }, location, preload }: Navigation): Promise<void> {
  const { status } = session.state.get();
  if (status === 'signed-in') return;
  if (!preload && status !== 'expired') {
    try {
      await auth.signIn({ returnTo: memory.accept(location.href), isAutomatic: true });
    } catch (cause) {
      // A refusal that led here has the reference.
      signInFailure.set((earlier) => (isRefused(cause) && isRefused(earlier?.cause) ? earlier : { cause }));
      throw uncheckable(location, memory, cause);
    }
  }
  // The browser is leaving (or this was an unneeded preload): the navigation remains pending.
  await new Promise<never>(() => undefined);
}

/** Second global before-navigation hook: remembers a screen that the guards have admitted as return target. */
function rememberRoute({ context, location, preload, abortController }: Navigation): void {
  if (!preload && !abortController.signal.aborted) context.memory.remember(location.href);
}

/** Replaces the index page with the person's start page, once; a link to the index page leads there. */
async function checkStartPage({ context: { opening }, location: { href }, preload }: Navigation): Promise<void> {
  if (preload || opening.isOver) return;
  opening.isOver = true;
  if (href !== '/') return;
  const page = await settings.startPage();
  if (page !== '/' && mayOpen(page, currentRoles())) throw redirect({ to: page });
}

async function checkGuard({ context, location }: Navigation, { path, params }: MatchedScreen): Promise<void> {
  const verdict = await judge(path, FEATURE_ROUTES[path], currentRoles(), params);
  switch (verdict?.to) {
    case 'home':
      throw redirect({ to: verdict.path });
    case 'no-access':
      throw redirect({ to: '/no-access', search: verdict.permission ? { need: verdict.permission } : {} });
    case 'unchecked':
      throw uncheckable(location, context.memory, verdict.cause);
  }
}

const rootRoute = createRootRouteWithContext<RouterContext & Opening>()({
  beforeLoad: async (navigation) => {
    checkAddress(navigation);
    const screen = matchedScreen(navigation);
    if (!screen) return;
    await checkSession(navigation);
    await checkStartPage(navigation);
    await checkGuard(navigation, screen);
    rememberRoute(navigation);
  },
  errorComponent: RouteError,
});

const shellRoute = createRoute({ id: 'shell', getParentRoute: () => rootRoute, component: Shell });

function feature<const Path extends FeaturePath>(path: Path) {
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: (search: Record<string, unknown>): SearchText => search as SearchText,
    component: lazyRouteComponent(FEATURE_ROUTES[path].page, 'Page'),
  });
}

const featureRoutes = Object.fromEntries(FEATURE_PATHS.map((path) => [path, feature(path)])) as unknown as {
  readonly [Path in FeaturePath]: ReturnType<typeof feature<Path>>;
};

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyRouteComponent(() => import('./pages/login.page.tsx'), 'LoginPage'),
});
const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logout',
  component: lazyRouteComponent(() => import('./pages/logout.page.tsx'), 'LogoutPage'),
});
type NoAccessSearch = { readonly need?: Permission | undefined; readonly retry?: string | undefined };

const noAccessRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/no-access',
  // The router keeps omitted parameters, so removed ones must be listed.
  validateSearch: ({ need, ...search }: NoAccessSearch): NoAccessSearch => ({
    ...search,
    need: Object.hasOwn(POLICY, String(need)) ? need : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/no-access.page.tsx'), 'NoAccessPage'),
});
const notFoundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: NOT_FOUND_PATH,
  component: lazyRouteComponent(() => import('./pages/not-found.page.tsx'), 'NotFoundPage'),
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  logoutRoute,
  shellRoute.addChildren({ noAccessRoute, notFoundRoute, ...featureRoutes }),
]);

/**
 * Creates the router. Scroll: top on a forward navigation to another path, restored by Back, kept when only the
 * parameters change.
 */
export function createConsoleRouter(context: RouterContext) {
  let hasPathChanged = true;
  const router = createRouter({
    routeTree,
    context: { ...context, opening: { isOver: false } },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultErrorComponent: RouteError,
    scrollRestoration: () => hasPathChanged,
    scrollToTopSelectors: [`#${MAIN_ID}`],
  });
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    hasPathChanged = pathChanged;
  });
  // The router records the scroll offset only after a scroll since the URL changed; here the page has not scrolled.
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (!pathChanged) document.getElementById(MAIN_ID)?.dispatchEvent(new Event('scroll'));
  });
  return router;
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The requested path, if it was redirected to the canonical one. */
    writtenAs?: string;
  }
  interface Register {
    router: ConsoleRouter;
  }
}
