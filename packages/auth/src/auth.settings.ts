import type { SignedInUser } from './signed-in-user.ts';

/**
 * Where the signed-in user is stored (decision 0005).
 * - `local`: local storage, shared by the tabs of the browser (default; specification, section 9).
 * - `tab`: session storage; each tab signs in separately, a duplicated tab starts signed out.
 * - `encrypted`: local storage, AES-GCM with a key derived from a hash of `secret`. A secret that is shipped to a
 *   browser does not protect against script running in the page; it keeps tokens out of disk images and casual looks.
 */
export type TokenStorage = 'local' | 'tab' | { readonly kind: 'encrypted'; readonly secret: string };

/** Target of the ID token sync (specification, section 7). */
export interface IdTokenSyncSettings {
  /**
   * URL of the page's own origin: POSTed to with the ID token as bearer when it changes, DELETEd at sign-out. Not used
   * outside of a secure context.
   */
  readonly url: string;
  /** Age in seconds beyond which an ID token isn't sent; default 300. */
  readonly maxAgeS?: number;
}

/** Settings of the SDK. Only the first two and the redirect URIs are required. */
export interface AuthSettings {
  /** Issuer URL of the OpenID provider. */
  readonly authority: string;
  readonly clientId: string;
  /** Absolute URL of the page that calls `handleLoginCallback` (specification: /login). */
  readonly redirectUri: string;
  /** Absolute URL of the hidden frame's page that calls `handleSilentCallback` (/silent). */
  readonly silentRedirectUri: string;
  /** Absolute URL of the popup's page that calls `handlePopupCallback` (/popup). */
  readonly popupRedirectUri: string;
  /** Absolute URL of the page that calls `handleLogoutCallback` (/logout). */
  readonly postLogoutRedirectUri: string;
  /** Default `openid` (specification, section 9). */
  readonly scope?: string;
  /** Default `local`. */
  readonly storage?: TokenStorage;
  /** Path of the list of roles in the profile; default `resource_access.global_roles`. */
  readonly rolesPath?: string;
  /** Roles that the host knows; others in the profile are ignored. Default: all roles count. */
  readonly knownRoles?: readonly string[];
  /** Watches the provider's session through its check_session_iframe; only for a provider on the same site. Default false. */
  readonly monitorSession?: boolean;
  /** Syncs the ID token with a server of the page's own origin. Default: no sync. */
  readonly idTokenSync?: IdTokenSyncSettings;
  /**
   * Obtains the admin token of a realtime backend for a person who was just found or signed in (specification, section
   * 4), before subscribers and the user state have them; `getSnapshot` has them already. A rejection keeps the person
   * out and rejects `start` or `handleLoginCallback`.
   */
  readonly obtainAdminToken?: (user: SignedInUser) => Promise<string | null>;
  /** Origins besides the page's own that `AuthSDK.fetch` may send the access token to. Default none. */
  readonly apiOrigins?: readonly string[];
  /** Language tags for the provider's pages, preferred first. */
  readonly uiLocales?: string;
  /** The remembered route: return target of an automatic sign-in (expired session). */
  readonly rememberedRoute?: () => string | null;
  /**
   * A 401 or 403 answer had an errors list; called with its first item as it is, before the call is rejected, and with
   * the token that was sent, for `sessionExpired`.
   */
  readonly onUnauthorized?: (error: unknown, token: string | null) => void;
  /** Any other answer had an errors list. */
  readonly onErrors?: (errors: readonly unknown[]) => void;
  /** The person signed out in another tab, or at the provider. */
  readonly onSignedOutElsewhere?: () => void;
  /** Log function; default writes to the console. Never gets a token. */
  readonly log?: (message: string, cause?: unknown) => void;
}
