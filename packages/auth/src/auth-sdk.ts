import { ErrorResponse, type User } from 'oidc-client-ts';
import { Admission, type AuthSnapshot } from './admission.ts';
import type { AuthSettings } from './auth.settings.ts';
import { AutomaticSignIns } from './automatic-sign-ins.ts';
import { bearerFetch, inspectAnswer } from './bearer-fetch.ts';
import { toAuthError } from './error-translation.ts';
import type { IdTokenSync } from './id-token-sync.ts';
import { OidcUserManager } from './oidc-user-manager.ts';
import { isPassing } from './passing-error.ts';
import { watchProviderSession } from './session-watch.ts';
import { type SignInState, signInStateOf } from './sign-in-state.ts';
import { type SignedInUser, signedInUserOf, type UserProfile } from './signed-in-user.ts';
import { announceSignOut, claimTab, hearSignOut, watchStoredUser } from './tab-watch.ts';
import { isFresh, TokenRenewal } from './token-renewal.ts';
import type { UserState } from './user-state.ts';

const DEFAULT_ROLES_PATH = 'resource_access.global_roles';

/** Result of `handleLoginCallback`. */
export interface LoginOutcome extends SignInState {
  readonly user: SignedInUser;
}

/**
 * Signs a person in by OpenID Connect (authorization code with PKCE), keeps the session alive and adds it to calls. Framework-free: create one per
 * page, `await start()`, then ask. Specification, sections 4, 7 and 8; decisions 0005, 0030 and 0031.
 */
export class AuthSDK {
  /** The person logged in to the product, and the admin token of the realtime backend. */
  readonly userState: UserState;
  readonly #settings: AuthSettings;
  readonly #expiringListeners = new Set<() => void>();
  readonly #automatic = new AutomaticSignIns();
  readonly #admission: Admission;
  readonly #log: (message: string, cause?: unknown) => void;
  #manager: OidcUserManager | null = null;
  #renewal: TokenRenewal | null = null;
  #sync: IdTokenSync | null = null;
  #stopWatching: () => void = () => undefined;
  #stopMonitor: () => void = () => undefined;
  #leaving: Promise<void> | null = null;
  /** Return target of a sign-in whose person is still being admitted. */
  #returnTo: string | null = null;

