import type { ReleaseNotesOptions } from './install-options.ts';

/** Writes a line of the popup (specification, section 8), unless the host has turned them off. */
export function log(
  { suppressLogs }: Pick<ReleaseNotesOptions, 'suppressLogs'>,
  message: string,
  level: 'error' | 'info' = 'info',
): void {
  if (!suppressLogs) console[level](`changelog-plugin: ${message}`);
}

/** What begins the error of a popup that can't be drawn (specification, section 8). */
export const RENDERING_FAILED = 'Error in rendering inside the app context';

/** An error with a message of the specification, followed by its cause. */
export const failure = (message: string, cause: unknown): Error => new Error(`${message}: ${textOf(cause)}`, { cause });

/** The message of an error, or whatever was thrown instead of one. */
export const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
