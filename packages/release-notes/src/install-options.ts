/** Options of the popup (specification, section 2). */
export interface ReleaseNotesOptions {
  /** Identity provider that publishes releases and theme: `{authProviderEndpoint}/releases/published`. Absolute, or relative to the page. */
  readonly authProviderEndpoint: string;
  /** Bearer token of the signed-in person, or a function that returns it, called before each request. */
  readonly token: string | (() => string | null | Promise<string | null>);
  /**
   * With `authClientId`, target of 'View More': `{adminEndpoint}/changelog/{authClientId}`. Without both there is no
   * link.
   */
  readonly adminEndpoint?: string;
  readonly authClientId?: string;
  /** Turns off all log lines. */
  readonly suppressLogs?: boolean;
  /** Dark variant; default follows the system. */
  readonly dark?: boolean;
  /** Mobile variant; default follows the width of the window. */
  readonly isMobile?: boolean;
  /** Default "What's included in the latest release(s)"; translated if there is a translation function. */
  readonly title?: string;
  /**
   * Translates a text of the popup; gets its key, the English text with {placeholders}, and their values. A title given
   * as an option is its own key. If it throws or returns no string, the English text is used.
   */
  readonly translate?: (key: string, english: string, values?: Readonly<Record<string, string | number>>) => string;
  /** BCP 47 tag for dates; default the document's. */
  readonly locale?: string;
  readonly dir?: 'ltr' | 'rtl';
  /** Nonce of the host's content security policy, for a fallback style element. */
  readonly nonce?: string;
  /**
   * Default true. False: fetch nothing until `open()`. A function is called once there is something new to show, and
   * may be asynchronous.
   */
  readonly autoOpen?: boolean | (() => boolean | Promise<boolean>);
  /** Parent of the element; default the body. */
  readonly container?: HTMLElement;
  /** Selector of host elements that remain usable above the popup, such as its toasts. */
  readonly keepUsable?: string;
  /**
   * Key of the read and dismissed releases in this browser, such as the subject. Default: as people may share it, only
   * dismissals are kept, for the reader whom the provider names in `x-release-reader` or a JWT in `sub`, else for none.
   */
  readonly person?: string;
  /**
   * Called with the number of unread releases once it is known, and after every change in any tab; for a badge on the
   * button that opens them.
   */
  readonly onUnread?: (count: number) => void;
  readonly onClose?: (how: CloseReason) => void;
}

/** Why the popup closed. */
export type CloseReason = 'read' | 'dismissed' | 'removed';

/** How an opening ended. 'declined': `autoOpen` returned false. 'failed': it could not be rendered. */
export type OpenOutcome = 'shown' | 'nothing-to-render' | 'dismissed-before' | 'declined' | 'failed' | 'removed';

/** The installed popup. A second installation on a page updates the options and returns the same handle. */
export interface ReleaseNotesHandle {
  /**
   * The opening that `install` started ('nothing-to-render' with `autoOpen: false`); rejects with 'Changelog
   * initialization error…' and its `cause`. 'Error in rendering inside the app context…' is passed to `reportError`, as
   * the host can't handle it.
   */
  readonly ready: Promise<OpenOutcome>;
  /**
   * Opens the popup again, with read releases too (`{authProviderEndpoint}/releases/published?all=true`); returns an
   * open popup if there is one. Rejects like `ready`.
   */
  open(): Promise<OpenOutcome>;
  /** Updates the options token, dark, locale, dir, translate. */
  update(options: Partial<ReleaseNotesOptions>): void;
  /** Closes and uninstalls the popup. */
  remove(): void;
}

/** Events on the element `backcounter-release-notes`; they bubble and cross shadow trees. */
export interface ReleaseNotesEventMap {
  /** The popup is visible. */
  'release-notes-open': CustomEvent<{ readonly releases: readonly string[] }>;
  /** The popup is about to be removed. */
  'release-notes-close': CustomEvent<{ readonly reason: CloseReason }>;
  /** The person chose 'Mark as Read'; the visit is being posted. */
  'release-notes-read': CustomEvent<{ readonly releases: readonly string[] }>;
  /** The popup could not open. */
  'release-notes-error': CustomEvent<{ readonly error: Error }>;
}

/** `window.BackcounterReleaseNotes` as set by the script `release-notes.js`. */
export interface ReleaseNotesGlobal {
  readonly install: (options: ReleaseNotesOptions) => ReleaseNotesHandle;
}
