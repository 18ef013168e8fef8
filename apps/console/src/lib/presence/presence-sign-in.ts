import type { Presence, RealtimeUser } from '@backcounter/presence';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** A token that ends this soon would be refused on its way. */
const TOKEN_MARGIN_MS = 10_000;
const REFUSED_CODES: readonly string[] = ['auth/invalid-custom-token', 'auth/invalid-credential'];

/** The admin token of the person who is signed in to the console. */
export interface AdminTokens {
  /** The stored one; null when none is held. */
  readonly held: () => string | null;
  /** Fetches one and stores it; null when nobody is signed in any more. */
  readonly fetch: () => Promise<string | null>;
}

/** Who is signed in to the console, with at least one role. */
export interface SignedInSubject {
  /** The subject claim; null while nobody is. */
  readonly current: () => string | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** What signing in to the realtime backend needs. */
export interface PresenceSignInOptions {
  readonly presence: Pick<Presence, 'signIn' | 'signOut' | 'onAuth'>;
  readonly subject: SignedInSubject;
  readonly tokens: AdminTokens;
}

/** When a token ends, in milliseconds since 1970, as far as it says so itself; the backend has the last word. */
function endOf(token: string): number {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY;
  } catch {
    // Not every backend's token can be read; then only its refusal tells.
    return Number.POSITIVE_INFINITY;
  }
}

function codeOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

/**
 * Signs in to the realtime backend whenever that reports nobody, with the stored admin token, or with a fresh one when that has ended or is
 * refused (specification, section 4); signs out there when the person leaves the console. Failures are logged only (section 8) and tried
 * again after a while. Returns how to end it.
 */
export function keepPresenceSignedIn({ presence, subject, tokens }: PresenceSignInOptions): () => void {
  /** Undefined until the backend has reported. */
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
      // The backend's report of a success may still be on its way.
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

/** Browsers that lost the same server must not come back in the same moment. */
function waitAfter(failures: number, code: string): number {
  const wait = code === 'auth/user-disabled' ? LONGEST_WAIT_MS : FIRST_WAIT_MS * 2 ** (failures - 1);
  return Math.min(wait, LONGEST_WAIT_MS) * (0.75 + Math.random() / 2);
}