  constructor(settings: AuthSettings) {
    this.#settings = settings;
    this.#log =
      settings.log ??
      ((message, cause) => (cause === undefined ? console.info(message) : console.warn(message, cause)));
    this.#admission = new Admission(settings.obtainAdminToken, this.#log);
    this.userState = this.#admission.userState;
    this.subscribe(() => void this.#sync?.follow(this.getSnapshot().user));
  }

  /**
   * Reads the stored user and starts keeping the session alive. Resolves to the user, null when signed out. Never
   * rejects because of the network, only with the error of `obtainAdminToken`.
   */
  async start(): Promise<SignedInUser | null> {
    const manager = new OidcUserManager(this.#settings);
    this.#manager = manager;
    if (this.#settings.storage === 'tab' && !(await claimTab())) await manager.removeUser();
    await manager.clearStaleState();
    manager.events.addUserLoaded((user) => {
      this.#returnTo = signInStateOf(user.state).returnTo;
      this.#show('signed-in', user);
    });
    manager.events.addUserSignedOut(() => void this.#signedOutAtProvider());
    manager.events.addAccessTokenExpiring(() => {
      for (const listener of this.#expiringListeners) listener();
    });
    this.#sync = await this.#createSync(manager);
    this.#stopWatching =
      this.#settings.storage === 'tab'
        ? hearSignOut(manager.storedUserKey, () => void this.#signedOutElsewhere())
        : watchStoredUser(manager.storedUserKey, () => void this.#readAgain());
    this.#renewal = new TokenRenewal(manager, {
      onFailed: (error) => void this.#renewalFailed(error),
      onDelayed: (error) => this.#log('The session could not be renewed yet', error),
    });
    this.#renewal.start();
    const user = await manager.getUser();
    if (!user) this.#show('signed-out', null);
    else if (user.expired && !user.refresh_token) await this.#forget();
    else this.#show('signed-in', user);
    await this.#admission.end();
    if (this.#settings.monitorSession) this.#stopMonitor = watchProviderSession(manager);
    return this.getSnapshot().user;
  }

  /** Stops timers and listeners; the stored user remains. */
  dispose(): void {
    this.#renewal?.stop();
    this.#stopWatching();
    this.#stopMonitor();
    void this.#manager?.events.unload();
    this.#admission.listeners.clear();
    this.#expiringListeners.clear();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#admission.listeners.add(listener);
    return () => this.#admission.listeners.delete(listener);
  };

  readonly getSnapshot = (): AuthSnapshot => this.#admission.snapshot;

  /** Subscribes to the warning 60 s before the access token expires, when renewal starts; returns the unsubscriber. Called immediately when less is left. */
  readonly onTokenExpiring = (listener: () => void): (() => void) => {
    this.#expiringListeners.add(listener);
    return () => this.#expiringListeners.delete(listener);
  };

  /** The signed-in user, null when signed out. Renews first when the token has less than 60 s left. */
  async getUser(): Promise<SignedInUser | null> {
    await this.getAccessToken();
    return this.getSnapshot().user;
  }

  /**
   * The access token for a call. Renews it when less than 60 s are left; while the provider can't be reached, the old
   * one is used until it expires. Null when no one is signed in; then, or when renewing is refused, the host should
   * call `signIn`.
   */
  async getAccessToken(): Promise<string | null> {
    const stored = await this.#ready().getStoredUser();
    if (!stored) return null;
    if (isFresh(stored)) return stored.access_token;
    try {
      return (await this.#renewal?.renew())?.access_token ?? null;
    } catch (error) {
      if (isPassing(error) && !stored.expired) return stored.access_token;
      if (isPassing(error)) throw toAuthError(error);
      await this.#renewalFailed(error);
      // Someone may have signed in since then, in another tab.
      return (await this.#ready().getStoredUser())?.access_token ?? null;
    }
  }

  /**
   * Sends the browser to the provider; the promise settles only if that fails. `returnTo` (path, query and hash) is
   * returned by `handleLoginCallback`; it travels in the sign-in state, so tabs don't overwrite each other's. Say so
   * when no person asked for it: `isAutomatic`.
   * @throws AuthError, `restarted-too-often` instead of a fourth automatic sign-in in a row
   */
  async signIn(
    options: { returnTo?: string | null; prompt?: 'login' | 'none'; isAutomatic?: boolean } = {},
  ): Promise<void> {
    if (options.isAutomatic) this.#automatic.begin(window.location.href.startsWith(this.#settings.redirectUri));
    await this.#sendToProvider({ returnTo: options.returnTo ?? null, isRestart: false }, options.prompt);
  }

  /**
   * The same in a popup window; resolves to the user. Rejects with 'Popup closed by user' when the person closes it.
   * With `again` it must be the same person (`prompt=login`, `max_age=0`); then a closed popup never settles.
   * @throws AuthError
   */
  async signInByPopup({ again }: { again?: { acrValues: string } } = {}): Promise<SignedInUser> {
    try {
      const user = await this.#ready().signinPopupAs(this.getSnapshot().user?.profile.sub, again?.acrValues);
      return this.#toSignedIn(user);
    } catch (error) {
      throw toAuthError(error);
    }
  }

  /**
   * Adopts a live session at the provider through the hidden frame, without showing anything. Null when the provider
   * requires interaction (the four anonymous-session codes): then call `signIn`.
   * @throws AuthError for all other failures, for instance 'IFrame timed out without a response' after 10 s
   */
  async signInSilently(): Promise<SignedInUser | null> {
    try {
      const user = await this.#ready().signinSilent({ forceIframeAuth: true });
      return user && this.#toSignedIn(user);
    } catch (error) {
      const failure = toAuthError(error);
      if (failure.kind === 'interaction-required') return null;
      throw failure;
    }
  }

  /**
   * Claims of the signed-in person from the provider's user-info endpoint; null when no one is signed in.
   * @throws AuthError
   */
  async getUserInfo(): Promise<UserProfile | null> {
    const manager = this.#ready();
    await this.getAccessToken();
    const user = await manager.getStoredUser();
    if (!user) return null;
    try {
      const { fetchUserInfo } = await import('./user-info.ts');
      return await fetchUserInfo(user, manager.metadataService);
    } catch (error) {
      throw toAuthError(error);
    }
  }

  /**
   * For the page at `redirectUri`. Access denied removes the user and restarts sign-in (then the promise doesn't
   * settle); again within a minute it is an error.
   * @throws AuthError, or the error of `obtainAdminToken`
   */
  async handleLoginCallback(url: string = window.location.href): Promise<LoginOutcome> {
    let user: User;
    try {
      user = await this.#ready().signinRedirectCallback(url);
    } catch (error) {
      const failure = toAuthError(error);
      if (failure.kind !== 'access-denied') throw failure;
      await this.#forget();
      if (!this.#automatic.mayRetryDenied()) throw failure;
      await this.signIn({ returnTo: signInStateOf(error instanceof ErrorResponse ? error.state : null).returnTo });
      throw failure;
    }
    this.#automatic.count();
    await this.#admission.end();
    this.#returnTo = null;
    return { user: this.#toSignedIn(user), ...signInStateOf(user.state) };
  }

  /**
   * For the page at `silentRedirectUri`, inside the hidden frame; without `start()`, which would renew there as well.
   * False when the page was opened directly and no window waits for the answer: redirect the person.
   */
  async handleSilentCallback(url: string = window.location.href): Promise<boolean> {
    if (window.parent === window) return false;
    await new OidcUserManager(this.#settings).signinSilentCallback(url);
    return true;
  }

  /** For the page at `popupRedirectUri`, without `start()`. Closes the window. False as above. */
  async handlePopupCallback(url: string = window.location.href): Promise<boolean> {
    // Where the provider severed the link to the opener, the state in the URL identifies it.
    if (!window.opener && !new URL(url).searchParams.has('state')) return false;
    await new OidcUserManager(this.#settings).signinPopupCallback(url);
    return true;
  }

  /** Removes the user in all tabs, then sends the browser to the provider's end-session page; settles only if that fails. */
  signOut(): Promise<void> {
    // Otherwise an unauthorized answer in between would send the browser to sign in instead.
    this.#leaving = this.#endSession();
    return this.#leaving;
  }

  async #endSession(): Promise<void> {
    try {
      const manager = this.#ready();
      const user = await manager.getStoredUser();
      // First, so that the other tabs don't wait for a slow provider.
      await this.#forget();
      if (this.#settings.storage === 'tab') announceSignOut(manager.storedUserKey);
      const unrevoked = (error: unknown) => this.#log('The refresh token was not revoked', error);
      await manager.revokeRefreshToken(user).catch(unrevoked);
      await this.#sync?.follow(null);
      await manager.signoutRedirect(user?.id_token === undefined ? {} : { id_token_hint: user.id_token });
    } catch (error) {
      this.#leaving = null;
      throw toAuthError(error);
    }
  }

  /** For the page at `postLogoutRedirectUri`, after sign-out. */
  async handleLogoutCallback(url: string = window.location.href): Promise<void> {
    await this.#ready()
      .signoutRedirectCallback(url)
      .catch((error: unknown) => this.#log('The answer to the sign-out does not match', error));
  }

  /**
   * For an unauthorized answer to a request with this token (specification, section 4): logs the expiry, logs the user
   * out and sends the browser through sign-in, back to the remembered route. Any number of calls cause one redirect. The
   * session of another token, such as that of a person who signed in since then, remains.
   * @throws AuthError `restarted-too-often` instead of looping
   */
  async sessionExpired(token?: string | null): Promise<void> {
    const returnTo = this.#returnTo;
    const stored = await this.#ready().getStoredUser();
    const isOther = token !== undefined && (stored?.access_token ?? null) !== token;
    if (isOther && !this.#leaving) return this.#readAgain();
    this.#leaving ??= this.#leaveForSignIn('Session expired', undefined, returnTo);
    return this.#leaving;
  }

  /** For an answer that accepted the token, where the host calls without `fetch` below: automatic sign-ins are counted from zero again. */
  sessionAccepted(): void {
    this.#automatic.reset();
  }

  /**
   * `fetch` with the bearer token; passes the errors list of an answer to the handlers of the settings. Use only for
   * the host's own URLs.
   */
  readonly fetch: typeof fetch = (input, init) => bearerFetch(this, this.#settings, input, init);

  /** For a caller that has read the body. @throws UnauthorizedError for 401 and 403 with an errors list */
  inspectAnswer(status: number, errors: readonly unknown[], token: string | null = null): void {
    inspectAnswer(this.#settings, status, errors, token);
  }

  async #sendToProvider(state: SignInState, prompt?: 'login' | 'none'): Promise<void> {
    try {
      await this.#ready().signinRedirect({
        state,
        nonce: crypto.randomUUID(),
        // Back from the provider's page skips this page, which would only redirect again.
        redirectMethod: 'replace',
        ...(prompt === undefined ? {} : { prompt }),
      });
    } catch (error) {
      throw toAuthError(error);
    }
  }

  #ready(): OidcUserManager {
    if (!this.#manager) throw new Error('UserManager has not been initialized');
    return this.#manager;
  }

  /** Loaded only by hosts that use it. */
  async #createSync(manager: OidcUserManager): Promise<IdTokenSync | null> {
    if (!this.#settings.idTokenSync) return null;
    const { IdTokenSync } = await import('./id-token-sync.ts');
    const nowS = () => Date.now() / 1000 - manager.clockOffsetS;
    return new IdTokenSync(this.#settings.idTokenSync, manager.storedUserKey, this.#log, nowS);
  }

  async #forget(): Promise<void> {
    await this.#ready().removeUser();
    this.#lose();
  }

  #lose(): void {
    this.userState.clearAdminToken();
    this.#show('signed-out', null);
  }

  #loseElsewhere(): void {
    if (this.getSnapshot().status === 'signed-out') return;
    this.#lose();
    this.#settings.onSignedOutElsewhere?.();
  }

  async #signedOutElsewhere(): Promise<void> {
    await this.#ready().removeUser();
    this.#loseElsewhere();
  }

  /** Another tab changed or removed the shared user and may have signed in since: the store is read, and nothing is removed from it. */
  async #readAgain(): Promise<void> {
    const manager = this.#ready();
    if (await manager.getUser(true)) return;
    await manager.events.unload();
    this.#loseElsewhere();
  }

  /** The provider's session ended. The user of a later sign-in, in another tab, remains. */
  async #signedOutAtProvider(): Promise<void> {
    const stored = await this.#ready().getStoredUser();
    if (stored && stored.session_state !== this.getSnapshot().user?.sessionState) await this.#readAgain();
    else await this.#signedOutElsewhere();
  }

  async #renewalFailed(error: unknown): Promise<void> {
    const stored = await this.#ready().getStoredUser();
    // Signed out in another tab in between, and the provider may still know the person, but must not sign them in again;
    // or signed in there.
    if ((!stored || isFresh(stored)) && !this.#leaving) return this.#readAgain();
    this.#leaving ??= this.#leaveForSignIn('Renewing the session failed', error);
    await this.#leaving.catch((failure: unknown) => this.#log('Sign-in could not be restarted', failure));
  }

  async #leaveForSignIn(why: string, cause?: unknown, returnTo: string | null = null): Promise<void> {
    this.#log(why, cause);
    await this.#forget();
    try {
      this.#automatic.restart();
      this.#show('expired', null);
      const target = returnTo ?? this.#settings.rememberedRoute?.() ?? null;
      await this.#sendToProvider({ returnTo: target, isRestart: true });
    } catch (error) {
      this.#show('signed-out', null);
      this.#leaving = null;
      throw error;
    }
  }

  #toSignedIn(user: User): SignedInUser {
    const { rolesPath = DEFAULT_ROLES_PATH, knownRoles } = this.#settings;
    return signedInUserOf(user, rolesPath, knownRoles);
  }

  #show(status: AuthSnapshot['status'], user: User | null): void {
    this.#admission.show(status, user && this.#toSignedIn(user));
  }
}
