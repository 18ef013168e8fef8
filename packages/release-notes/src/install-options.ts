/** What a host tells the popup (specification, section 2). */
export interface ReleaseNotesOptions {
  /** Identity provider that publishes releases and theme: `{authProviderEndpoint}/releases/published`. Absolute, or relative to the page. */
  readonly authProviderEndpoint: string;
  /** Bearer token of the signed-in person, or how to get one; asked again before each call. */
  readonly token: string | (() => string | null | Promise<string | null>);
  /** With `authClientId`, where 'View More' leads: `{adminEndpoint}/changelog/{authClientId}`. Without both the link is not there. */
  readonly adminEndpoint?: string;
  readonly authClientId?: string;
  /** Turns the logs off. */
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
  /** False: fetch nothing until `open()`. Default true. */
  readonly autoOpen?: boolean;
  /** Where the element is put; default the body. */
  readonly container?: HTMLElement;
  /** Selector of host elements that stay usable above the popup, such as its toasts. */
  readonly keepUsable?: string;
  /**
   * Which sign-in a dismissal belongs to, such as the subject with the time of the sign-in: after another one the popup opens by itself
   * again. Default: the browser session alone.
   */
  readonly sessionKey?: string;
  readonly onClose?: (how: CloseReason) => void;
}

/** Why the popup went away. */
export type CloseReason = 'read' | 'dismissed' | 'removed';

/** How an opening ended. */
export type OpenOutcome = 'shown' | 'nothing-to-render' | 'dismissed-before' | 'removed';

/** The installed popup. Installing twice on a page gives the same handle, with the newer options. */
export interface ReleaseNotesHandle {
  /**
   * The opening that `install` began ('nothing-to-render' with `autoOpen: false`); rejects with 'Changelog initialization error…' or
   * 'Error in rendering inside the app context…', whose `cause` is what went wrong.
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
