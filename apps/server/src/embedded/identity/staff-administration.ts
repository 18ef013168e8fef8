import { randomInt } from 'node:crypto';
import type { Role } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/client.ts';
import { StartupError } from '../../db/startup-error.ts';
import { type DatabaseTransaction, inTransaction } from '../../db/transaction.ts';
import { audit, type IdentityEvent } from './audit-trail.ts';
import { PASSWORD_MIN_LENGTH, passwordProblem } from './password.ts';
import { addPerson, changePassword, findPersonByEmail, type Person, removePerson } from './person.ts';
import { removeSecondFactor } from './second-factor.ts';
import { revokeAllOf } from './session-end.ts';
import { forgetTries } from './sign-in-throttle.ts';

/** Actor in the trail for commands at the server's terminal. */
const OPERATOR = 'operator';

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
    return inTransaction(this.#db, async (trx) => {
      const id = await addPerson(trx, person);
      if (id === undefined) throw new StaffError(`A person with the e-mail ${person.email} already exists.`);
      await audit(trx, byOperator('staff.add', id, `roles: ${person.roles.join(', ') || 'none'}`));
    });
  }

  remove(email: string): Promise<void> {
    return inTransaction(this.#db, async (trx) => {
      const person = await existing(trx, email);
      await audit(trx, byOperator('staff.remove', person.id));
      await removePerson(trx, email);
    });
  }

  /** Sets a new password and removes second factor, lock-out and sessions. */
  reset(email: string, password: string): Promise<void> {
    refuseWeak(password, email);
    return inTransaction(this.#db, async (trx) => {
      const person = await existing(trx, email);
      await audit(trx, byOperator('staff.reset', person.id));
      await forgetTries(trx, person);
      await changePassword(trx, person.id, password);
      await removeSecondFactor(trx, person.id);
      await trx.updateTable('identity.person').set({ is_demo: false }).where('id', '=', person.id).execute();
    });
  }

  /** Ends the delays after too many wrong attempts. */
  unlock(email: string): Promise<void> {
    return inTransaction(this.#db, async (trx) => {
      const person = await existing(trx, email);
      await audit(trx, byOperator('staff.unlock', person.id));
      await forgetTries(trx, person);
    });
  }

  /**
   * Roles take effect within 5 s, the administration link at the next sign-in. Suspension ends sessions immediately.
   */
  set(
    email: string,
    change: { roles?: readonly Role[]; state?: Person['state']; adminUrl?: string | null },
  ): Promise<void> {
    return inTransaction(this.#db, async (trx) => {
      const person = await existing(trx, email);
      const roles = change.roles ?? person.roles;
      const state = change.state ?? person.state;
      const adminUrl = change.adminUrl === undefined ? person.admin_url : change.adminUrl;
      const what = `roles: ${roles.join(', ') || 'none'}; state: ${state}; administration: ${adminUrl ?? 'none'}`;
      await audit(trx, byOperator('staff.set', person.id, what));
      await trx
        .updateTable('identity.person')
        .set({ roles: [...roles], state, admin_url: adminUrl })
        .where('id', '=', person.id)
        .execute();
      if (state === 'SUSPENDED') await revokeAllOf(trx, person.id);
    });
  }
}

/** Four groups of five unambiguous letters and digits: 98 bits. */
export function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
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
  const person = await findPersonByEmail(trx, email);
  if (!person) throw new StaffError(`No one has the e-mail ${email}.`);
  return person;
}

function byOperator(action: IdentityEvent['action'], sub: string, reason?: string): IdentityEvent {
  return { action, sub, actor: OPERATOR, outcome: 'DONE', ...(reason === undefined ? {} : { reason }) };
}
