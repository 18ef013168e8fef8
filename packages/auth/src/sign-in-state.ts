/** What travels through the provider and back. */
export interface SignInState {
  /** The `returnTo` given to `signIn`; the host checks that it is one of its own paths before going there. */
  readonly returnTo: string | null;
  /** The SDK began it itself, because the session had ended. */
  readonly isRestart: boolean;
}

/** Reads what came back through the browser: anything else than a state of ours is none. Internal. */
export function signInStateOf(state: unknown): SignInState {
  const { returnTo, isRestart } = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>;
  return { returnTo: typeof returnTo === 'string' ? returnTo : null, isRestart: isRestart === true };
}
