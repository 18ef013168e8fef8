import { AuthError } from '@backcounter/auth';
import { say } from '../../lib/settings/i18n.ts';

/** Text of why signing in or out failed, with a next step. The error itself is in the log. */
export function signInErrorText(error: unknown): string {
  return say(error instanceof AuthError ? `shell.login.problem.${error.kind}` : 'shell.login.unknown');
}
