import type { PresenceLink } from '../presence.port.ts';

/** Interval at which a visible tab sends its keys. */
const PING_MS = 5000;
/** A leader that has not answered for this long is frozen, and is replaced. */
const ANSWER_MS = 4000;
/** Keys of a tab that was silent for this long are dropped: it is hidden, or has crashed. */
const LEASE_MS = 30_000;

/** Messages between tabs. */
type Message =
  | { readonly is: 'ping'; readonly tab: string; readonly keys: readonly string[] }
  | { readonly is: 'link'; readonly leader: string; readonly link: PresenceLink }
  | { readonly is: 'value'; readonly key: string; readonly value: unknown }
  | { readonly is: 'sign-out' };

/** Callbacks of a stream with a server. */
export interface LinkListener {
  onValue(key: string, value: unknown): void;
  /** The server has received exactly these keys. */
  onKeysSent(keys: readonly string[]): void;
  onState(state: PresenceLink['state']): void;
  /** The session is no longer accepted; the link has closed itself. */
  onSessionEnded(): void;
}

/** A stream with a server that is reopened while there are keys. */
export interface TabLink {
  /** Sets the reported keys; without keys the link rests. */
  want(keys: readonly string[]): void;
  /** Reopens the stream immediately: the network has changed. */
  renew(): void;
  /** Ends the pause after a failure: a person is looking. */
  hurry(): void;
  /** Ends the stream; `want` opens it again. */
  close(): void;
}

/** Callbacks of a tab. */
export interface TabListener {
  onValue(key: string, value: unknown): void;
  onLink(link: PresenceLink): void;
  /** The session of this tab, the leader, is no longer accepted. */
  onSessionEnded(): void;
  /** The person signed out in another tab. */
  onSignedOut(): void;
}

/**
 * The tabs of one person in one browser. The tab that holds a lock keeps the only stream and forwards its values; when
 * it closes, the browser grants the lock to the next one. Without locks each tab keeps its own stream.
 */
export class TabGroup {
  readonly #name: string;
  readonly #listener: TabListener;
  readonly #link: TabLink;
  readonly #tab = String(Math.random());
  readonly #ending = new AbortController();
  #channel: BroadcastChannel | undefined;
  #keys: readonly string[] = [];
  #isLeader = false;
  /** Releases the lock. */
  #release: (() => void) | undefined;
  /** Cancels waiting for the lock. */
  #waiting = new AbortController();
  #leader: string | undefined;
  /** When the first ping without an answer was sent. */
  #askedAt: number | undefined;
  #lastLink: PresenceLink = { state: 'idle', since: Date.now() };
  /** As leader: the keys of each tab, and the last value of each key. */
  readonly #tabs = new Map<string, { readonly keys: ReadonlySet<string>; readonly seenAt: number }>();
  readonly #values = new Map<string, unknown>();

