import { AuthError } from '@backcounter/auth';
import { say } from '../lib/i18n.ts';

/** What went wrong with signing in or out, and what to do next. The error's own text is in the log. */
export function signInErrorText(error: unknown): string {
  return say(error instanceof AuthError ? `shell.login.problem.${error.kind}` : 'shell.login.unknown');
}
