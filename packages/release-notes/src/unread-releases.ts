import type { ReleaseNotesOptions } from './install-options.ts';
import type { LoadPanel } from './panel-contract.ts';
import { log, textOf } from './popup-log.ts';
import { fetchReleases } from './provider-client.ts';
import { idOf, type Published } from './release.ts';
import { ReleaseMemory, stored, UNSENT } from './release-memory.ts';

/** The releases that the person has not read, according to the provider and this browser. */
export class UnreadReleases {
  readonly memory: ReleaseMemory;
  readonly #options: () => ReleaseNotesOptions;
  readonly #loadPanel: LoadPanel;
  readonly #signal: AbortSignal;
  #fetched: readonly string[] | null = null;

  /** After `signal` no visit is sent again. */
  constructor(options: () => ReleaseNotesOptions, loadPanel: LoadPanel, signal: AbortSignal) {
    this.#options = options;
    this.#loadPanel = loadPanel;
    this.#signal = signal;
    this.memory = new ReleaseMemory(options);
  }

  /** Fetches the newest releases, read ones too. */
  async fetchAll(signal: AbortSignal, isAll = true): Promise<Published> {
    const { published, session } = await fetchReleases(this.#options(), isAll, signal);
    this.memory.session = session;
    return published;
  }

  /**
   * Fetches and counts the unread releases, and returns them. A release that is read here and unread at the provider
   * belongs to a visit that did not arrive: it is sent again, unless it would mark newer releases as read too.
   */
  async fetch(signal: AbortSignal): Promise<Published> {
    const published = await this.fetchAll(signal, false);
    if (this.#options().person === undefined && stored(UNSENT)) await this.#recall();
    const unread = published.filter((release) => !this.#isRead(idOf(release)));
    this.#fetched = unread.map(idOf);
    this.count();
    if (unread.length === 0 && published.length > 0) void this.#visit(published.map(idOf));
    return unread;
  }

  /** Marks releases as read: here immediately, at the provider by the visit, which it awaits. */
  async read(ids: readonly string[]): Promise<void> {
    this.memory.remember(ids, 'read');
    this.count();
    await this.#visit(ids);
  }

  /** Passes the number of unread releases to the host, once it is known. */
  count(): void {
    if (this.#fetched) this.#options().onUnread?.(this.#fetched.filter((id) => !this.#isRead(id)).length);
  }

  #isRead(id: string): boolean {
    return this.memory.seenAs(id) === 'read';
  }

  /** Counts the releases of a visit that this very token did not deliver as read. */
  async #recall(): Promise<void> {
    const ids = this.#loadPanel().then((panel) => panel.unsentOf(this.memory.session.token));
    this.memory.remember(await ids.catch(() => []), 'read');
  }

  async #visit(ids: readonly string[]): Promise<void> {
    try {
      await (await this.#loadPanel()).postVisitOf(this.#options(), this.memory.session, ids);
    } catch (cause) {
      this.#visitLater(cause);
    }
  }

  /** The next start sends it again as well. */
  #visitLater(cause: unknown): void {
    log(this.#options(), `Visit not posted: ${textOf(cause)}`);
    const again = () => this.fetch(this.#signal).catch((reason: unknown) => this.#visitLater(reason));
    window.addEventListener('online', again, { once: true, signal: this.#signal });
  }
}
