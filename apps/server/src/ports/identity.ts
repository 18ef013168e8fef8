import type { AppScope, MachineScope, Permission, Role } from '@backcounter/domain';
import type { QueryExecutorProvider } from 'kysely';

/** Hashes of the registered documents of a program, the only ones that it may run. Absent: it has none, and runs any. */
export type RegisteredHashes = readonly string[];

/** End of callers that no token limits: the last instant there is. */
export const NEVER = new Date(8_640_000_000_000_000);

/** A staff member, from the access token and the provider's record. */
export interface StaffCaller {
  readonly kind: 'staff';
  /** The token's `sub` claim. */
  readonly sub: string;
  readonly name: string;
  readonly email: string | null;
  /** Known roles only. May be empty: a valid token without roles is signed in but has no permissions. */
  readonly roles: readonly Role[];
  /** Id of the sign-in behind the token, for `SignInRegistry`. Absent if the provider cannot report ended sign-ins. */
  readonly signInId?: string;
  /** Session at another provider, if its tokens name one. */
  readonly providerSession?: string;
  /** Provider page the person must visit before the API serves them; a path on the server's own origin. */
  readonly actionRequired?: string;
  /** The app that acts for the person: it may do less than they may. Absent: the console. */
  readonly app?: {
    readonly clientId: string;
    readonly scopes: readonly AppScope[];
    readonly documents?: RegisteredHashes | undefined;
  };
  /** Streams opened with this token close at this time. */
  readonly expiresAt: Date;
}

/** Stores (sids), countries of accounts, and points of one transfer that a machine client is bound to. Null: any. */
export interface ClientBounds {
  readonly stores: readonly string[] | null;
  readonly countries: readonly string[] | null;
  /** Whether it is bound to stores or countries. */
  readonly hasPlace: boolean;
  readonly pointsMax: number | null;
}

/** A registered machine client with a client-credentials token (decision 0001). Never holds staff permissions. */
export interface MachineCaller {
  readonly kind: 'machine';
  /** Client id. */
  readonly sub: string;
  readonly name: string;
  readonly scopes: readonly MachineScope[];
  /** True: its changes are rolled back. */
  readonly isDry?: boolean;
  /** Absent: it has none. */
  readonly bounds?: ClientBounds | undefined;
  readonly documents?: RegisteredHashes | undefined;
  /** Permissions that its scopes are worth within its exports; absent anywhere else. */
  readonly exports?: readonly Permission[];
  readonly expiresAt: Date;
}

/** The claims of a client-credentials token, before its client has been looked up. */
export interface MachineClaim {
  readonly clientId: string;
  /** The scopes the token is limited to. Null if it names none, which means all registered scopes. */
  readonly scopes: readonly MachineScope[] | null;
  /** Null if the provider does not report it. */
  readonly issuedAt: Date | null;
  readonly expiresAt: Date;
}

/** Machine clients allowed to use the API, regardless of who issued their tokens. */
export interface MachineRegistry {
  /**
   * Looks up the client, limits the token's scopes to the registered ones and records the use.
   * @throws AppError `session.required` if the client is not registered, `session.expired` if it is suspended or the
   * token predates its secrets, `service.unavailable` if this cannot be determined.
   */
  admit(claim: MachineClaim): Promise<MachineCaller>;
}

/** The authenticated sender of a request. */
export type Caller = StaffCaller | MachineCaller;

/** Resolves bearer access tokens. Implemented by the embedded provider and the OIDC adapter. */
export interface IdentityPort {
  /**
   * @throws AppError `session.required` if the token is malformed, unknown, of another kind or from another issuer,
   * `session.expired` if it has expired or been revoked, `service.unavailable` if this cannot be determined.
   */
  authenticate(accessToken: string): Promise<Caller>;
}

/** Writes to the provider's record of a person. */
export interface ProfileWriter {
  /** Sets the language that the person's profile carries, starting with the next ID token. */
  setPreferredLanguage(sub: string, language: string): Promise<void>;
}

/** Checks sign-ins that outlast an access token. */
export interface SignInRegistry {
  /**
   * The subset of sign-ins that are still valid: not signed out, not ended by an administrator, and the person is
   * active and has a role.
   * @throws AppError `service.unavailable` if this cannot be determined.
   */
  standing(signInIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A request to a passkey: the options of WebAuthn as JSON, and the sealed challenge to send back. */
export interface PasskeyRequest {
  readonly options: string;
  readonly sealed: string;
}

/** The answer of a passkey as JSON, for the challenge. */
export interface PasskeyProof {
  readonly response: string;
  readonly sealed: string;
}

/** A new sign-in at another provider, with a second factor. */
export interface ProviderProof {
  readonly idToken: string;
}

/** Proof of a second factor: a code, a passkey, or a new sign-in at another provider. */
export type SecondFactorProof = string | PasskeyProof | ProviderProof;

/** Verifies second factors after sign-in. */
export interface SecondFactors {
  /** Whether the person has set up a second factor, or may have one at another provider. */
  has(db: QueryExecutorProvider, sub: string): Promise<boolean>;
  /** For a person's passkeys, valid in this sign-in alone; null if they have none. */
  askPasskey(db: QueryExecutorProvider, sub: string, signInId: string): Promise<PasskeyRequest | null>;
  /**
   * Verifies a proof; `waitS` is the delay in seconds after too many wrong codes, `ageS` how long ago the person proved
   * it, `reason` why it was refused, for the audit trail. Codes and passkeys work once. The caller must commit `db` whatever the result, because it counts the attempts.
   */
  judge(
    db: QueryExecutorProvider,
    sub: string,
    proof: SecondFactorProof,
    signInId: string,
  ): Promise<{ readonly isRight: boolean; readonly waitS: number; readonly ageS?: number; readonly reason?: string }>;
}