  /**
   * The name must be unique to the person, server and kind of stream. `open` creates this tab's link, which rests while
   * another tab leads.
   */
  constructor(name: string, open: (listener: LinkListener) => TabLink, listener: TabListener) {
    this.#name = name;
    this.#listener = listener;
    this.#link = open({
      onValue: (key, value) => {
        this.#values.set(key, value);
        this.#tellValue(key);
      },
      onKeysSent: (keys) => {
        for (const key of this.#values.keys()) if (!keys.includes(key)) this.#values.delete(key);
      },
      onState: (state) => {
        if (state === 'idle') this.#values.clear();
        if (!this.#isLeader) return;
        this.#lastLink = { state, since: Date.now() };
        this.#announce();
        listener.onLink(this.#lastLink);
      },
      onSessionEnded: () => listener.onSessionEnded(),
    });
    try {
      this.#channel = new BroadcastChannel(name);
      this.#channel.onmessage = ({ data }: { data: Message }) => this.#hear(data);
      this.#queue();
    } catch {
      this.#leadAlone();
    }
    const timer = setInterval(() => this.#ping(), PING_MS);
    const { signal } = this.#ending;
    signal.addEventListener('abort', () => clearInterval(timer));
    globalThis.addEventListener?.('online', () => this.#link.renew(), { signal });
    globalThis.addEventListener?.('offline', () => this.#link.renew(), { signal });
    globalThis.document?.addEventListener('visibilitychange', () => this.#ping(), { signal });
  }

  /** Sets the keys of this tab. */
  want(keys: readonly string[]): void {
    this.#keys = keys;
    this.#ping();
  }

  /** Signs the other tabs out. */
  signOutOthers(): void {
    this.#channel?.postMessage({ is: 'sign-out' } satisfies Message);
  }

  /** Leaves the group; another tab takes the lead if this one had it. No callback is called afterwards. */
  leave(): void {
    // Otherwise the leader would keep the keys for the lease.
    this.#channel?.postMessage({ is: 'ping', tab: this.#tab, keys: [] } satisfies Message);
    this.#isLeader = false;
    this.#ending.abort();
    this.#waiting.abort();
    this.#channel?.close();
    this.#channel = undefined;
    this.#link.close();
    this.#release?.();
  }

  #queue(steal = false): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    const lead = () =>
      new Promise<void>((release) => {
        if (signal.aborted) return release();
        this.#release = release;
        this.#lead();
      });
    navigator.locks.request(this.#name, steal ? { steal } : { signal }, lead).catch(() => {
      if (signal.aborted) return;
      if (!this.#isLeader) return this.#leadAlone();
      // Another tab has taken the lock, since this one did not answer.
      this.#isLeader = false;
      this.#link.close();
      this.#queue();
    });
  }

  /** Leads alone where locks or channels are unavailable. */
  #leadAlone(): void {
    this.#channel?.close();
    this.#channel = undefined;
    this.#lead();
  }

  #lead(): void {
    this.#isLeader = true;
    this.#tabs.clear();
    this.#announce();
    this.#note(this.#tab, this.#keys);
  }

  /** Sends the keys of this tab, unless it is hidden. */
  #ping(): void {
    const isVisible = globalThis.document?.visibilityState !== 'hidden';
    if (this.#isLeader) {
      if (!isVisible) {
        this.#ask();
        return;
      }
      this.#note(this.#tab, this.#keys);
      this.#link.hurry();
    } else if (isVisible) {
      this.#askedAt ??= Date.now();
      if (Date.now() - this.#askedAt > ANSWER_MS) {
        this.#askedAt = undefined;
        this.#queue(true);
      }
      this.#channel?.postMessage({ is: 'ping', tab: this.#tab, keys: this.#keys } satisfies Message);
    }
  }

  #hear(message: Message): void {
    if (message.is === 'sign-out') this.#listener.onSignedOut();
    else if (message.is === 'ping') {
      if (!this.#isLeader) return;
      this.#note(message.tab, message.keys);
      this.#announce();
      // Timers of a hidden page are throttled; a visible one is waiting.
      if (globalThis.document?.visibilityState === 'hidden') this.#link.hurry();
    } else if (!this.#isLeader) {
      this.#askedAt = undefined;
      if (message.is === 'value') {
        this.#listener.onValue(message.key, message.value);
        return;
      }
      this.#listener.onLink(message.link);
      if (message.leader === this.#leader) return;
      this.#leader = message.leader;
      this.#ping();
    }
  }

  /** As leader: records the keys of a tab, and sends it the known values. */
  #note(tab: string, keys: readonly string[]): void {
    const before = this.#tabs.get(tab)?.keys;
    this.#tabs.set(tab, { keys: new Set(keys), seenAt: Date.now() });
    for (const key of keys) if (!before?.has(key) && this.#values.has(key)) this.#tellValue(key);
    this.#ask();
  }

  /** As leader: requests the keys of all tabs from the server. */
  #ask(): void {
    for (const [tab, { seenAt }] of this.#tabs) if (Date.now() - seenAt > LEASE_MS) this.#tabs.delete(tab);
    this.#link.want([...new Set([...this.#tabs.values()].flatMap(({ keys }) => [...keys]))].sort());
  }

  #tellValue(key: string): void {
    const value = this.#values.get(key);
    this.#channel?.postMessage({ is: 'value', key, value } satisfies Message);
    this.#listener.onValue(key, value);
  }

  #announce(): void {
    this.#channel?.postMessage({ is: 'link', leader: this.#tab, link: this.#lastLink } satisfies Message);
  }
}
