import { isUnavailable } from '../db/database-error.ts';
import { errorCodeOf } from '../db/error-code.ts';
import { StartupError } from '../db/startup-error.ts';

/** Text about a failed command or start: a sentence if the operator can act on it, else the error with its stack. */
export function failureText(error: unknown): unknown {
  if (error instanceof StartupError) return error.message;
  const code = errorCodeOf(error);
  if (isUnavailable(error))
    return `The database stopped answering (${code ?? 'no address'}). Check that its server is running, then run this again.`;
  if (code === '42501' && error instanceof Error)
    return `The database refuses this to its role (${error.message}). Grant its rights again (docs/operations.md).`;
  return error;
}

/** Runs a command. Its failure is printed and ends the process with 1. */
export async function asCommand(run: () => Promise<void>, textOf = failureText): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(textOf(error));
    process.exitCode = 1;
  }
}
