import { isUnavailable } from './database-error.ts';
import { errorCodeOf } from './error-code.ts';
import { StartupError } from './startup-error.ts';

/** What a command or a start prints about its failure: a sentence if the operator can act on it, else the error with its stack. */
export function failureText(error: unknown): unknown {
  if (error instanceof StartupError) return error.message;
  const code = errorCodeOf(error);
  if (isUnavailable(error))
    return `The database stopped answering (${code ?? 'no address'}). Check that its server is running, then run this again.`;
  if (code === '42501' && error instanceof Error)
    return `The database refuses this to its role (${error.message}). Grant its rights again (docs/operations.md).`;
  return error;
}
