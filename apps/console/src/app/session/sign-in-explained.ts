import { AuthError } from '@backcounter/auth';
import { say } from '../../lib/settings/i18n.ts';
import { isRefused } from './sign-in-failure.ts';

const isFull = (error: unknown) => error instanceof AuthError && error.kind === 'storage-full';

/** True where the text of the failure says more than that access could not be checked. */
export const isExplained = (error: unknown): boolean => isRefused(error) || isFull(error);

/** Minutes by which this computer's clock differs from the console's server; 0 within the 5 that sign-in allows, or if unknown. */
export async function clockMinutesOff(): Promise<number> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  const minutes = Math.round(Math.abs(Date.now() - Date.parse(answer?.headers.get('date') ?? '')) / 60_000);
  return minutes >= 5 ? minutes : 0;
}

/** Text of why signing in or out failed, with a next step. The error itself is in the log. */
export function signInErrorText(error: unknown): string {
  return say(error instanceof AuthError ? `shell.login.problem.${error.kind}` : 'shell.login.unknown');
}
