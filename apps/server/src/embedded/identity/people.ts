import { AppError } from '@backcounter/domain';
import type { Kysely, QueryExecutorProvider } from 'kysely';
import type { Database } from '../../db/client.ts';
import { nextMailAt, queueMail } from '../../mail/mail-queue.ts';
import { TEXT_LANGUAGES, textLanguageOf } from '../../mail/text-language.ts';
import type { Clock } from '../../ports/clock.ts';
import type { People } from '../../ports/people.ts';
import { alertOwner } from './factor-mail.ts';
import { INVITATION_PATH, inviteStaff, lockInvitation, revokeInvitation, sendInvitation } from './invitation.ts';
import { deviceName } from './pages/account.page.ts';
import { generatePassword } from './password.ts';
import { issueReset, RESET_MAIL } from './password-reset.ts';
import { findPerson, hasSecondFactor, type Person } from './person.ts';
import { endSession, listSessions, revokeAllOf } from './session-end.ts';
import { record, resetStaff, setStaff, unlockStaff } from './staff-change.ts';

interface PeopleDeps {
  readonly sendsMail: boolean;
  /** Path of the provider. */
  readonly root: string;
  readonly clock: Clock;
}

/** The people of the embedded provider, for the console. */
export function peopleOf({ sendsMail, root, clock }: PeopleDeps): People {
  const how = (byMail: boolean) => ({ now: clock.now(), byMail: byMail && sendsMail });
  const linkOf = (token: string | null) => token && `${root}${INVITATION_PATH}/${token}`;
  return {
    sendsMail,
    lock: async (db, id) => (await findPerson(db, id, true)) !== undefined || lockInvitation(own(db), id),
    change: async (db, by, id, change, reason) => setStaff(own(db), by, await existing(db, id), change, reason),
    unlock: async (db, by, id) => unlockStaff(own(db), by, await existing(db, id)),
    reset: async (trx, by, id, { endsSecondFactor, reason }) => {
      const db = own(trx);
      const person = await existing(db, id);
      await resetStaff(db, by, person, { password: generatePassword(), keepsSecondFactor: !endsSecondFactor, reason });
      if (endsSecondFactor && sendsMail && hasSecondFactor(person)) await alertOwner(db, person, 'factor-removed');
      if (!sendsMail) return `${root}/reset/${await issueReset(db, id, clock.now())}`;
      const language = textLanguageOf(person.preferred_language_key) ?? TEXT_LANGUAGES[0];
      if (await queueMail(db, { kind: RESET_MAIL, recipientSub: id, language })) return null;
      const retryAt = (await nextMailAt(db, RESET_MAIL, id))?.toISOString();
      throw new AppError('rate.limited', { details: retryAt === undefined ? {} : { retryAt } });
    },
    invite: async (db, by, invited, byMail) => {
      const made = await inviteStaff(own(db), by, invited, how(byMail));
      return made && { id: made.id, link: linkOf(made.token) };
    },
    sendInvitation: async (db, by, id) => linkOf(await sendInvitation(own(db), by, id, how(true))),
    revokeInvitation: (db, by, id) => revokeInvitation(own(db), by, id),
    sessions: async (db, id) =>
      (await listSessions(own(db), id)).map((session) => ({
        id: session.uid,
        device: deviceName(session.user_agent),
        address: session.address,
        signedInAt: session.signed_in_at,
        lastActiveAt: session.last_active_at,
      })),
    signOut: async (trx, by, id, session) => {
      const db = own(trx);
      const changes = { sessions: [session === null ? 'ALL' : 'ONE', null] } as const;
      if (session === null) await revokeAllOf(db, id);
      else if (!(await endSession(db, id, session))) return;
      await record(db, by, 'session.revoke', id, { changes });
    },
  };
}

/** Ports know no tables. */
const own = (db: QueryExecutorProvider) => db as Kysely<Database>;

async function existing(db: QueryExecutorProvider, id: string): Promise<Person> {
  const person = await findPerson(db, id, true);
  if (person === undefined) throw new Error('The person to change was not locked.');
  return person;
}
