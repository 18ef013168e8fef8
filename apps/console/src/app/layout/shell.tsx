import { useMessages } from '@backcounter/i18n/react';
import { loadMenus } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useChildMatches, useRouter } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import { isFeaturePath } from '../../features/index.ts';
import { approvalAsking } from '../../lib/api/approval-asking.ts';
import { confirmation } from '../../lib/api/confirmation.ts';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { hasRoles, session } from '../../lib/settings/session.ts';
import { pageQuiet } from '../page-quiet.ts';
import { Notice, Passing } from '../pages/notice.tsx';
import { isRefused, signInFailure } from '../session/sign-in-failure.ts';
import { LayerMissing, lazyLayer } from './dialogs/lazy-layer.ts';
import { UnsavedGuard } from './dialogs/unsaved-guard.tsx';
import { MAIN_ID } from './main-id.ts';
import { loadPalette } from './palette-button.tsx';
import styles from './shell.module.css';
import { OpenLayer, type ShellLayer } from './shell-layer.ts';
import { SideBar } from './side-bar.tsx';
import { Strips } from './strips/strips.tsx';
import { TopBar } from './top-bar.tsx';
import { useShortcuts } from './use-shortcuts.ts';

/** Time in which a closing element, such as a form of a filter, returns the focus. */
const SETTLE_MS = 100;

/**
 * After a navigation to another path, focuses the new page's title, so that a screen reader announces it and Tab
 * continues from there. Keeps a focus that the page has set (the row to return to), and that of a dialog opened in
 * between. On the same path, as when a form replaces a list, it focuses the title only if the focused element is gone.
 */
function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    document.addEventListener('focusin', note);
    const isLost = () => document.activeElement === document.body && last instanceof Element && !last.isConnected;
    let later: ReturnType<typeof setTimeout> | undefined;
    const focusTitle = (main: HTMLElement) => {
      const title = main.querySelector<HTMLElement>('h1');
      if (title) title.tabIndex = -1;
      (title ?? main).focus({ preventScroll: true });
    };
    const forget = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      const main = document.getElementById(MAIN_ID);
      const active = document.activeElement;
      clearTimeout(later);
      if (!fromLocation || !main) return;
      if (!pathChanged) {
        later = setTimeout(() => {
          if (isLost()) focusTitle(main);
        }, SETTLE_MS);
        return;
      }
      if (active !== main && (main.contains(active) || active?.closest('[role="dialog"], [role="menu"]'))) return;
      focusTitle(main);
    });
    return () => {
      clearTimeout(later);
      document.removeEventListener('focusin', note);
      forget();
    };
  }, [router]);
}

const Unchecked = lazy(() => import('../pages/unchecked.tsx').then((page) => ({ default: page.Unchecked })));

/** Replaces the shell without a session: after a sign-out in another tab, or during the redirect to sign-in. */
function SignedOut({ isLeaving }: { readonly isLeaving: boolean }) {
  const { t } = useMessages();
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const failure = useSelector(signInFailure);
  if (isRefused(failure?.cause))
    return (
      <Suspense>
        <Unchecked address={router.state.location.href} />
      </Suspense>
    );
  if (isLeaving) return <Passing text={t('shell.login.progress')} />;
  return (
    <Notice
      title={t('shell.signed-out.title')}
      actions={
        <Button
          variant="filled"
          loading={isBusy}
          onClick={() => {
            setBusy(true);
            router.options.context.auth
              .signIn({ returnTo: router.state.location.href })
              .catch((cause: unknown) => console.error('Sign-in:', cause))
              .finally(() => setBusy(false));
          }}
        >
          {t('common.action.sign-in')}
        </Button>
      }
    >
      <p>{t('shell.signed-out.body')}</p>
    </Notice>
  );
}

const NavDrawer = lazyLayer(() => import('./nav-drawer.tsx').then((module) => module.NavDrawer), LayerMissing);
const ShortcutSheet = lazyLayer(
  () => import('./dialogs/shortcut-sheet.tsx').then((module) => module.ShortcutSheet),
  LayerMissing,
);
const Palette = lazyLayer(loadPalette, LayerMissing);
const JobTray = lazyLayer(() => import('./jobs/job-tray.tsx').then((module) => module.JobTray), LayerMissing);
const RecentMessages = lazyLayer(
  () => import('./dialogs/recent-messages.tsx').then((module) => module.RecentMessages),
  LayerMissing,
);
const ConfirmDialog = lazyLayer(
  () => import('./dialogs/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
  LayerMissing,
);
const ApprovalDialog = lazyLayer(
  () => import('./dialogs/approval-dialog.tsx').then((module) => module.ApprovalDialog),
  ({ close }) => <LayerMissing onClose={close} />,
);
const SettingsDialog = lazyLayer(
  () => import('./dialogs/settings-dialog.tsx').then((module) => module.SettingsDialog),
  LayerMissing,
);

/** Moves the focus without a hash in the URL, which would be remembered and shared with it. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById(MAIN_ID)?.focus();
}

/**
 * Everything around a page: navigation, bar, strips, and global layers. Pages that need no session are bare for people
 * without roles, who have no navigation.
 */
export function Shell() {
  const { t } = useMessages();
  const { status, person } = useSelector(session.state);
  const isScreen = useChildMatches({ select: (children) => children.some(({ fullPath }) => isFeaturePath(fullPath)) });
  const [layer, setLayer] = useState<ShellLayer | null>(null);
  const close = () => setLayer(null);
  const answer = useSelector(confirmation.waiting);
  const needsApproval = useSelector(approvalAsking.waiting);
  const router = useRouter();
  const queries = useQueryClient();
  useEffect(() => {
    void pageQuiet(router, queries).then(() => bestEffort('Menus', loadMenus));
  }, [router, queries]);
  useFocusOnNavigation();
  useShortcuts({ layer, onLayer: setLayer });
  if (!isScreen && !hasRoles(person)) return <Outlet />;
  if (status !== 'signed-in') return <SignedOut isLeaving={status === 'expired'} />;
  return (
    <div className={styles['shell']}>
      <a href={`#${MAIN_ID}`} className={styles['skip']} onClick={skipToContent}>
        {t('shell.skip.to-content')}
      </a>
      <SideBar />
      <TopBar layer={layer} onOpen={setLayer} />
      <div className={styles['strips']}>
        <Strips />
      </div>
      <main id={MAIN_ID} className={styles['main']} tabIndex={-1} data-scroll-restoration-id={MAIN_ID}>
        <OpenLayer value={setLayer}>
          <Outlet />
        </OpenLayer>
      </main>
      <UnsavedGuard />
      <Suspense>
        {layer === 'navigation' ? <NavDrawer onClose={close} onOpen={setLayer} /> : null}
        {layer === 'palette' ? <Palette onClose={close} onOpen={setLayer} /> : null}
        {layer === 'shortcuts' ? <ShortcutSheet onClose={close} /> : null}
        {layer === 'jobs' ? <JobTray onClose={close} /> : null}
        {layer === 'settings' ? <SettingsDialog onClose={close} /> : null}
        {needsApproval ? <ApprovalDialog {...needsApproval} /> : null}
        {answer ? <ConfirmDialog onClose={answer} /> : null}
        {layer === 'messages' ? <RecentMessages onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
