import type { ReleaseNotesOptions } from './install-options.ts';
import { log, textOf } from './popup-log.ts';
import type { Session } from './provider-client.ts';

const PREFIX = 'release-notes:';
/** Key of a visit that did not arrive (visits.ts). */
export const UNSENT = `${PREFIX}unsent`;

/** How a person closed a release in this browser. */
export type Seen = 'read' | 'dismissed';

/**
 * How the person closed releases. Local storage keeps it for all tabs under the name that the host gave. Several people
 * may share a browser where it gave none: then only dismissals are kept, for the reader whom the provider or the token
 * names, since the provider knows what was read; and without such a name nothing is, beyond this page view.
 */
export class ReleaseMemory {
  session: Session = { token: '', reader: null };
  readonly #options: () => ReleaseNotesOptions;
  readonly #here = new Map<string, Seen>();

  constructor(options: () => ReleaseNotesOptions) {
    this.#options = options;
  }

  #keyOf(id: string): string {
    const { token, reader } = this.session;
    return `${PREFIX}${this.#options().person ?? reader ?? token}:${id}`;
  }

  /** Where storage is refused, they may open again. */
  remember(ids: readonly string[], seen: Seen): void {
    const { person } = this.#options();
    for (const id of ids) {
      const key = this.#keyOf(id);
      // A read release remains read, even if it is dismissed later.
      if (this.seenAs(id) === 'read') continue;
      this.#here.set(key, seen);
      try {
        if (person ?? this.session.reader) localStorage.setItem(key, seen);
        // The tabs that are open now have heard of it.
        if (person === undefined && seen === 'read') localStorage.removeItem(key);
      } catch (cause) {
        log(this.#options(), `Not remembered as ${seen}: ${textOf(cause)}`);
      }
    }
  }

  /** How the person closed a release, in any tab. */
  seenAs(id: string): Seen | null {
    const key = this.#keyOf(id);
    return this.#here.get(key) ?? (stored(key) as Seen | null);
  }

  /** How the person closed all of these; null when one of them is new. */
  allSeenAs(ids: readonly string[]): Seen | null {
    const seen = ids.map((id) => this.seenAs(id));
    if (seen.includes(null)) return null;
    return seen.includes('dismissed') ? 'dismissed' : 'read';
  }

  /** Calls `run` after another tab has stored something. */
  follow(run: () => void, signal: AbortSignal): void {
    const listener = ({ key, newValue }: StorageEvent) => {
      if (!key?.startsWith(PREFIX)) return;
      if (newValue) this.#here.set(key, newValue as Seen);
      run();
    };
    window.addEventListener('storage', listener, { signal });
  }
}

/** A value of local storage; null where it can't be read. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
