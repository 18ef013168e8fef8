import type { Role } from '@backcounter/domain';
import type { QueryExecutorProvider } from 'kysely';

/** The author of a change: an administrator, or `operator` for a command at the server. */
export interface StaffActor {
  readonly sub: string;
  readonly roles: readonly Role[];
  readonly requestId: string | null;
}

/** Fields of a person to change; absent ones stay. */
export interface PersonChange {
  readonly name?: string;
  readonly roles?: readonly Role[];
  readonly state?: 'ACTIVE' | 'SUSPENDED';
  readonly stateReason?: string | null;
  readonly adminUrl?: string | null;
  readonly preferredLanguageKey?: string | null;
}

/** Someone to invite. */
export interface Invited {
  readonly email: string;
  readonly roles: readonly Role[];
  readonly adminUrl: string | null;
  readonly preferredLanguageKey: string | null;
}

/** A place where a person is signed in. */
export interface PersonSession {
  readonly id: string;
  /** Browser and system, such as `Firefox, Linux`. */
  readonly device: string;
  readonly address: string | null;
  readonly signedInAt: Date;
  readonly lastActiveAt: Date;
}

/**
 * Changes people of the embedded provider in the caller's transaction, with their audit events. The database refuses to
 * leave the product without an administrator.
 */
export interface People {
  /** True if links are sent by mail; otherwise they are shown once. */
  readonly sendsMail: boolean;
  /** Locks a person or an invitation until the transaction ends; false if there is none. */
  lock(db: QueryExecutorProvider, id: string): Promise<boolean>;
  change(
    db: QueryExecutorProvider,
    by: StaffActor,
    id: string,
    change: PersonChange,
    reason: string | null,
  ): Promise<void>;
  unlock(db: QueryExecutorProvider, by: StaffActor, id: string): Promise<void>;
  /**
   * Ends the password, the sessions and, if asked, the second factor. Returns the path of the link by which the person
   * chooses a new password; null: it is sent by mail.
   * @throws AppError `rate.limited` after too many mails to the person; nothing has ended then
   */
  reset(
    db: QueryExecutorProvider,
    by: StaffActor,
    id: string,
    how: { readonly endsSecondFactor: boolean; readonly reason: string | null },
  ): Promise<string | null>;
  /** Undefined if the email belongs to a person or an invitation. */
  invite(
    db: QueryExecutorProvider,
    by: StaffActor,
    invited: Invited,
    byMail: boolean,
  ): Promise<{ readonly id: string; readonly link: string | null } | undefined>;
  /** Makes a new link and ends the last one. Returns its path, also after too many mails; null: it is sent by mail. */
  sendInvitation(db: QueryExecutorProvider, by: StaffActor, id: string): Promise<string | null>;
  revokeInvitation(db: QueryExecutorProvider, by: StaffActor, id: string): Promise<void>;
  sessions(db: QueryExecutorProvider, id: string): Promise<readonly PersonSession[]>;
  /** Ends one session, or all if it is null. */
  signOut(db: QueryExecutorProvider, by: StaffActor, id: string, session: string | null): Promise<void>;
}
