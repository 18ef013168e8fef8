import type { ReleaseNotesOptions } from './install-options.ts';
import { log, textOf } from './popup-log.ts';
import { fetchReleases, postVisit } from './provider-client.ts';
import type { PublishedReleases } from './release.ts';
import { remember, seenAs } from './release-memory.ts';

/** The releases that the person has not read, according to the provider and this browser. */
export class UnreadReleases {
  readonly #options: () => ReleaseNotesOptions;
  readonly #signal: AbortSignal;
  #fetched: readonly string[] | null = null;

  /** After `signal` no visit is sent again. */
  constructor(options: () => ReleaseNotesOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /**
   * Fetches and counts the unread releases, and returns them. A release that is read here and unread at the provider
   * belongs to a visit that did not arrive: it is sent again, unless it would mark newer releases as read too.
   */
  async fetch(signal: AbortSignal): Promise<PublishedReleases> {
    const published = await fetchReleases(this.#options(), false, signal);
    const releases = published.releases.filter(({ id }) => !this.#isRead(id));
    this.#fetched = releases.map(({ id }) => id);
    this.count();
    if (releases.length === 0 && published.releases.length > 0) void this.#visit();
    return { ...published, releases };
  }

  /** Marks releases as read: here immediately, at the provider by the visit, which it awaits. */
  async read(ids: readonly string[]): Promise<void> {
    remember(this.#options(), ids, 'read');
    this.count();
    await this.#visit();
  }

  /** Passes the number of unread releases to the host, once it is known. */
  count(): void {
    if (this.#fetched) this.#options().onUnread?.(this.#fetched.filter((id) => !this.#isRead(id)).length);
  }

  #isRead(id: string): boolean {
    return seenAs(this.#options(), id) === 'read';
  }

  #visit(): Promise<void> {
    return postVisit(this.#options()).catch((cause: unknown) => this.#visitLater(cause));
  }

  /** The next start sends it again as well. */
  #visitLater(cause: unknown): void {
    log(this.#options(), `Visit not posted: ${textOf(cause)}`);
    const again = () => this.fetch(this.#signal).catch((reason: unknown) => this.#visitLater(reason));
    window.addEventListener('online', again, { once: true, signal: this.#signal });
  }
}
