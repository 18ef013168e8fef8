import { failureText } from '../db/failure-text.ts';

/** Runs a command. Its failure is printed and ends the process with 1. */
export async function asCommand(run: () => Promise<void>, textOf = failureText): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(textOf(error));
    process.exitCode = 1;
  }
}
