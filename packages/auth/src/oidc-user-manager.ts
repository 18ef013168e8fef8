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

/** Prefixes differ, because clearing stale sign-in states deletes every entry under its prefix that it can't read. */
export const USER_PREFIX = 'backcounter.user.';
const STATE_PREFIX = 'backcounter.signin.';

/** How long a silent request may take (specification, section 9). */
export const SILENT_TIMEOUT_S = 10;
/** How long before expiry the warning is raised (specification, section 9). */
export const EXPIRING_S = 60;

type SessionStatusArgs = Parameters<UserManager['querySessionStatus']>[0];
type RefreshArgs = Parameters<UserManager['_useRefreshToken']>[0];

/** oidc-client-ts with the checks that it leaves to its user (decision 0030). Internal to the package. */
export class OidcUserManager extends UserManager {
  constructor(settings: AuthSettings) {
    super(managerSettings(settings));
  }

  /** Storage key of the user, as storage events report it. */
  get storedUserKey(): string {
    return `${USER_PREFIX}user:${this.settings.authority}:${this.settings.client_id}`;
  }

  /** The library's refresh path has no time-out of its own unless each caller passes one. */
  override signinSilent(args: SigninSilentArgs = {}): Promise<User | null> {
    return super.signinSilent({
      silentRequestTimeoutInSeconds: SILENT_TIMEOUT_S,
      nonce: crypto.randomUUID(),
      ...args,
    });
  }

  /** The session monitor takes any failure as a sign-out. A lost network is none: nothing is known then, and it asks again 2 s later. */
  override async querySessionStatus(args: SessionStatusArgs = {}): Promise<SessionStatus | null> {
    try {
      return await super.querySessionStatus({ nonce: crypto.randomUUID(), ...args });
    } catch (error) {
      const user = await this.getStoredUser();
      if (!user?.session_state || !isPassing(error)) throw error;
      return { session_state: user.session_state, sub: user.profile.sub };
    }
  }

  /** Ends the refresh token at the provider; the stored user is left as it is. */
  async revokeRefreshToken(user: User | null): Promise<void> {
    if (user?.refresh_token) await withoutBody(this._client.revokeToken(user.refresh_token, 'refresh_token'));
  }

  /** Also undoes a renewal that was overtaken by a sign-out in another tab: what was removed stays removed. */
  protected override async _useRefreshToken(args: RefreshArgs): Promise<User> {
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of oidc-client-ts, no React hook
    const response = await withoutBody(this._client.useRefreshToken(args));
    const stored = await this.getStoredUser();
    if (stored?.refresh_token !== args.state.refresh_token) throw new Error('Signed out during the renewal');
    const user = new User({ ...args.state, ...response });
    await this.storeUser(user);
    await this.events.load(user);
    return user;
  }

  /** Refuses the answer of another provider than the one that was asked (RFC 9207). */
  protected override async _signinEnd(url: string, verifySub?: string): Promise<User> {
    const metadata = await this.metadataService.getMetadata();
    // OpenID Connect Discovery, 4.3: a document that speaks for another issuer is nobody's.
    if (withoutSlash(metadata.issuer) !== withoutSlash(this.settings.authority))
      throw new Error('Issuer does not match');
    const issuer = new URL(url, window.location.origin).searchParams.get('iss');
    const isPromised =
      'authorization_response_iss_parameter_supported' in metadata &&
      metadata.authorization_response_iss_parameter_supported === true;
    if (issuer === null ? isPromised : issuer !== metadata.issuer) throw new Error('Issuer does not match');
    return withoutBody(super._signinEnd(url, verifySub));
  }

  /** The one gate to the store: an ID token that wasn't stored before is verified first. */
  override async storeUser(user: User | null): Promise<void> {
    if (user?.id_token && user.id_token !== (await this.getStoredUser())?.id_token) {
      const { verifyIdToken } = await import('./id-token.check.ts');
      await verifyIdToken(user.id_token, this.settings.client_id, this.metadataService);
    }
    await super.storeUser(user);
  }

  /** The user as stored now, without touching the expiry timers. */
  async getStoredUser(): Promise<User | null> {
    const stored = await this.settings.userStore.get(this.storedUserKey.slice(USER_PREFIX.length));
    return stored ? User.fromStorageString(stored) : null;
  }
}

/** The library puts the body of a refused call on the error: a code or a token, which must not be logged with it. */
function withoutBody<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    if (error instanceof ErrorResponse) Object.assign(error, { form: undefined });
    throw error;
  });
}

/** Some providers end their issuer in a slash, whatever the setting says. */
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
    // Renewal is ours (token-renewal.ts): the library's neither waits for other tabs nor rides out a lost network.
    automaticSilentRenew: false,
    accessTokenExpiringNotificationTimeInSeconds: EXPIRING_S,
    silentRequestTimeoutInSeconds: SILENT_TIMEOUT_S,
    requestTimeoutInSeconds: SILENT_TIMEOUT_S,
    // The monitor is started by the SDK, once the page is there (session-watch.ts).
    monitorSession: false,
    checkSessionIntervalInSeconds: 2,
    staleStateAgeInSeconds: 15 * 60,
    // Some providers answer `prompt=none` only when they are told whom it is about.
    includeIdTokenInSilentRenew: true,
    revokeTokenAdditionalContentTypes: ['text/plain', 'text/html'],
    ...(settings.uiLocales === undefined ? {} : { ui_locales: settings.uiLocales }),
    userStore: new WebStorageStateStore({ prefix: USER_PREFIX, store: tokenStoreFor(settings.storage ?? 'local') }),
    stateStore: new WebStorageStateStore({ prefix: STATE_PREFIX, store: window.localStorage }),
  };
}
