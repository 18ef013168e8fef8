import type { ReleaseNotesOptions } from './install-options.ts';
import { log, textOf } from './popup-log.ts';

const PREFIX = 'release-notes:';

/** How a person closed a release in this browser. */
export type Seen = 'read' | 'dismissed';
type Reader = Pick<ReleaseNotesOptions, 'person' | 'suppressLogs'>;

const keyOf = ({ person = '' }: Reader, id: string) => `${PREFIX}${person}:${id}`;

/** Remembers for all tabs how the person closed these releases. Where storage is refused, they may open again. */
export function remember(reader: Reader, ids: readonly string[], seen: Seen): void {
  try {
    // A read release remains read, even if it is dismissed later.
    for (const id of ids) if (seenAs(reader, id) !== 'read') localStorage.setItem(keyOf(reader, id), seen);
  } catch (cause) {
    log(reader, `Not remembered as ${seen}: ${textOf(cause)}`);
  }
}

/** How the person closed a release, in any tab. */
export function seenAs(reader: Reader, id: string): Seen | null {
  try {
    return localStorage.getItem(keyOf(reader, id)) as Seen | null;
  } catch {
    return null;
  }
}

/** How the person closed all of these; null when one of them is new. */
export function allSeenAs(reader: Reader, ids: readonly string[]): Seen | null {
  const seen = ids.map((id) => seenAs(reader, id));
  if (seen.includes(null)) return null;
  return seen.includes('dismissed') ? 'dismissed' : 'read';
}

/** Calls `run` after another tab has stored something. */
export function onRemembered(run: () => void, signal: AbortSignal): void {
  const listener = ({ key }: StorageEvent) => {
    if (key?.startsWith(PREFIX)) run();
  };
  window.addEventListener('storage', listener, { signal });
}
