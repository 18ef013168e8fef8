import { randomInt } from 'node:crypto';
import type { Role } from '@backcounter/domain';
import type pg from 'pg';
import { audit, type IdentityEvent } from './audit-trail.ts';
import { PASSWORD_MIN_LENGTH, passwordProblem } from './password.ts';
import { addPerson, changePassword, findPersonByEmail, type Person, removePerson } from './person.ts';
import { inTransaction } from './queryable.ts';
import { removeSecondFactor } from './second-factor.ts';
import { revokeAllOf } from './session-end.ts';
import { forgetTries } from './sign-in-throttle.ts';

/** Who acts in the trail when an operator works at the server's terminal. */
const OPERATOR = 'operator';

/** A refusal that its reader can act on. */
export class StaffError extends Error {}

/** What an operator does with the people of the embedded provider; each with its audit row in one transaction. */
export class StaffAdministration {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** @throws StaffError when the e-mail is taken or the password is weak */
  add(person: { email: string; name: string; roles: readonly Role[]; password: string }): Promise<void> {
    refuseWeak(person.password, person.email);
    return inTransaction(this.#pool, async (client) => {
      const id = await addPerson(client, person);
      if (id === undefined) throw new StaffError(`There is a person with the e-mail ${person.email} already.`);
      await audit(client, byOperator('staff.add', id, `roles: ${person.roles.join(', ') || 'none'}`));
    });
  }

  remove(email: string): Promise<void> {
    return inTransaction(this.#pool, async (client) => {
      const person = await existing(client, email);
      await audit(client, byOperator('staff.remove', person.id));
      await removePerson(client, email);
    });
  }

  /** New password, no second factor, no lock-out, no sessions. */
  reset(email: string, password: string): Promise<void> {
    refuseWeak(password, email);
    return inTransaction(this.#pool, async (client) => {
      const person = await existing(client, email);
      await audit(client, byOperator('staff.reset', person.id));
      await forgetTries(client, person);
      await changePassword(client, person.id, password);
      await removeSecondFactor(client, person.id);
      await client.query('UPDATE identity.person SET is_demo = false WHERE id = $1', [person.id]);
    });
  }

  /** Ends the waits after too many wrong tries. */
  unlock(email: string): Promise<void> {
    return inTransaction(this.#pool, async (client) => {
      const person = await existing(client, email);
      await audit(client, byOperator('staff.unlock', person.id));
      await forgetTries(client, person);
    });
  }

  /** Roles take effect within 5 s, the administration link at the next sign-in; a suspended person's sessions end at once. */
  set(
    email: string,
    change: { roles?: readonly Role[]; state?: Person['state']; adminUrl?: string | null },
  ): Promise<void> {
    return inTransaction(this.#pool, async (client) => {
      const person = await existing(client, email);
      const roles = change.roles ?? person.roles;
      const state = change.state ?? person.state;
      const adminUrl = change.adminUrl === undefined ? person.admin_url : change.adminUrl;
      const what = `roles: ${roles.join(', ') || 'none'}; state: ${state}; administration: ${adminUrl ?? 'none'}`;
      await audit(client, byOperator('staff.set', person.id, what));
      await client.query('UPDATE identity.person SET roles = $2, state = $3, admin_url = $4 WHERE id = $1', [
        person.id,
        [...roles],
        state,
        adminUrl,
      ]);
      if (state === 'SUSPENDED') await revokeAllOf(client, person.id);
    });
  }
}

/** Four groups of five letters and digits that can't be mistaken for each other: 98 bits. */
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
    'too-common': 'The password is one of those that are guessed first.',
    'contains-email': 'The password must not contain the name in the e-mail.',
  } as const;
  throw new StaffError(sentences[problem]);
}

async function existing(client: pg.PoolClient, email: string): Promise<Person> {
  const person = await findPersonByEmail(client, email);
  if (!person) throw new StaffError(`Nobody has the e-mail ${email}.`);
  return person;
}

function byOperator(action: IdentityEvent['action'], sub: string, reason?: string): IdentityEvent {
  return { action, sub, actor: OPERATOR, outcome: 'DONE', ...(reason === undefined ? {} : { reason }) };
}
