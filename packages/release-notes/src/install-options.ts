/** What a host tells the popup (specification, section 2). */
export interface ReleaseNotesOptions {
  /** Identity provider that publishes releases and theme: `{authProviderEndpoint}/releases/published`. Absolute, or relative to the page. */
  readonly authProviderEndpoint: string;
  /** Bearer token of the signed-in person, or how to get one; asked again before each call. */
  readonly token: string | (() => string | null | Promise<string | null>);
  /** With `authClientId`, where 'View More' leads: `{adminEndpoint}/changelog/{authClientId}`. Without both the link is not there. */
  readonly adminEndpoint?: string;
  readonly authClientId?: string;
  /** Silences every line of the log. */
  readonly suppressLogs?: boolean;
  /** Dark variant; default follows the person's system. */
  readonly dark?: boolean;
  /** Mobile variant; default follows the width of the window. */
  readonly isMobile?: boolean;
  /** Default "What's included in the latest release(s)"; either is translated when there is a translation function. */
  readonly title?: string;
  /**
   * Translates a text of the popup; gets its key, the English text with {placeholders}, and their values. A title given as an option is
   * its own key. A function that throws or answers no string leaves the English text.
   */
  readonly translate?: (key: string, english: string, values?: Readonly<Record<string, string | number>>) => string;
  /** BCP 47 tag for dates; default the document's. */
  readonly locale?: string;
  readonly dir?: 'ltr' | 'rtl';
  /** Nonce of the host's content security policy, for what cannot be an adopted style sheet. */
  readonly nonce?: string;
  /**
   * Default true. False: fetch nothing until `open()`. A function is asked once there is something new to show, and may take its time.
   */
  readonly autoOpen?: boolean | (() => boolean | Promise<boolean>);
  /** Where the element is put; default the body. */
  readonly container?: HTMLElement;
  /** Selector of host elements that stay usable above the popup, such as its toasts. */
  readonly keepUsable?: string;
  /** Whose read and dismissed releases this browser remembers, such as the subject. Default: the same for everyone. */
  readonly person?: string;
  /** Gets the number of unread releases once it is known, and after every change in any tab; for a mark on the button that opens them. */
  readonly onUnread?: (count: number) => void;
  readonly onClose?: (how: CloseReason) => void;
}

/** Why the popup went away. */
export type CloseReason = 'read' | 'dismissed' | 'removed';

/** How an opening ended. 'declined': `autoOpen` said no. 'failed': it could not be drawn. */
export type OpenOutcome = 'shown' | 'nothing-to-render' | 'dismissed-before' | 'declined' | 'failed' | 'removed';

/** The installed popup. Installing twice on a page gives the same handle, with the newer options. */
export interface ReleaseNotesHandle {
  /**
   * The opening that `install` began ('nothing-to-render' with `autoOpen: false`); rejects with 'Changelog initialization error…', whose
   * `cause` is the reason. 'Error in rendering inside the app context…' goes to `reportError`, as the host can't do anything about it.
   */
  readonly ready: Promise<OpenOutcome>;
  /** Opens it again, read or not (`{authProviderEndpoint}/releases/published?all=true`); at once the popup that is open, if one is. Rejects as `ready` does. */
  open(): Promise<OpenOutcome>;
  /** Takes new options: token, dark, locale, dir, translate. */
  update(options: Partial<ReleaseNotesOptions>): void;
  /** Closes it and leaves nothing behind. */
  remove(): void;
}

/** Events on the element `backcounter-release-notes`; they bubble and leave shadow trees. */
export interface ReleaseNotesEventMap {
  /** It is visible. */
  'release-notes-open': CustomEvent<{ readonly releases: readonly string[] }>;
  /** It is about to leave the page. */
  'release-notes-close': CustomEvent<{ readonly reason: CloseReason }>;
  /** The person chose 'Mark as Read'; the visit is on its way. */
  'release-notes-read': CustomEvent<{ readonly releases: readonly string[] }>;
  /** It could not open. */
  'release-notes-error': CustomEvent<{ readonly error: Error }>;
}

/** What the script `release-notes.js` puts on the window as `BackcounterReleaseNotes`. */
export interface ReleaseNotesGlobal {
  readonly install: (options: ReleaseNotesOptions) => ReleaseNotesHandle;
}
