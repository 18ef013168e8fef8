import type { CloseReason, OpenOutcome, ReleaseNotesEventMap, ReleaseNotesOptions } from './install-options.ts';
import { CLOSE_DELAY_MS, type LoadPanel, type Panel, type PanelModel } from './panel-contract.ts';
import { createPopupElement } from './popup-element.ts';
import { failure, log, RENDERING_FAILED, textOf } from './popup-log.ts';
import { fetchTheme } from './provider-client.ts';
import { idOf, type Published, type PublishedReleases } from './release.ts';
import type { Theme } from './theme.ts';
import type { UnreadReleases } from './unread-releases.ts';

/** How long 'Mark as Read' waits for its visit; a slow provider does not keep the popup open. */
const VISIT_PATIENCE_MS = 1000;
const MODAL_LOOK_MS = 250;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One appearance of the popup: from the first fetch until its container is removed. */
export class Opening {
  /** Result of the opening; rejects with 'Changelog initialization error' and its cause (specification, section 8). */
  readonly outcome: Promise<OpenOutcome>;
  /** Settles when the container is removed from the page. */
  readonly gone: Promise<void>;
  readonly #options: () => ReleaseNotesOptions;
  readonly #loadPanel: LoadPanel;
  readonly #unread: UnreadReleases;
  readonly #isAskedFor: boolean;
  readonly #removed = new AbortController();
  readonly #element = createPopupElement();
  #panel: Panel | null = null;
  #listed: Published = [];
  #published: PublishedReleases = { releases: [], leftOut: 0 };
  #theme: Theme = {};
  #isShown = false;
  #isPosting = false;
  #closing: CloseReason | null = null;
  /** Stops waiting for a host that has not answered whether this may open. */
  giveWay = (): void => undefined;
  readonly #givenWay = new Promise<false>((resolve) => {
    this.giveWay = () => resolve(false);
  });

  /** `isAskedFor`: opened by a person, so read and dismissed releases are shown too. */
  constructor(options: () => ReleaseNotesOptions, loadPanel: LoadPanel, unread: UnreadReleases, isAskedFor: boolean) {
    this.#options = options;
    this.#loadPanel = loadPanel;
    this.#unread = unread;
    this.#isAskedFor = isAskedFor;
    this.gone = new Promise((resolve) => this.#removed.signal.addEventListener('abort', () => resolve()));
    this.#element.onGone = () => this.remove();
    this.outcome = this.#run();
  }

  get isClosing(): boolean {
    return this.#closing !== null || this.#isOver;
  }

  get #isOver(): boolean {
    return this.#removed.signal.aborted;
  }

  async #run(): Promise<OpenOutcome> {
    let isRendering = false;
    try {
      const nothing = await this.#prepare();
      if (this.#isOver) return 'removed';
      if (nothing) this.remove();
      if (nothing) return nothing;
      isRendering = true;
      const [{ mountPanel, readReleases }, theme] = await Promise.all([
        this.#loadPanel(),
        this.#fetchTheme(),
        this.#untilNoModal(),
      ]);
      if (this.#isOver) return 'removed';
      this.#theme = theme;
      isRendering = false;
      this.#published = readReleases(this.#listed);
      isRendering = true;
      const panel = await mountPanel(this.#element, this.#model, (cause) => this.#break(cause));
      if (this.#isOver) panel.unmount();
      if (this.#isOver) return 'removed';
      this.#panel = panel;
      this.#isShown = true;
      // The options may have changed during rendering.
      this.update();
    } catch (cause) {
      if (this.#isOver) return 'removed';
      if (!isRendering) throw this.#fail('Changelog initialization error', cause);
      this.#break(cause);
      return 'failed';
    }
    this.#log('Successfully rendered');
    this.#emit('release-notes-open', { releases: this.#ids });
    return 'shown';
  }

  /** Adds the container to the page and fetches the releases; returns the outcome when there is nothing to show. */
  async #prepare(): Promise<OpenOutcome | null> {
    const { signal } = this.#removed;
    (this.#options().container ?? (await bodyOfPage())).append(this.#element);
    this.#listed = await (this.#isAskedFor ? this.#unread.fetchAll(signal) : this.#unread.fetch(signal));
    if (this.#ids.length === 0) {
      this.#log('Nothing to render');
      return 'nothing-to-render';
    }
    if (this.#isAskedFor) return null;
    if (this.#unread.memory.allSeenAs(this.#ids)) return 'dismissed-before';
    return (await this.#mayOpen()) ? null : 'declined';
  }

  async #mayOpen(): Promise<boolean> {
    const { autoOpen = true } = this.#options();
    return typeof autoOpen === 'function' ? Promise.race([autoOpen(), this.#givenWay]) : autoOpen;
  }

  get #ids(): readonly string[] {
    return this.#listed.map(idOf);
  }

  get #model(): PanelModel {
    return {
      published: this.#published,
      theme: this.#theme,
      options: this.#options(),
      phase: this.#closing === null ? 'open' : 'closing',
      isPosting: this.#isPosting,
      onRead: () => this.#read(),
      onDismiss: () => this.#dismiss(),
    };
  }

  async #fetchTheme(): Promise<Theme> {
    try {
      return await fetchTheme(this.#options(), this.#removed.signal);
    } catch (cause) {
      this.#log(`No theme: ${textOf(cause)}`);
      return {};
    }
  }

  /**
   * Waits for a modal dialog of the host to close: it is in the top layer, above everything, and makes all else inert.
   */
  async #untilNoModal(): Promise<void> {
    while (!this.#isOver && document.querySelector('dialog:modal')) await pause(MODAL_LOOK_MS);
  }

  /** Renders again with the current options. */
  update(): void {
    this.#panel?.update(this.#model);
  }

  async #read(): Promise<void> {
    if (this.#isPosting || this.#closing !== null) return;
    this.#isPosting = true;
    this.update();
    this.#emit('release-notes-read', { releases: this.#ids });
    await Promise.race([this.#unread.read(this.#ids), pause(VISIT_PATIENCE_MS)]);
    this.#close('read');
  }

  #dismiss(): void {
    if (this.#isPosting) return;
    this.#unread.memory.remember(this.#ids, 'dismissed');
    this.#close('dismissed');
  }

  /** Closes when another tab has closed the same releases; one that a person opened remains. */
  follow(): void {
    const seen = this.#isAskedFor || this.#ids.length === 0 ? null : this.#unread.memory.allSeenAs(this.#ids);
    if (seen && this.#isShown) this.#close(seen);
    else if (seen) this.remove();
  }

  /**
   * Until the delay is over, the container keeps catching clicks, so that the second click of a double click hits
   * nothing below it.
   */
  #close(reason: CloseReason): void {
    if (this.#isOver || this.#closing !== null) return;
    this.#closing = reason;
    this.update();
    setTimeout(() => this.#leave(reason), CLOSE_DELAY_MS);
  }

  /** Removes it immediately, in any state. */
  remove(): void {
    this.#leave(this.#closing ?? 'removed');
  }

  #leave(reason: CloseReason): void {
    if (this.#isOver) return;
    this.#removed.abort();
    this.giveWay();
    if (this.#isShown) this.#emit('release-notes-close', { reason });
    this.#panel?.unmount();
    this.#element.remove();
    if (this.#isShown) this.#options().onClose?.(reason);
  }

  #fail(message: string, cause: unknown): Error {
    const error = failure(message, cause);
    log(this.#options(), error.message, 'error');
    this.#emit('release-notes-error', { error });
    this.remove();
    return error;
  }

  /**
   * Ends an opening that can't be rendered, now or later. The error is thrown outside the host's stack, since the host
   * did not cause it.
   */
  #break(cause: unknown): void {
    if (!this.#isOver) reportError(this.#fail(RENDERING_FAILED, cause));
  }

  #log(message: string): void {
    log(this.#options(), message);
  }

  #emit<Name extends keyof ReleaseNotesEventMap>(name: Name, detail: ReleaseNotesEventMap[Name]['detail']): void {
    // Events of a removed element would not reach the page.
    const target = this.#element.isConnected ? this.#element : document;
    target.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }
}

/** The body, even for a script that runs before it exists. */
async function bodyOfPage(): Promise<HTMLElement> {
  if (!document.body) await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  return document.body;
}
