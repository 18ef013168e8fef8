import type { OpenOutcome, ReleaseNotesHandle, ReleaseNotesOptions } from './install-options.ts';
import { Opening } from './opening.ts';
import type { LoadPanel } from './panel-contract.ts';
import { UnreadReleases } from './unread-releases.ts';

/** Key of the page's only installation, shared by the module and the script. */
const PLACE = Symbol.for('backcounter.release-notes');

class Installation implements ReleaseNotesHandle {
  ready: Promise<OpenOutcome> = Promise.resolve('nothing-to-render');
  readonly #loadPanel: LoadPanel;
  readonly #removed = new AbortController();
  readonly #unread: UnreadReleases;
  #options: ReleaseNotesOptions;
  #opening: Opening | null = null;
  #isSettled = false;

  constructor(options: ReleaseNotesOptions, loadPanel: LoadPanel) {
    this.#options = options;
    this.#loadPanel = loadPanel;
    this.#unread = new UnreadReleases(() => this.#options, loadPanel, this.#removed.signal);
    const follow = () => {
      this.#unread.count();
      this.#opening?.follow();
    };
    this.#unread.memory.follow(follow, this.#removed.signal);
  }

  /** Updates the options on a repeated `install`; opens automatically unless that was done before and did not fail. */
  begin(options: ReleaseNotesOptions): void {
    this.#options = options;
    this.#opening?.update();
    if (options.autoOpen === false || this.#isSettled || this.#opening) return;
    this.#isSettled = true;
    this.ready = this.#beginOnce();
  }

  async #beginOnce(): Promise<OpenOutcome> {
    let outcome: OpenOutcome = 'failed';
    try {
      outcome = await this.#begin(false);
      return outcome;
    } finally {
      this.#isSettled = outcome !== 'failed';
    }
  }

  async open(): Promise<OpenOutcome> {
    const before = this.#opening;
    if (before) {
      before.giveWay();
      // A pending opening may end without a popup, and a closing one is about to disappear.
      await before.outcome.catch(() => null);
      if (!before.isClosing) return 'shown';
      await before.gone;
    }
    if (this.#removed.signal.aborted) return 'removed';
    return this.#opening ? this.open() : this.#begin(true);
  }

  update(options: Partial<ReleaseNotesOptions>): void {
    this.#options = { ...this.#options, ...options };
    this.#opening?.update();
  }

  remove(): void {
    const page = globalThis as { [PLACE]?: Installation };
    if (page[PLACE] === this) delete page[PLACE];
    this.#removed.abort();
    this.#opening?.remove();
  }

  #begin(isAskedFor: boolean): Promise<OpenOutcome> {
    const opening = new Opening(() => this.#options, this.#loadPanel, this.#unread, isAskedFor);
    this.#opening = opening;
    opening.gone.then(() => {
      this.#opening = null;
    });
    return opening.outcome;
  }
}

/** Creates the `install` function of a package that loads its panel with `loadPanel`. */
export function createInstall(loadPanel: LoadPanel): (options: ReleaseNotesOptions) => ReleaseNotesHandle {
  return (options) => {
    const page = globalThis as { [PLACE]?: Installation };
    page[PLACE] ??= new Installation(options, loadPanel);
    page[PLACE].begin(options);
    return page[PLACE];
  };
}
