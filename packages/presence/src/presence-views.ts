import { PictureMemory } from './picture-memory.ts';
import type { OnlineEntry, Presence, PresenceLink, Unsubscribe } from './presence.port.ts';
import { SharedValues } from './shared-values.ts';

/** Values are kept while a session is renewed; without a sign-in within this time, they are cleared. */
const RENEWAL_GRACE_MS = 10_000;
const ALL = '';
/** The link before there is a backend. */
export const IDLE_LINK: PresenceLink = { state: 'idle', since: 0 };

/** Values for components, over one `Presence`: shared between components, and cleared when another user signs in. */
export class PresenceViews {
  readonly stores: SharedValues<number>;
  readonly entries: SharedValues<OnlineEntry | null>;
  readonly pictures: PictureMemory;
  readonly #counts: SharedValues<number>;
  readonly #links: SharedValues<PresenceLink>;
  readonly #presence: Presence;

  constructor(presence: Presence) {
    this.#presence = presence;
    this.#counts = new SharedValues((_key, listener) => presence.onlineCount(listener));
    this.stores = new SharedValues((sid, listener) =>
      presence.onlineByStore([sid], (counts) => {
        const count = counts.get(sid);
        if (count !== undefined) listener(count);
      }),
    );
    this.entries = new SharedValues((firebaseId, listener) => presence.onlineEntry(firebaseId, listener));
    this.#links = new SharedValues((_key, listener) => presence.onLink(listener));
    this.pictures = new PictureMemory(presence);
  }

  /** Watches the signed-in user while the views are mounted. */
  start(): Unsubscribe {
    let shownFor: string | null = null;
    let forgetting: ReturnType<typeof setTimeout> | undefined;
    const forget = () => {
      shownFor = null;
      this.#counts.forget();
      this.stores.forget();
      this.entries.forget();
      this.pictures.forget();
    };
    const end = this.#presence.onAuth((user) => {
      clearTimeout(forgetting);
      this.pictures.setOpen(user !== null);
      if (user === null) {
        if (shownFor !== null) forgetting = setTimeout(forget, RENEWAL_GRACE_MS);
        return;
      }
      if (shownFor !== null && shownFor !== user.uid) forget();
      shownFor = user.uid;
    });
    return () => {
      clearTimeout(forgetting);
      end();
    };
  }

  /** Calls the listener when the total count changes. */
  subscribeCount(listener: () => void): Unsubscribe {
    return this.#counts.subscribe(ALL, listener);
  }

  /** Accounts online; null while unknown. */
  count(): number | null {
    return this.#counts.get(ALL) ?? null;
  }

  /** Counts of the stores whose count is known. */
  storeCounts(storeSids: readonly string[]): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const sid of storeSids) {
      const count = this.stores.get(sid);
      if (count !== undefined) counts.set(sid, count);
    }
    return counts;
  }

  /** Calls the listener when the link changes. */
  subscribeLink(listener: () => void): Unsubscribe {
    return this.#links.subscribe(ALL, listener);
  }

  /** The current link. */
  link(): PresenceLink {
    return this.#links.get(ALL) ?? IDLE_LINK;
  }
}
