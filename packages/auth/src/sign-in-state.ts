/** State that travels through the provider and back. */
export interface SignInState {
  /** The `returnTo` given to `signIn`. The host must check that it is one of its own paths before navigating. */
  readonly returnTo: string | null;
  /** True when the SDK started the sign-in because the session had ended. */
  readonly isRestart: boolean;
}

/** Parses a returned state; null for anything else. Internal. */
export function signInStateOf(state: unknown): SignInState {
  const { returnTo, isRestart } = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>;
  return { returnTo: typeof returnTo === 'string' ? returnTo : null, isRestart: isRestart === true };
}
