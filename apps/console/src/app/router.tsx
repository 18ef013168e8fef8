import type { AuthSDK } from '@backcounter/auth';
import { may, type Permission, POLICY } from '@backcounter/domain';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router';
import { FEATURE_ROUTES, type FeaturePath, type FeatureRoute } from '../features/index.ts';
import { currentRoles, session } from '../lib/session.ts';
import { settings } from '../lib/settings.ts';
import { judge } from './guards.ts';
import { featurePathOf, isPublicPath } from './known-path.ts';
import { MAIN_ID } from './layout/main-id.ts';
import { Shell } from './layout/shell.tsx';
import { RouteError } from './pages/route-error.tsx';
import type { RouteMemory } from './route-memory.ts';
import { parseSearch, type SearchText, stringifySearch } from './search-text.ts';

/** What routes and guards work with. */
export interface RouterContext {
  readonly auth: Pick<
    AuthSDK,
    'signIn' | 'signOut' | 'handleLoginCallback' | 'handleLogoutCallback' | 'getAccessToken'
  >;
  readonly memory: RouteMemory;
}

interface Navigation {
  readonly context: RouterContext;
  readonly location: ParsedLocation;
  readonly preload: boolean;
}

/** First global before-navigation hook: the route is saved as the one to return to. */
function rememberRoute({ context, location, preload }: Navigation): void {
  if (!preload) context.memory.remember(location.href);
}

/** Second global before-navigation hook: without a session the browser goes to sign-in and comes back here. */
async function checkSession({ context, location, preload }: Navigation): Promise<void> {
  if (isPublicPath(location.pathname) || session.snapshot().status === 'signed-in') return;
  if (!preload && session.snapshot().status !== 'expired') await context.auth.signIn({ returnTo: location.href });
  // The browser is leaving (or this was a preload that nobody needs): the navigation stays open.
  await new Promise<never>(() => undefined);
}

/** No page has been shown since this browser tab opened the console; signing in opens it anew. */
let isBeginning = true;

/** The page that somebody wants to begin with stands in for the index page, once; a link to the index page leads there. */
async function checkStartPage({ location: { href }, preload }: Navigation): Promise<void> {
  if (preload || !isBeginning) return;
  isBeginning = false;
  if (href !== '/') return;
  const page = await settings.startPage();
  if (page !== '/' && mayOpen(page)) throw redirect({ to: page, replace: true });
}

function mayOpen(page: string): boolean {
  const route = FEATURE_ROUTES[page as FeaturePath];
  return route !== undefined && may(currentRoles(), route.permission);
}

async function checkGuard(pathname: string, route: FeatureRoute): Promise<void> {
  const verdict = await judge(pathname, route, currentRoles());
  if (verdict?.to === 'home') throw redirect({ to: verdict.path, replace: true });
  if (verdict)
    throw redirect({ to: '/no-access', search: verdict.permission ? { need: verdict.permission } : {}, replace: true });
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async (navigation) => {
    rememberRoute(navigation);
    await checkSession(navigation);
  },
  notFoundComponent: lazyRouteComponent(() => import('./pages/not-found.page.tsx'), 'NotFoundPage'),
  errorComponent: RouteError,
});

const shellRoute = createRoute({ id: 'shell', getParentRoute: () => rootRoute, component: Shell });

function feature<const Path extends FeaturePath>(path: Path) {
  const route: FeatureRoute = FEATURE_ROUTES[path];
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: (search: Record<string, unknown>): SearchText => search as SearchText,
    beforeLoad: async (navigation) => {
      await checkStartPage(navigation);
      await checkGuard(navigation.location.pathname, route);
    },
    component: lazyRouteComponent(route.page, 'Page'),
  });
}

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
const noAccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/no-access',
  validateSearch: (search: Record<string, unknown>): { need?: Permission } => {
    const need = search['need'];
    return typeof need === 'string' && Object.hasOwn(POLICY, need) ? { need: need as Permission } : {};
  },
  component: lazyRouteComponent(() => import('./pages/no-access.page.tsx'), 'NoAccessPage'),
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  logoutRoute,
  noAccessRoute,
  shellRoute.addChildren([
    feature('/'),
    feature('/dashboard'),
    feature('/accounts'),
    feature('/accounts/$id'),
    feature('/stores'),
    feature('/stores/$id'),
    feature('/notifications'),
    feature('/notifications/$id'),
    feature('/giveaways'),
    feature('/giveaways/$id/transactions'),
    feature('/campaigns'),
    feature('/campaigns/$id'),
    feature('/admin/areas'),
    feature('/admin/countries'),
    feature('/admin/topics'),
    feature('/admin/topic-categories'),
    feature('/admin/badges'),
    feature('/admin/badge-categories'),
    feature('/admin/config'),
    feature('/admin/releases'),
    feature('/admin/releases/$id'),
    feature('/admin/translations'),
    feature('/admin/translations/$id'),
    feature('/admin/streamers'),
    feature('/admin/machine-clients'),
    feature('/admin/audit'),
    feature('/admin/jobs'),
  ]),
]);

/** Makes the router. Scroll: top on a forward navigation to another path, restored by Back, kept when only the search changes. */
export function createConsoleRouter(context: RouterContext) {
  let hasPathChanged = true;
  const router = createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultErrorComponent: RouteError,
    notFoundMode: 'root',
    scrollRestoration: () => hasPathChanged,
    scrollToTopSelectors: [`#${MAIN_ID}`],
  });
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    hasPathChanged = pathChanged;
  });
  return router;
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}

/** True for paths that may be remembered and returned to. */
export const isRouteToReturnTo = (pathname: string) => featurePathOf(pathname) !== null;
