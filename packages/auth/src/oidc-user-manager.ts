import {
  ErrorResponse,
  type SessionStatus,
  type SigninSilentArgs,
  User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts';
import type { AuthSettings } from './auth.settings.ts';
import { isPassing } from './passing-error.ts';
import { tokenStoreFor } from './token-store.ts';

/** Prefixes differ, because clearing stale sign-in states deletes all unreadable entries under its prefix. */
export const USER_PREFIX = 'backcounter.user.';
const STATE_PREFIX = 'backcounter.signin.';

/** Timeout of a silent request (specification, section 9). */
export const SILENT_TIMEOUT_S = 10;
/** Seconds before expiry at which the warning is raised (specification, section 9). */
export const EXPIRING_S = 60;

type SessionStatusArgs = Parameters<UserManager['querySessionStatus']>[0];
type RefreshArgs = Parameters<UserManager['_useRefreshToken']>[0];

/** oidc-client-ts with the checks that it leaves to its caller (decision 0030). Internal to the package. */
export class OidcUserManager extends UserManager {
  /** This computer's clock less the provider's, as measured by the last new ID token. */
  clockOffsetS = 0;

  constructor(settings: AuthSettings) {
    super(managerSettings(settings));
  }

  /** Storage key of the user, as storage events report it. */
  get storedUserKey(): string {
    return `${USER_PREFIX}user:${this.settings.authority}:${this.settings.client_id}`;
  }

  /** The library's refresh has no timeout unless each caller passes one. */
  override signinSilent(args: SigninSilentArgs = {}): Promise<User | null> {
    return super.signinSilent({
      silentRequestTimeoutInSeconds: SILENT_TIMEOUT_S,
      nonce: crypto.randomUUID(),
      ...args,
    });
  }

  /** Signs in by a popup window; with values of `acr`, this person again and no one else. */
  async signinPopupAs(sub: string | undefined, acrValues: string | undefined): Promise<User> {
    const nonce = crypto.randomUUID();
    if (acrValues === undefined || sub === undefined) return this.signinPopup({ nonce, popupAbortOnClose: true });
    // A provider that severs its window from this page would look closed: the answer comes by the state.
    const handle = await this._popupNavigator.prepare({ popupAbortOnClose: false });
    const { popup_redirect_uri } = this.settings;
    const request = { prompt: 'login', max_age: 0, nonce, ...(acrValues && { acr_values: acrValues }) };
    return this._signin(
      { request_type: 'si:p', redirect_uri: popup_redirect_uri, display: 'popup', ...request },
      handle,
      sub,
    );
  }

  /**
   * The library's session monitor treats any failure as a sign-out. A lost network is not one: nothing is known then,
   * and the monitor asks again 2 s later.
   */
  override async querySessionStatus(args: SessionStatusArgs = {}): Promise<SessionStatus | null> {
    try {
      return await super.querySessionStatus({ nonce: crypto.randomUUID(), ...args });
    } catch (error) {
      const user = await this.getStoredUser();
      if (!user?.session_state || !isPassing(error)) throw error;
      return { session_state: user.session_state, sub: user.profile.sub };
    }
  }

  /** Revokes the refresh token at the provider; the stored user is unchanged. */
  async revokeRefreshToken(user: User | null): Promise<void> {
    if (user?.refresh_token) await withoutBody(this._client.revokeToken(user.refresh_token, 'refresh_token'));
  }

  /** Also undoes a renewal that was overtaken by a sign-out in another tab: the user remains removed. */
  protected override async _useRefreshToken(args: RefreshArgs): Promise<User> {
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of oidc-client-ts, not a React hook
    const response = await withoutBody(this._client.useRefreshToken(args));
    const stored = await this.getStoredUser();
    if (stored?.refresh_token !== args.state.refresh_token) throw new Error('Signed out during the renewal');
    const user = new User({ ...args.state, ...response });
    await this.storeUser(user);
    await this.events.load(user);
    return user;
  }

  /** Rejects an answer of another provider than the requested one (RFC 9207). */
  protected override async _signinEnd(url: string, verifySub?: string): Promise<User> {
    const metadata = await this.metadataService.getMetadata();
    // OpenID Connect Discovery, 4.3: the issuer of the document must match.
    if (withoutSlash(metadata.issuer) !== withoutSlash(this.settings.authority))
      throw new Error('Issuer does not match');
    const issuer = new URL(url, window.location.origin).searchParams.get('iss');
    const isPromised =
      'authorization_response_iss_parameter_supported' in metadata &&
      metadata.authorization_response_iss_parameter_supported === true;
    if (issuer === null ? isPromised : issuer !== metadata.issuer) throw new Error('Issuer does not match');
    return withoutBody(super._signinEnd(url, verifySub));
  }

  /** All writes go through here: a new ID token is verified first. */
  override async storeUser(user: User | null): Promise<void> {
    if (user?.id_token && user.id_token !== (await this.getStoredUser())?.id_token) {
      const { CLOCK_LEEWAY_S, verifyIdToken } = await import('./id-token.check.ts');
      const issuedAtS = await verifyIdToken(user.id_token, this.settings.client_id, this.metadataService);
      const offsetS = Date.now() / 1000 - issuedAtS;
      this.clockOffsetS = Math.abs(offsetS) > CLOCK_LEEWAY_S ? 0 : offsetS;
    }
    await super.storeUser(user);
  }

  /** The stored user, without touching the expiry timers. */
  async getStoredUser(): Promise<User | null> {
    const stored = await this.settings.userStore.get(this.storedUserKey.slice(USER_PREFIX.length));
    return stored ? User.fromStorageString(stored) : null;
  }
}

/** The library attaches the body of a failed call to the error: a code or a token, which must not be logged. */
function withoutBody<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    if (error instanceof ErrorResponse) Object.assign(error, { form: undefined });
    throw error;
  });
}

/** Some providers' issuers end in a slash, whatever the setting says. */
const withoutSlash = (address: string | undefined) => address?.replace(/\/$/, '');

function managerSettings(settings: AuthSettings): UserManagerSettings {
  return {
    authority: settings.authority,
    client_id: settings.clientId,
    redirect_uri: settings.redirectUri,
    silent_redirect_uri: settings.silentRedirectUri,
    popup_redirect_uri: settings.popupRedirectUri,
    post_logout_redirect_uri: settings.postLogoutRedirectUri,
    response_type: 'code',
    scope: settings.scope ?? 'openid',
    // token-renewal.ts renews: the library's renewal neither waits for other tabs nor survives a lost network.
    automaticSilentRenew: false,
    accessTokenExpiringNotificationTimeInSeconds: EXPIRING_S,
    silentRequestTimeoutInSeconds: SILENT_TIMEOUT_S,
    requestTimeoutInSeconds: SILENT_TIMEOUT_S,
    // The SDK starts the monitor after the page has loaded (session-watch.ts).
    monitorSession: false,
    checkSessionIntervalInSeconds: 2,
    staleStateAgeInSeconds: 15 * 60,
    // Some providers answer `prompt=none` only with a hint of the person.
    includeIdTokenInSilentRenew: true,
    revokeTokenAdditionalContentTypes: ['text/plain', 'text/html'],
    ...(settings.uiLocales === undefined ? {} : { ui_locales: settings.uiLocales }),
    userStore: new WebStorageStateStore({ prefix: USER_PREFIX, store: tokenStoreFor(settings.storage ?? 'local') }),
    stateStore: new WebStorageStateStore({ prefix: STATE_PREFIX, store: window.localStorage }),
  };
}
