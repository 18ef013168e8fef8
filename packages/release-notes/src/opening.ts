import { rememberDismissed, wereDismissed } from './dismissals.ts';
import type { CloseReason, OpenOutcome, ReleaseNotesEventMap, ReleaseNotesOptions } from './install-options.ts';
import type { LoadPanel, Panel, PanelModel } from './panel-contract.ts';
import { createPopupElement } from './popup-element.ts';
import { fetchReleases, fetchTheme, postVisit } from './provider-client.ts';
import type { PublishedReleases } from './release.ts';
import type { Theme } from './theme.ts';

/** From choosing to close until the container is gone (specification, section 9). */
const CLOSE_DELAY_MS = 500;
/** How long 'Mark as Read' waits for its visit; a slow provider does not keep the popup open. */
const VISIT_PATIENCE_MS = 1000;
const VISIT_RETRY_MS = 1000;
const MODAL_LOOK_MS = 250;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One appearance of the popup: from the first fetch until its container is gone. */
export class Opening {
  /** How it began; rejects with one of the two messages of the specification, section 8. */
  readonly outcome: Promise<OpenOutcome>;
  /** Settles when the container has left the page. */
  readonly gone: Promise<void>;
  readonly #options: () => ReleaseNotesOptions;
  readonly #loadPanel: LoadPanel;
  readonly #isAskedFor: boolean;
  readonly #removed = new AbortController();
  readonly #element = createPopupElement();
  #panel: Panel | null = null;
  #published: PublishedReleases = { releases: [], leftOut: 0 };
  #theme: Theme = {};
  #isShown = false;
  #isPosting = false;
  #closing: CloseReason | null = null;

  /** `isAskedFor`: a person asked, so read and dismissed releases are shown too. */
  constructor(options: () => ReleaseNotesOptions, loadPanel: LoadPanel, isAskedFor: boolean) {
    this.#options = options;
    this.#loadPanel = loadPanel;
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
    let message = 'Changelog initialization error';
    try {
      (this.#options().container ?? (await bodyOfPage())).append(this.#element);
      this.#published = await fetchReleases(this.#options(), this.#isAskedFor, this.#removed.signal);
      if (this.#ids.length === 0) {
        this.#log('Nothing to render');
        this.#leave('removed');
        return 'nothing-to-render';
      }
      if (!this.#isAskedFor && wereDismissed(this.#sessionKey, this.#ids)) {
        this.#leave('removed');
        return 'dismissed-before';
      }
      message = 'Error in rendering inside the app context';
      const [mountPanel, theme] = await Promise.all([this.#loadPanel(), this.#fetchTheme(), this.#untilNoModal()]);
      if (this.#isOver) return 'removed';
      this.#theme = theme;
      const panel = await mountPanel(this.#element, this.#model, (cause) => this.#fail(message, cause));
      if (this.#isOver) panel.unmount();
      if (this.#isOver) return 'removed';
      this.#panel = panel;
      this.#isShown = true;
      // The options may have changed while it was drawn.
      this.update();
    } catch (cause) {
      if (this.#isOver) return 'removed';
      throw this.#fail(message, cause);
    }
    this.#log('Successfully rendered');
    this.#emit('release-notes-open', { releases: this.#ids });
    return 'shown';
  }

  get #ids(): readonly string[] {
    return this.#published.releases.map(({ id }) => id);
  }

  get #sessionKey(): string {
    return this.#options().sessionKey ?? '';
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
      this.#log(`The theme could not be read, so the built-in colours are used: ${textOf(cause)}`);
      return {};
    }
  }

  /** A modal dialog of the host is in the top layer, above everything, and makes all else inert: the popup waits for its end. */
  async #untilNoModal(): Promise<void> {
    while (!this.#isOver && document.querySelector('dialog:modal')) await pause(MODAL_LOOK_MS);
  }

  /** Draws it anew with the options as they are now. */
  update(): void {
    this.#panel?.update(this.#model);
  }

  async #read(): Promise<void> {
    if (this.#isPosting || this.#closing !== null) return;
    this.#isPosting = true;
    this.update();
    rememberDismissed(this.#sessionKey, this.#ids);
    this.#emit('release-notes-read', { releases: this.#ids });
    await Promise.race([this.#postVisit(), pause(VISIT_PATIENCE_MS)]);
    this.#close('read');
  }

  /** Once more after a failure; then it stays unread at the provider, and only this session remembers. */
  async #postVisit(): Promise<void> {
    const options = this.#options();
    try {
      await postVisit(options).catch(async () => {
        await pause(VISIT_RETRY_MS);
        await postVisit(options);
      });
    } catch (cause) {
      this.#log(`The visit could not be posted: ${textOf(cause)}`);
    }
  }

  #dismiss(): void {
    if (this.#isPosting || this.#closing !== null) return;
    rememberDismissed(this.#sessionKey, this.#ids);
    this.#close('dismissed');
  }

  /** Until the delay is over the container keeps catching clicks, so the second one of a double click hits nothing below it. */
  #close(reason: CloseReason): void {
    if (this.#isOver || this.#closing !== null) return;
    this.#closing = reason;
    this.update();
    setTimeout(() => this.#leave(reason), CLOSE_DELAY_MS);
  }

  /** Takes it away at once, in whatever state it is. */
  remove(): void {
    this.#leave(this.#closing ?? 'removed');
  }

  #leave(reason: CloseReason): void {
    if (this.#isOver) return;
    this.#removed.abort();
    if (this.#isShown) this.#emit('release-notes-close', { reason });
    this.#panel?.unmount();
    this.#element.remove();
    if (this.#isShown) this.#options().onClose?.(reason);
  }

  #fail(message: string, cause: unknown): Error {
    const error = new Error(`${message}: ${textOf(cause)}`, { cause });
    if (!this.#isOver) {
      if (!this.#options().suppressLogs) console.error(`changelog-plugin: ${error.message}`);
      this.#emit('release-notes-error', { error });
      this.#leave('removed');
    }
    return error;
  }

  #log(message: string): void {
    if (!this.#options().suppressLogs) console.info(`changelog-plugin: ${message}`);
  }

  #emit<Name extends keyof ReleaseNotesEventMap>(name: Name, detail: ReleaseNotesEventMap[Name]['detail']): void {
    // From an element that the page took out, nothing would reach the page.
    const target = this.#element.isConnected ? this.#element : document;
    target.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }
}

const textOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

/** The body, also for a script that runs before there is one. */
async function bodyOfPage(): Promise<HTMLElement> {
  if (!document.body) await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  return document.body;
}
