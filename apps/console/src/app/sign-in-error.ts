import { say } from '../lib/i18n.ts';

/** Text of an error that sign-in rejects with. */
export function signInErrorText(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : say('shell.login.unknown');
}
