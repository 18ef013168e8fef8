import type { ReleaseNotesOptions } from './install-options.ts';

/** Writes a log line of the popup (specification, section 8), unless the host has turned them off. */
export function log(
  { suppressLogs }: Pick<ReleaseNotesOptions, 'suppressLogs'>,
  message: string,
  level: 'error' | 'info' = 'info',
): void {
  if (!suppressLogs) console[level](`changelog-plugin: ${message}`);
}

/** Prefix of the error of a popup that can't be rendered (specification, section 8). */
export const RENDERING_FAILED = 'Error in rendering inside the app context';

/** An error with a message of the specification and its cause. */
export const failure = (message: string, cause: unknown): Error => new Error(`${message}: ${textOf(cause)}`, { cause });

/** The message of an error, or any other thrown value as text. */
export const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
