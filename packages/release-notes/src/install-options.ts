/** What a host tells the popup (specification, section 2). */
export interface ReleaseNotesOptions {
  /** Identity provider that publishes releases and theme: `{authProviderEndpoint}/releases/published`. */
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
  /** Default "What's included in the latest release(s)", translated when there is a translation function. */
  readonly title?: string;
  /** Translates a text of the popup; gets its key, the English text with {placeholders}, and their values. */
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
  readonly onClose?: (how: CloseReason) => void;
}

/** Why the popup went away. */
export type CloseReason = 'read' | 'dismissed' | 'removed';

/** How an opening ended. */
export type OpenOutcome = 'shown' | 'nothing-to-render' | 'dismissed-before' | 'removed';

/** The installed popup. Installing twice on a page gives the same handle, with the newer options. */
export interface ReleaseNotesHandle {
  /** The opening that `install` began; rejects with 'Changelog initialization error…' or 'Error in rendering inside the app context…'. */
  readonly ready: Promise<OpenOutcome>;
  /** Opens it again, read or not (`{authProviderEndpoint}/releases/published?all=true`); at once the popup that is open, if one is. */
  open(): Promise<OpenOutcome>;
  /** Takes new options: token, dark, locale, dir, translate. */
  update(options: Partial<ReleaseNotesOptions>): void;
  /** Closes it and leaves nothing behind. */
  remove(): void;
}
