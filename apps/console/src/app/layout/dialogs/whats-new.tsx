import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import type { ReleaseNotesHandle } from '@backcounter/release-notes';
import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useMemo, useRef, useState } from 'react';
import { bestEffort } from '../../../lib/page/best-effort.ts';
import { toasts } from '../../../lib/page/toasts.ts';
import { i18n } from '../../../lib/settings/i18n.ts';
import { session } from '../../../lib/settings/session.ts';
import { useConsole } from '../../console-context.ts';
import { pageQuiet } from '../../page-quiet.ts';
import type { PopupLook } from '../../release-notes/release-notes-popup.ts';
import styles from './whats-new.module.css';

interface Popup {
  readonly unread: number;
  readonly load: () => Promise<ReleaseNotesHandle>;
}

/** The popup of the signed-in person: loaded and installed when the page is `quiet`, removed with the shell. */
export function usePopup(quiet = pageQuiet): Popup {
  const look = usePopupLook();
  const { config } = useConsole();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { person } = useSelector(session.state);
  const sub = person?.sub ?? '';
  const [unread, setUnread] = useState(0);
  const current = useRef({ look, handle: null as ReleaseNotesHandle | null });
  const loading = useRef<Promise<ReleaseNotesHandle> | null>(null);

  const load = useMemo(() => {
    const create = async (): Promise<ReleaseNotesHandle> => {
      const { installReleaseNotes } = await import('../../release-notes/release-notes-popup.ts');
      const { auth } = router.options.context;
      const host = { config, auth, sub, queryClient, onUnread: setUnread };
      const handle = installReleaseNotes(host, current.current.look);
      current.current.handle = handle;
      handle.ready.catch(() => 'logged by the popup');
      return handle;
    };
    return () => {
      loading.current ??= create().catch((cause: unknown) => {
        loading.current = null;
        throw cause;
      });
      return loading.current;
    };
  }, [config, router, queryClient, sub]);

  useEffect(() => {
    current.current.look = look;
    current.current.handle?.update(look);
  }, [look]);

  useEffect(() => {
    let isGone = false;
    void bestEffort('Release notes', async () => {
      await quiet(router, queryClient);
      if (!isGone) await load();
    });
    return () => {
      isGone = true;
      const begun = loading.current;
      loading.current = null;
      current.current.handle = null;
      setUnread(0);
      void bestEffort('Release notes', async () => (await begun)?.remove());
    };
  }, [load, quiet, router, queryClient]);
  return { unread, load };
}

/** The current look and language. */
function usePopupLook(): PopupLook {
  const { t, language, dir } = useMessages();
  const dark = useComputedColorScheme('light') === 'dark';
  return useMemo(
    (): PopupLook => ({
      dark,
      locale: language,
      dir,
      translate: (key, english, values) =>
        i18n.defaultMessage(key) === undefined ? english : t(key as MessageKey, values),
    }),
    [dark, language, dir, t],
  );
}

/** Opens the release notes again; a dot marks unread ones, and the accessible name has their number. */
export function WhatsNew() {
  const { t } = useMessages();
  const { unread, load } = usePopup();

  const open = async (): Promise<void> => {
    const handle = await bestEffort('Release notes', load);
    // The popup logs its failures.
    const outcome = handle ? await handle.open().catch(() => 'failed' as const) : 'failed';
    if (outcome === 'nothing-to-render') toasts.show({ type: 'info', message: t('shell.whats-new.none') });
    if (outcome === 'failed') toasts.show({ type: 'warning', icon: 'error', message: t('shell.whats-new.failed') });
  };
  return (
    <ActionIcon
      size="lg"
      className={styles['whatsNew']}
      data-unread={unread > 0 || undefined}
      aria-label={unread > 0 ? t('shell.whats-new.unread', { count: unread }) : t('shell.whats-new.label')}
      onClick={() => void open()}
    >
      <IconSparkles size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
