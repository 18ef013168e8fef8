import { AuthError } from '@backcounter/auth';
import { createAtom } from '@tanstack/react-store';

/** Why this page could not send the browser to sign in, with the server's refusal that led there. */
export const signInFailure = createAtom<{ readonly cause: unknown; readonly refusal?: unknown } | null>(null);

/** True when the server refused one automatic sign-in after another. */
export const isRefused = (error: unknown): boolean =>
  error instanceof AuthError && error.kind === 'restarted-too-often';
