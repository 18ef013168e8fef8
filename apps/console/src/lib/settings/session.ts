import type { AuthSDK, AuthSnapshot, SignedInUser } from '@backcounter/auth';
import { parseRoles, type Role } from '@backcounter/domain';
import { createAtom } from '@tanstack/react-store';

/** The signed-in person, as the console uses it. */
export interface SessionPerson {
  readonly sub: string;
  readonly name: string;
  readonly email: string | null;
  /** Roles that the product knows; may be empty (signed in, but without any access). */
  readonly roles: readonly Role[];
  readonly adminUrl: string | null;
  readonly preferredLanguage: string | null;
}

export interface SessionState {
  readonly status: AuthSnapshot['status'];
  readonly person: SessionPerson | null;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Only https, or this console's own origin: the profile is external data. */
function safeLink(value: unknown, origin: string): string | null {
  const address = text(value);
  if (address === null || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.protocol === 'https:' || url.origin === origin ? url.href : null;
}

/** Reads the claims of a signed-in user; claims of the wrong shape count as absent. */
export function readPerson({ profile, roles }: Pick<SignedInUser, 'profile' | 'roles'>, origin: string): SessionPerson {
  return {
    sub: profile.sub,
    name: text(profile.name) ?? text(profile.email) ?? profile.sub,
    email: text(profile.email),
    roles: parseRoles([...roles]),
    adminUrl: safeLink(profile.admin_url, origin),
    preferredLanguage: text(profile.preferred_language_key),
  };
}

const state = createAtom<SessionState>(
  { status: 'starting', person: null },
  // A renewed session of the same person must not cause a render.
  { compare: (a, b) => a.status === b.status && JSON.stringify(a.person) === JSON.stringify(b.person) },
);

/** The console's session. */
export const session = {
  state,
  /** Keeps the session in sync with the SDK. */
  follow(sdk: Pick<AuthSDK, 'subscribe' | 'getSnapshot'>, origin: string): void {
    const read = () => {
      const { status, user } = sdk.getSnapshot();
      state.set({ status, person: user && readPerson(user, origin) });
    };
    sdk.subscribe(read);
    read();
  },
};

/** Roles of the signed-in person; empty without one. */
export function currentRoles(): readonly Role[] {
  return state.get().person?.roles ?? [];
}

/** True for a signed-in person with any access; others see pages without the shell. */
export const hasRoles = (person: SessionPerson | null): boolean => person !== null && person.roles.length > 0;
