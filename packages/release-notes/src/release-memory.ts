import type { ReleaseNotesOptions } from './install-options.ts';
import { log, textOf } from './popup-log.ts';

const PREFIX = 'release-notes:';

/** What a person did with a release in this browser. */
export type Seen = 'read' | 'dismissed';
type Reader = Pick<ReleaseNotesOptions, 'person' | 'suppressLogs'>;

const keyOf = ({ person = '' }: Reader, id: string) => `${PREFIX}${person}:${id}`;

/** Remembers for all tabs what the person did with these releases. Where storage is refused, they may open again. */
export function remember(reader: Reader, ids: readonly string[], seen: Seen): void {
  try {
    // A release that was read stays read, also when it is dismissed later.
    for (const id of ids) if (seenAs(reader, id) !== 'read') localStorage.setItem(keyOf(reader, id), seen);
  } catch (cause) {
    log(reader, `Not remembered as ${seen}: ${textOf(cause)}`);
  }
}

/** What the person did with a release, in any tab. */
export function seenAs(reader: Reader, id: string): Seen | null {
  try {
    return localStorage.getItem(keyOf(reader, id)) as Seen | null;
  } catch {
    return null;
  }
}

/** What the person did with all of these: null when one of them is new. */
export function allSeenAs(reader: Reader, ids: readonly string[]): Seen | null {
  const seen = ids.map((id) => seenAs(reader, id));
  if (seen.includes(null)) return null;
  return seen.includes('dismissed') ? 'dismissed' : 'read';
}

/** Runs after another tab has remembered something. */
export function onRemembered(run: () => void, signal: AbortSignal): void {
  const listener = ({ key }: StorageEvent) => {
    if (key?.startsWith(PREFIX)) run();
  };
  window.addEventListener('storage', listener, { signal });
}
