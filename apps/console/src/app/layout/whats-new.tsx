import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { bestEffort } from '../../lib/best-effort.ts';
import { i18n } from '../../lib/i18n.ts';
import { session } from '../../lib/session.ts';
import { toasts } from '../../lib/toasts.ts';
import { useConsole } from '../console-context.ts';
import { pageQuiet } from '../page-quiet.ts';
import type { PopupLook, ReleaseNotesPopup } from '../release-notes-popup.ts';
import { releaseNotesState } from '../release-notes-state.ts';
import './whats-new.css';

/** The popup of the signed-in person: loaded and started after the first page, taken away with the shell. */
function usePopup(look: PopupLook): () => Promise<ReleaseNotesPopup> {
  const { config } = useConsole();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { person } = useSyncExternalStore(session.subscribe, session.snapshot);
  const sub = person?.sub ?? '';
  const current = useRef({ look, popup: null as ReleaseNotesPopup | null });
  const loading = useRef<Promise<ReleaseNotesPopup> | null>(null);

  const load = useMemo(() => {
    const create = async (): Promise<ReleaseNotesPopup> => {
      const module = await import('../release-notes-popup.ts');
      const { auth } = router.options.context;
      const popup = new module.ReleaseNotesPopup({ config, auth, sub, queryClient }, current.current.look);
      current.current.popup = popup;
      return popup;
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
    current.current.popup?.restyle(look);
  }, [look]);

  useEffect(() => {
    let isGone = false;
    void bestEffort('Release notes', async () => {
      await pageQuiet(router, queryClient);
      if (!isGone) await (await load()).start();
    });
    return () => {
      isGone = true;
      const begun = loading.current;
      loading.current = null;
      current.current.popup = null;
      void bestEffort('Release notes', async () => (await begun)?.remove());
    };
  }, [load, router, queryClient]);
  return load;
}

/** Opens the release notes again; a dot says that some are unread, and the name says how many. */
export function WhatsNew() {
  const { t, language, dir } = useMessages();
  const dark = useComputedColorScheme('light') === 'dark';
  const look = useMemo(
    (): PopupLook => ({
      dark,
      locale: language,
      dir,
      translate: (key, english, values) =>
        i18n.defaultMessage(key) === undefined ? english : t(key as MessageKey, values),
    }),
    [dark, language, dir, t],
  );
  const load = usePopup(look);
  const unread = useSyncExternalStore(releaseNotesState.subscribe, releaseNotesState.unread);

  const open = async (): Promise<void> => {
    try {
      const outcome = await (await load()).open();
      if (outcome === 'nothing-to-render') toasts.show({ type: 'info', message: t('shell.whats-new.none') });
    } catch (cause) {
      console.warn('Release notes:', cause);
      toasts.show({ type: 'warning', icon: 'error', message: t('shell.whats-new.failed') });
    }
  };
  return (
    <ActionIcon
      size="lg"
      className="bc-whats-new"
      data-unread={unread > 0 || undefined}
      aria-label={unread > 0 ? t('shell.whats-new.unread', { count: unread }) : t('shell.whats-new.label')}
      onClick={() => void open()}
    >
      <IconSparkles size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
