import type { ReleaseNotesOptions } from './install-options.ts';
import { fetchReleases, postVisit, type Session, tokenOf } from './provider-client.ts';
import { UNSENT } from './release-memory.ts';

// In the panel's file: a visit follows a popup, and a script without one stays small.

/**
 * Posts the visit of the person who was shown these releases. Without the option `person`, one that fails is kept for
 * its token.
 * @throws Error when it did not arrive
 */
export async function postVisitOf(
  options: ReleaseNotesOptions,
  session: Session,
  ids: readonly string[],
): Promise<void> {
  let { token } = session;
  const isKept = options.person === undefined;
  try {
    token = await tokenOfReader(options, session);
    await postVisit(options, token);
    if (isKept && (await unsentOf(token)).length > 0) localStorage.removeItem(UNSENT);
  } catch (cause) {
    if (isKept) await keep(token, ids).catch(() => null);
    throw cause;
  }
}

/** The releases of a kept visit that this token did not deliver. */
export async function unsentOf(token: string): Promise<readonly string[]> {
  const [hash, ...ids] = JSON.parse(localStorage.getItem(UNSENT) ?? '[]') as string[];
  return hash === (await hashOf(token)) ? ids : [];
}

/** The current token if it is of the person who was shown the releases; else the token that fetched them. */
async function tokenOfReader(options: ReleaseNotesOptions, { token, reader }: Session): Promise<string> {
  const now = await tokenOf(options);
  if (now === token) return token;
  // No one names the reader: only the host may say that it is still the same person.
  if (reader === null) return options.person === undefined ? token : now;
  const { session } = await fetchReleases(options, false, null);
  return session.reader === reader ? session.token : token;
}

async function keep(token: string, ids: readonly string[]): Promise<void> {
  localStorage.setItem(UNSENT, JSON.stringify([await hashOf(token), ...ids]));
}

async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
