import { useMessages } from '@backcounter/i18n/react';
import { loadMenus } from '@backcounter/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useChildMatches, useRouter } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { type MouseEvent, Suspense, useEffect, useState } from 'react';
import { isFeaturePath } from '../../features/index.ts';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { hasRoles, session } from '../../lib/settings/session.ts';
import { pageQuiet } from '../page-quiet.ts';
import { LayerMissing, lazyLayer } from './dialogs/lazy-layer.ts';
import { UnsavedGuard } from './dialogs/unsaved-guard.tsx';
import { MAIN_ID } from './main-id.ts';
import { loadPalette } from './palette-button.tsx';
import styles from './shell.module.css';
import { OpenLayer, type ShellLayer } from './shell-layer.ts';
import { SideBar } from './side-bar.tsx';
import { SignedOut } from './signed-out.tsx';
import { Strips } from './strips/strips.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useShortcuts } from './use-shortcuts.ts';

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
        {layer === 'messages' ? <RecentMessages onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
