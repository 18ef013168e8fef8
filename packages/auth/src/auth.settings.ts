import type { SignedInUser } from './signed-in-user.ts';

/** One entry of an answer's `errors` list, as GraphQL servers and the identity provider write it. */
export interface AnswerError {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly referenceId?: string } & Readonly<Record<string, unknown>>;
}

/**
 * Where the signed-in user is kept (decision 0005).
 * - `local`: local storage, shared by the tabs of the browser (default; specification, section 9).
 * - `tab`: session storage; each tab signs in for itself, a duplicated tab starts signed out.
 * - `encrypted`: local storage, AES-GCM with a key made from a hash of `secret`. A secret that is shipped to a browser
 *   is no defence against script running in the page; it keeps tokens out of disk images and casual looks.
 */
export type TokenStorage = 'local' | 'tab' | { readonly kind: 'encrypted'; readonly secret: string };

/** Where the ID token is synced to (specification, section 7). */
export interface IdTokenSyncSettings {
  /** Address of the page's own origin: POSTed to with the ID token as bearer when it changes, DELETEd at sign-out. Not used outside of a secure context. */
  readonly url: string;
  /** Age in seconds beyond which an ID token isn't sent; default 300. */
  readonly maxAgeS?: number;
}

/** What the host tells the SDK. Only the first two and the redirect addresses are required. */
export interface AuthSettings {
  /** Issuer address of the OpenID provider. */
  readonly authority: string;
  readonly clientId: string;
  /** Absolute address of the page that calls `handleLoginCallback` (specification: /login). */
  readonly redirectUri: string;
  /** Absolute address of the hidden frame's page that calls `handleSilentCallback` (/silent). */
  readonly silentRedirectUri: string;
  /** Absolute address of the popup's page that calls `handlePopupCallback` (/popup). */
  readonly popupRedirectUri: string;
  /** Absolute address of the page that calls `handleLogoutCallback` (/logout). */
  readonly postLogoutRedirectUri: string;
  /** Default `openid` (specification, section 9). */
  readonly scope?: string;
  /** Default `local`. */
  readonly storage?: TokenStorage;
  /** Path of the list of roles in the profile; default `resource_access.global_roles`. */
  readonly rolesPath?: string;
  /** The roles that the host knows; others in the profile don't count. Default: every one does. */
  readonly knownRoles?: readonly string[];
  /** Watches the provider's session through its check_session_iframe; only for a provider on the same site. Default false. */
  readonly monitorSession?: boolean;
  /** Tells a server of the page's own origin who is signed in. Default: nobody is told. */
  readonly idTokenSync?: IdTokenSyncSettings;
  /**
   * Obtains the admin token of a realtime backend for a person who has just been found or signed in (specification, section 4), before subscribers and
   * the user state have them; `getSnapshot` has them already. A rejection keeps the person out, and is that of `start` or `handleLoginCallback`.
   */
  readonly obtainAdminToken?: (user: SignedInUser) => Promise<string | null>;
  /** Origins besides the page's own whose calls `AuthSDK.fetch` may give the access token to. Default none. */
  readonly apiOrigins?: readonly string[];
  /** Language tags, best first, in which the provider's pages should speak. */
  readonly uiLocales?: string;
  /** The remembered route: where a sign-in that nobody asked for (expired session) returns to. */
  readonly rememberedRoute?: () => string | null;
  /** An answer 401 or 403 carried an errors list; called with its first item, before the call is rejected. */
  readonly onUnauthorized?: (error: AnswerError) => void;
  /** Any other answer carried an errors list. */
  readonly onErrors?: (errors: readonly AnswerError[]) => void;
  /** The person signed out in another tab, or at the provider. */
  readonly onSignedOutElsewhere?: () => void;
  /** Says what happened; default writes to the console. Never gets a token. */
  readonly log?: (message: string, cause?: unknown) => void;
}
