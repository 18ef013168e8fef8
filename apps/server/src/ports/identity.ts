import type { MachineScope, Role } from '@backcounter/domain';
import type { QueryExecutorProvider } from 'kysely';

/** A member of staff, as the access token and the provider's record of the person say. */
export interface StaffCaller {
  readonly kind: 'staff';
  /** Subject claim. */
  readonly sub: string;
  readonly name: string;
  readonly email: string | null;
  /** Known roles only; may be empty (a valid token without roles is signed in but may do nothing). */
  readonly roles: readonly Role[];
  /**
   * Names the sign-in that the token came from, for `SignInRegistry`; absent where the provider does not tell whether a sign-in still stands.
   */
  readonly signInId?: string;
  /** Page of the provider where the person must do something before the API serves them; a path of the server's own origin. */
  readonly actionRequired?: string;
  /** Streams that were opened with this token close at this instant. */
  readonly expiresAt: Date;
}

/** A registered machine client with a client-credentials token (decision 0002). Never holds staff permissions. */
export interface MachineCaller {
  readonly kind: 'machine';
  /** Client id. */
  readonly sub: string;
  readonly name: string;
  readonly scopes: readonly MachineScope[];
  readonly expiresAt: Date;
}

/** What a client-credentials token says, before it is known whether its client is registered. */
export interface MachineClaim {
  readonly clientId: string;
  /** Those that the token is limited to; null: it names none, and stands for all that the client is registered for. */
  readonly scopes: readonly MachineScope[] | null;
  /** Null where the provider does not tell. */
  readonly issuedAt: Date | null;
  readonly expiresAt: Date;
}

/** The machine clients that may use the API, whoever issued their tokens. */
export interface MachineRegistry {
  /**
   * The client with those scopes of the token that it is registered for. Its use is noted.
   * @throws AppError `session.required` when no such client is registered, `session.expired` when it is suspended or the
   *   token is older than its secrets, `service.unavailable` when that cannot be told now.
   */
  admit(claim: MachineClaim): Promise<MachineCaller>;
}

/** Who stands behind a request. */
export type Caller = StaffCaller | MachineCaller;

/** Tells who stands behind a bearer access token. Implemented by the embedded provider and by the OIDC adapter. */
export interface IdentityPort {
  /**
   * @throws AppError `session.required` when the token is malformed, unknown, of another kind or not ours,
   *   `session.expired` when it has expired or was revoked, `service.unavailable` when that cannot be told now.
   */
  authenticate(accessToken: string): Promise<Caller>;
}

/** Writes to the provider's record of a person. */
export interface ProfileWriter {
  /** The language that the person's profile carries from the next ID token on. */
  setPreferredLanguage(sub: string, language: string): Promise<void>;
}

/** Tells of sign-ins that outlast an access token whether they still stand. */
export interface SignInRegistry {
  /**
   * Those of the sign-ins that still stand: not signed out, not ended by an administrator, the person active and with a role.
   * @throws AppError `service.unavailable` when that cannot be told now.
   */
  standing(signInIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Asks people for a code of their second factor once more after sign-in. */
export interface SecondFactors {
  /** Whether the person has set one up. */
  has(sub: string): Promise<boolean>;
  /**
   * Judges a code; seconds to wait after too many wrong ones. No code works twice. `db` is to be committed whatever the answer, as it counts the tries.
   */
  judge(
    db: QueryExecutorProvider,
    sub: string,
    code: string,
  ): Promise<{ readonly isRight: boolean; readonly waitS: number }>;
}
