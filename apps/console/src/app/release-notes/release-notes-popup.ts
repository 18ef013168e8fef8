import type { AuthSDK } from '@backcounter/auth';
import { install, type ReleaseNotesHandle, type ReleaseNotesOptions } from '@backcounter/release-notes';
import type { QueryClient } from '@tanstack/react-query';
import { getNonce } from 'get-nonce';
import { unsaved } from '../../lib/page/unsaved.ts';
import type { ConsoleConfig } from '../../lib/settings/config.ts';
import { localStore } from '../../lib/settings/local-store.ts';
import { hasRoles, session } from '../../lib/settings/session.ts';
import { autoOpenQuery } from './release-notes-preference.ts';

const TOAST_REGION = '[data-toast-region]';
/** An open menu, list or dialog of the console. */
const OPEN_LAYER = '[aria-haspopup][aria-expanded="true"], [role="dialog"]';
const LOOK_MS = 500;
/** After the last click or key, so that a person sees what became of it. */
const QUIET_MS = 5_000;

/** Current look and language of the popup. */
export type PopupLook = Required<Pick<ReleaseNotesOptions, 'dark' | 'locale' | 'dir' | 'translate'>>;

/** Dependencies of the popup. */
export interface PopupHost {
  readonly config: ConsoleConfig;
  readonly auth: Pick<AuthSDK, 'getAccessToken'>;
  /** Subject of the signed-in person. */
  readonly sub: string;
  readonly queryClient: QueryClient;
  readonly onUnread: (count: number) => void;
}

/**
 * Installs the popup in the console (specification, sections 2 and 4). It opens automatically unless the person has
 * turned that off, and waits for unsaved changes, while a menu or dialog is open, and for 5 s after a click or key.
 */
export function installReleaseNotes(host: PopupHost, look: PopupLook): ReleaseNotesHandle {
  const { config, auth, sub, queryClient, onUnread } = host;
  const acts = new AbortController();
  let lastActMs = Number.NEGATIVE_INFINITY;
  for (const kind of ['pointerdown', 'keydown', 'input'])
    window.addEventListener(kind, () => (lastActMs = performance.now()), { capture: true, signal: acts.signal });
  return install({
    ...look,
    authProviderEndpoint: config.issuer,
    token: () => auth.getAccessToken(),
    adminEndpoint: config.publicUrl,
    authClientId: config.clientId,
    suppressLogs: config.suppressLogs,
    nonce: getNonce() ?? '',
    keepUsable: TOAST_REGION,
    person: sub,
    onUnread,
    onClose: (how) => how !== 'removed' && localStore.setItem(delayKeyOf(sub), 'false'),
    autoOpen: async () => {
      try {
        // People without roles have no preferences.
        const isWanted = !hasRoles(session.state.get().person) || (await queryClient.fetchQuery(autoOpenQuery));
        if (!isWanted && delayed(sub)) return false;
        await undisturbed(() => performance.now() - lastActMs >= QUIET_MS);
        return true;
      } finally {
        acts.abort();
      }
    },
  });
}

const delayKeyOf = (sub: string) => `release-notes-delayed:${sub}`;

/**
 * Whether a person who does not want new releases announced is spared them at this start: until the next one, which
 * shows them until the person closes them, and not where the browser can't remember it.
 */
function delayed(sub: string): boolean {
  const key = delayKeyOf(sub);
  if (localStore.getItem(key) === 'true') return false;
  localStore.setItem(key, 'true');
  return localStore.getItem(key) === 'true';
}

/** Resolves once the person has neither unsaved changes nor an open menu or dialog, and has just done nothing. */
async function undisturbed(isQuiet: () => boolean): Promise<void> {
  for (;;) {
    await saved();
    if (isQuiet() && document.querySelector(OPEN_LAYER) === null) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Resolves once there are no unsaved changes. */
function saved(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (unsaved.hasChanges.get()) return;
      following.unsubscribe();
      resolve();
    };
    const following = unsaved.hasChanges.subscribe(look);
    look();
  });
}
