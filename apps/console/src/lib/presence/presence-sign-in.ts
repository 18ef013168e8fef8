import type { Presence, RealtimeUser } from '@backcounter/presence';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** A token that expires this soon could be refused on arrival. */
const TOKEN_MARGIN_MS = 10_000;
const REFUSED_CODES: readonly string[] = ['auth/invalid-custom-token', 'auth/invalid-credential'];

/** The admin token of the person who is signed in to the console. */
export interface AdminTokens {
  /** The stored token; null without one. */
  readonly held: () => string | null;
  /** Fetches a token and stores it; null when no one is signed in any longer. */
  readonly fetch: () => Promise<string | null>;
}

/** The subject signed in to the console with at least one role. */
export interface SignedInSubject {
  /** The subject claim; null while no one is signed in. */
  readonly current: () => string | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Dependencies of the sign-in to the realtime backend. */
export interface PresenceSignInOptions {
  readonly presence: Pick<Presence, 'signIn' | 'signOut' | 'onAuth'>;
  readonly subject: SignedInSubject;
  readonly tokens: AdminTokens;
}

/** Expiry of a token in milliseconds since 1970, as far as it can be read; the backend decides. */
function endOf(token: string): number {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY;
  } catch {
    // Some backends' tokens can't be read; only a refusal shows their expiry.
    return Number.POSITIVE_INFINITY;
  }
}

function codeOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

/**
 * Signs in to the realtime backend whenever it reports no user, with the stored admin token, or with a fresh one when
 * that has expired or is refused (specification, section 4); signs out there when the person leaves the console.
 * Failures are only logged (section 8) and retried after a while. Returns the function that stops it.
 */
export function keepPresenceSignedIn({ presence, subject, tokens }: PresenceSignInOptions): () => void {
  /** Undefined until the backend's first report. */
  let user: RealtimeUser | null | undefined;
  let sub = subject.current();
  let isEnded = false;
  let isRunning = false;
  let failures = 0;
  let wake = (): void => undefined;

  const isSettled = () => user === undefined || (user?.uid ?? null) === sub;

  const signInWith = async (token: string): Promise<void> => {
    const signedIn = await presence.signIn(token);
    if (signedIn.uid !== sub) throw new Error('The realtime backend signed in somebody else');
    failures = 0;
  };

  const signIn = async (): Promise<void> => {
    const held = tokens.held();
    const isHeldGood = held !== null && endOf(held) > Date.now() + TOKEN_MARGIN_MS;
    const token = isHeldGood ? held : await tokens.fetch();
    if (token === null) return;
    try {
      await signInWith(token);
    } catch (cause) {
      if (!isHeldGood || !REFUSED_CODES.includes(codeOf(cause))) throw cause;
      const fresh = await tokens.fetch();
      if (fresh !== null) await signInWith(fresh);
    }
  };

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    while (!isEnded && !isSettled()) {
      const before = user;
      try {
        await (user ? presence.signOut() : signIn());
      } catch (cause) {
        console.warn('Online status:', cause);
        failures += 1;
        await pause(waitAfter(failures, codeOf(cause)));
        continue;
      }
      // The backend's report of success may still be pending.
      if (user === before && !isSettled()) await pause(FIRST_WAIT_MS);
    }
    isRunning = false;
  };

  const tryNow = (): void => {
    wake();
    void run();
  };
  const ends = [
    presence.onAuth((reported) => {
      user = reported;
      if (failures === 0 || isSettled()) wake();
      void run();
    }),
    subject.subscribe(() => {
      const now = subject.current();
      if (now === sub) return;
      sub = now;
      tryNow();
    }),
  ];
  globalThis.addEventListener?.('online', tryNow);
  return () => {
    isEnded = true;
    wake();
    for (const end of ends) end();
    globalThis.removeEventListener?.('online', tryNow);
  };
}

/** With jitter, so that browsers that lost the same server do not return at the same moment. */
function waitAfter(failures: number, code: string): number {
  const wait = code === 'auth/user-disabled' ? LONGEST_WAIT_MS : FIRST_WAIT_MS * 2 ** (failures - 1);
  return Math.min(wait, LONGEST_WAIT_MS) * (0.75 + Math.random() / 2);
}
