import type { AuthSDK } from '@backcounter/auth';
import {
  type CloseReason,
  countUnread,
  install,
  type OpenOutcome,
  type ReleaseNotesHandle,
  type ReleaseNotesOptions,
} from '@backcounter/release-notes';
import type { QueryClient } from '@tanstack/react-query';
import { getNonce } from 'get-nonce';
import type { ConsoleConfig } from '../lib/config.ts';
import { localStore } from '../lib/local-store.ts';
import { unsaved } from '../lib/unsaved.ts';
import { autoOpenQuery } from './release-notes-preference.ts';
import { releaseNotesState } from './release-notes-state.ts';
import { signInMark } from './sign-in-mark.ts';

const DISMISSED_KEY = 'release-notes.dismissed';
const TOAST_REGION = '[data-toast-region]';

/** How the popup looks and speaks at the moment. */
export type PopupLook = Required<Pick<ReleaseNotesOptions, 'dark' | 'locale' | 'dir' | 'translate'>>;

/** What the popup needs of the console around it. */
export interface PopupHost {
  readonly config: ConsoleConfig;
  readonly auth: Pick<AuthSDK, 'getAccessToken'>;
  /** Who is signed in. */
  readonly sub: string;
  readonly queryClient: QueryClient;
}

/** The console as a host of the popup (specification, sections 2 and 4). */
export class ReleaseNotesPopup {
  readonly #host: PopupHost;
  readonly #gone = new AbortController();
  #look: PopupLook;
  #handle: ReleaseNotesHandle | null = null;

  constructor(host: PopupHost, look: PopupLook) {
    this.#host = host;
    this.#look = look;
  }

  /**
   * Counts what is unread and opens by itself, unless the person does not want that, has dismissed it since they signed in, or has
   * changes that are not saved; then it waits until they are.
   */
  async start(): Promise<void> {
    const unread = await countUnread(this.#options, this.#gone.signal).catch((cause: unknown) => {
      if (this.#isGone) return 0;
      throw cause;
    });
    if (this.#isGone) return;
    releaseNotesState.set(unread);
    if (unread === 0 || localStore.getItem(DISMISSED_KEY) === this.#sessionKey) return;
    if (!(await this.#host.queryClient.fetchQuery(autoOpenQuery))) return;
    await untilSaved(this.#gone.signal);
    if (this.#isGone || this.#handle !== null) return;
    this.#handle = install(this.#options);
    await this.#handle.ready;
  }

  /** Opens it, read or not. */
  open(): Promise<OpenOutcome> {
    this.#handle ??= install({ ...this.#options, autoOpen: false });
    return this.#handle.open();
  }

  /** Follows colour mode and language. */
  restyle(look: PopupLook): void {
    this.#look = look;
    this.#handle?.update(look);
  }

  /** Takes it away, whatever it is doing. */
  remove(): void {
    this.#gone.abort();
    this.#handle?.remove();
    this.#handle = null;
    releaseNotesState.set(0);
  }

  get #isGone(): boolean {
    return this.#gone.signal.aborted;
  }

  get #sessionKey(): string {
    return `${this.#host.sub} ${signInMark.current()}`;
  }

  get #options(): ReleaseNotesOptions {
    const { config, auth } = this.#host;
    return {
      ...this.#look,
      authProviderEndpoint: config.issuer,
      token: () => auth.getAccessToken(),
      adminEndpoint: config.publicUrl,
      authClientId: config.clientId,
      suppressLogs: config.suppressLogs,
      nonce: getNonce() ?? '',
      keepUsable: TOAST_REGION,
      sessionKey: this.#sessionKey,
      onClose: (how) => this.#closed(how),
    };
  }

  #closed(how: CloseReason): void {
    if (how === 'read') releaseNotesState.set(0);
    // The browser's session storage is a tab's own; a dismissal holds for all tabs of the sign-in.
    if (how === 'dismissed') localStore.setItem(DISMISSED_KEY, this.#sessionKey);
  }
}

function untilSaved(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (unsaved.hasChanges() && !signal.aborted) return;
      stop();
      resolve();
    };
    const stop = unsaved.subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}
