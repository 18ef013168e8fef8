import { parseRoles, type Role } from '@backcounter/domain';

/** The signed-in person as the console knows them. */
export interface SessionPerson {
  readonly sub: string;
  readonly name: string;
  readonly email: string | null;
  readonly roles: readonly Role[];
  readonly adminUrl: string | null;
  readonly preferredLanguage: string | null;
}

/** User state (specification, section 3): `logged` is empty until set. */
export interface SessionState {
  /** The person whose profile held at least one role. */
  readonly logged: SessionPerson | null;
  /** Someone holds a valid session, with or without roles. */
  readonly isSignedIn: boolean;
  readonly adminToken: string | null;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

function at(profile: Readonly<Record<string, unknown>>, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (node, key) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, key)
          ? (node as Record<string, unknown>)[key]
          : undefined,
      profile,
    );
}

/** Only https, or this console's own origin: the profile comes from outside. */
function safeLink(value: unknown, origin: string): string | null {
  const address = text(value);
  if (address === null || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.protocol === 'https:' || url.origin === origin ? url.href : null;
}

/** Reads the profile claims (specification, section 3); claims of the wrong shape count as absent. */
export function readPerson(
  profile: Readonly<Record<string, unknown>>,
  rolesPath: string,
  origin: string,
): SessionPerson {
  const sub = text(profile['sub']) ?? '';
  return {
    sub,
    name: text(profile['name']) ?? text(profile['email']) ?? sub,
    email: text(profile['email']),
    roles: parseRoles(at(profile, rolesPath)),
    adminUrl: safeLink(profile['admin_url'], origin),
    preferredLanguage: text(profile['preferred_language_key']),
  };
}

export interface SessionStore {
  snapshot(): SessionState;
  /** Succeeds only for a person with at least one role; otherwise logs and reports failure (specification, section 4). */
  setUser(person: SessionPerson): boolean;
  /** Empties `logged`. */
  clearUser(): void;
  /** Replaces the admin token only when a new one is given. */
  setAdminToken(token: string | null | undefined): void;
  subscribe(listener: () => void): () => void;
}

export function createSessionStore(log: (message: string) => void = console.warn): SessionStore {
  let state: SessionState = { logged: null, isSignedIn: false, adminToken: null };
  const listeners = new Set<() => void>();
  const set = (next: Partial<SessionState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  return {
    snapshot: () => state,
    setUser(person) {
      const hasRoles = person.roles.length > 0;
      if (!hasRoles) log('No user roles detected');
      set({ logged: hasRoles ? person : null, isSignedIn: true });
      return hasRoles;
    },
    clearUser: () => set({ logged: null, isSignedIn: false }),
    setAdminToken(token) {
      if (token) set({ adminToken: token });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The console's session. */
export const session = createSessionStore();

/** Roles of the signed-in person; none while nobody is. */
export function currentRoles(): readonly Role[] {
  return session.snapshot().logged?.roles ?? [];
}
