import type { AuthSDK } from '@backcounter/auth';
import type { Presence } from '@backcounter/presence';
import { connection } from '../../lib/api/connection.ts';
import { adminTokensOf } from '../../lib/presence/presence-admin-token.ts';
import { presenceSource } from '../../lib/presence/presence-source.ts';
import type { ConsoleConfig } from '../../lib/settings/config.ts';
import { idle } from '../idle.ts';

const LOAD_ATTEMPTS = 5;
const LOAD_WAIT_MS = 5_000;

/** The steps of starting the realtime side. */
export interface PresenceStart {
  /**
   * Obtains the admin token of the person in the SDK's snapshot (specification, section 4); null for people who may not
   * have one.
   */
  readonly obtainAdminToken: () => Promise<string | null>;
  /** Loads the backend's client and keeps it signed in, once the browser is idle. */
  readonly follow: () => void;
}

async function loadPresence({ realtime, firebase }: ConsoleConfig): Promise<Presence> {
  if (realtime === 'firebase') {
    if (firebase === null) throw new Error('The page does not name the Firebase project');
    const { createFirebasePresence } = await import('@backcounter/presence/firebase');
    const { storageBucket, ...project } = firebase;
    return createFirebasePresence({ ...project, ...(storageBucket === null ? {} : { storageBucket }) });
  }
  const { createEmbeddedPresence } = await import('@backcounter/presence/embedded');
  return createEmbeddedPresence();
}

/** The backend's client, and the function that keeps it signed in. */
async function loadParts(config: ConsoleConfig) {
  const [presence, { keepPresenceSignedIn }] = await Promise.all([
    loadPresence(config),
    import('../../lib/presence/presence-sign-in.ts'),
  ]);
  return { presence, keepPresenceSignedIn };
}

async function loadPatiently(config: ConsoleConfig) {
  for (let attempt = 1; attempt <= LOAD_ATTEMPTS; attempt += 1) {
    try {
      return await loadParts(config);
    } catch (cause) {
      console.warn('Online status:', cause);
      await new Promise((resolve) => setTimeout(resolve, LOAD_WAIT_MS * attempt));
    }
  }
  return null;
}

/** Connects the realtime backend with the signed-in person. `onFailed` hears why there is no admin token. */
export function createPresenceStart(
  config: ConsoleConfig,
  auth: AuthSDK,
  onFailed: (cause: unknown) => void,
): PresenceStart {
  const tokens = adminTokensOf(auth, onFailed);
  const follow = async (): Promise<void> => {
    await idle();
    const parts = await loadPatiently(config);
    if (parts === null) return;
    const { presence, keepPresenceSignedIn } = parts;
    // Other programs write to Firebase's store of pictures, unknown to the API.
    presenceSource.set({ presence, hasUnknownPictures: config.realtime === 'firebase' });
    // A live stream is the first sign that the server is reachable.
    presence.onLink(({ state }) => {
      if (state === 'live') connection.markRestored();
    });
    keepPresenceSignedIn({
      presence,
      tokens,
      subject: { current: () => auth.userState.logged?.profile.sub ?? null, subscribe: auth.subscribe },
    });
  };
  return {
    obtainAdminToken: tokens.fetch,
    follow: () => void follow(),
  };
}
