import { AppError, type Role } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { StartupError } from '../../db/startup-error.ts';
import { type DatabaseTransaction, inTransaction } from '../../db/transaction.ts';
import type { Invited, PersonChange, StaffActor } from '../../ports/people.ts';
import { inviteStaff } from './invitation.ts';
import { PASSWORD_MIN_LENGTH, passwordProblem } from './password.ts';
import { findPersonByEmail, type Person } from './person.ts';
import { addStaff, removeStaff, resetStaff, setStaff, unlockStaff } from './staff-change.ts';

/** Actor in the trail for commands at the server's terminal. */
const OPERATOR: StaffActor = { sub: 'operator', roles: [], requestId: null };

/** A refusal whose message is shown to the operator. */
export class StaffError extends StartupError {}

/** Operator actions on people of the embedded provider, each audited in the same transaction. */
export class StaffAdministration {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** @throws StaffError if the e-mail is taken or the password is weak */
  add(person: { email: string; name: string; roles: readonly Role[]; password: string }): Promise<void> {
    refuseWeak(person.password, person.email);
    return this.#run(async (trx) => {
      if (person.roles.length > 0) await refuseUnapproved(trx);
      if ((await addStaff(trx, OPERATOR, person)) === undefined)
        throw new StaffError(`A person with the e-mail ${person.email} already exists.`);
    });
  }

  /** Returns the token of the link. @throws StaffError if the e-mail belongs to a person or an invitation */
  async invite(invited: Invited, now: Date): Promise<string> {
    return inTransaction(this.#db, async (trx) => {
      if (invited.roles.length > 0) await refuseUnapproved(trx);
      const made = await inviteStaff(trx, OPERATOR, invited, { now, byMail: false });
      if (!made?.token) throw new StaffError(`${invited.email} is invited or belongs to a person.`);
      return made.token;
    });
  }

  /** @throws StaffError for the last administrator */
  remove(email: string): Promise<void> {
    return this.#run(async (trx) => removeStaff(trx, OPERATOR, await existing(trx, email)));
  }

  /** Sets a new password and removes second factor, lock-out and sessions. */
  reset(email: string, password: string): Promise<void> {
    refuseWeak(password, email);
    return this.#run(async (trx) => resetStaff(trx, OPERATOR, await existing(trx, email), { password }));
  }

  /** Ends the delays after too many wrong attempts. */
  unlock(email: string): Promise<void> {
    return this.#run(async (trx) => unlockStaff(trx, OPERATOR, await existing(trx, email)));
  }

  /** @throws StaffError for the last administrator */
  set(email: string, change: PersonChange): Promise<void> {
    return this.#run(async (trx) => {
      if (change.roles !== undefined) await refuseUnapproved(trx);
      await setStaff(trx, OPERATOR, await existing(trx, email), change);
    });
  }

  /** Refusals of the database have words for the operator too. */
  async #run(change: (trx: DatabaseTransaction) => Promise<void>): Promise<void> {
    try {
      await inTransaction(this.#db, change);
    } catch (error) {
      throw error instanceof AppError && /^(approval|staff)\./.test(error.code) ? new StaffError(error.message) : error;
    }
  }
}

/** A command has no second person. @throws StaffError while changes of roles need approval */
async function refuseUnapproved(trx: DatabaseTransaction): Promise<void> {
  const { rows } = await sql`select from approval_rule where action = 'ROLES' and is_on`.execute(trx);
  if (rows.length > 0)
    throw new StaffError(
      'Changes of roles need the approval of a second person: ask for it in the console, or, in an emergency, turn approvals off with npm run approvals -- --off --reason TEXT.',
    );
}

function refuseWeak(password: string, email: string): void {
  const problem = passwordProblem(password, email);
  if (problem === null) return;
  const sentences = {
    'too-short': `The password must have at least ${PASSWORD_MIN_LENGTH} characters.`,
    'too-long': 'The password must have at most 256 characters.',
    'too-common': 'The password is too easy to guess.',
    'contains-email': 'The password must not contain the name in the e-mail.',
  } as const;
  throw new StaffError(sentences[problem]);
}

async function existing(trx: DatabaseTransaction, email: string): Promise<Person> {
  const person = await findPersonByEmail(trx, email, true);
  if (!person) throw new StaffError(`No one has the e-mail ${email}.`);
  return person;
}
