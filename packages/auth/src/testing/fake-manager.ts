import { User } from 'oidc-client-ts';

type Listener = (user: User) => void;

/** A user as built from the provider's answers, with a token that is valid for five minutes. */
export function storedUser(sub: string, accessToken = `token of ${sub}`, roles: readonly string[] = ['ADMIN']): User {
  return new User({
    access_token: accessToken,
    refresh_token: `refresh of ${accessToken}`,
    id_token: `id of ${accessToken}`,
    session_state: `session of ${sub}`,
    token_type: 'Bearer',
    profile: { sub, iss: '', aud: '', exp: 0, iat: 0, resource_access: { global_roles: roles } },
    expires_at: Math.floor(Date.now() / 1000) + 300,
  });
}

/** The library's user manager as the SDK uses it, with a store that tests fill; other tabs write to the same store. */
export class FakeManager {
  static current: FakeManager;
  static stored: User | null = null;
  readonly storedUserKey = 'user';
  readonly calls: [name: string, ...args: unknown[]][] = [];
  readonly loaded: Listener[] = [];
  readonly signedOut: (() => void)[] = [];
  readonly expiring: (() => void)[] = [];
  /** Result of a callback. */
  callback: () => User = () => storedUser('ada');
  silent: () => User | null = () => null;
  readonly events = {
    addUserLoaded: (listener: Listener) => this.loaded.push(listener),
    addUserSignedOut: (listener: () => void) => this.signedOut.push(listener),
    addAccessTokenExpiring: (listener: () => void) => this.expiring.push(listener),
    addAccessTokenExpired: () => undefined,
    removeAccessTokenExpiring: () => undefined,
    removeAccessTokenExpired: () => undefined,
    unload: async () => void this.calls.push(['unload']),
  };

  constructor() {
    FakeManager.current = this;
  }

  names = () => this.calls.map(([name]) => name);
  clearStaleState = async () => void this.calls.push(['clearStaleState']);
  getStoredUser = async () => FakeManager.stored;
  getUser = async (raises = false) => {
    if (raises && FakeManager.stored) this.load(FakeManager.stored);
    return FakeManager.stored;
  };
  removeUser = async () => {
    this.calls.push(['removeUser']);
    FakeManager.stored = null;
  };
  signinRedirect = async (args: unknown) => void this.calls.push(['signinRedirect', args]);
  signinRedirectCallback = async () => this.#keep(this.callback());
  signinSilent = async (args?: unknown) => {
    this.calls.push(['signinSilent', args]);
    const user = this.silent();
    return user && this.#keep(user);
  };
  revokeRefreshToken = async (user: User | null) => void this.calls.push(['revoke', user?.refresh_token]);
  signoutRedirect = async (args: unknown) => void this.calls.push(['signoutRedirect', args]);
  signoutRedirectCallback = async () => void this.calls.push(['signoutRedirectCallback']);

  load(user: User): void {
    for (const listener of this.loaded) listener(user);
  }

  #keep(user: User): User {
    FakeManager.stored = user;
    this.load(user);
    return user;
  }
}
