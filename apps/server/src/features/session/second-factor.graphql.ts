import { REVEAL_LIMITS } from '@backcounter/domain';
import { sql } from 'kysely';
import { signInOf } from '../../audit/disclosure.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { needs } from '../../graphql/authorise.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { addMutation } from '../../graphql/schema/mutation.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import type { StaffCaller } from '../../ports/identity.ts';

type Outcome = 'CONFIRMED' | 'WRONG_CODE' | 'TOO_MANY_TRIES';

interface Confirmation {
  readonly outcome: Outcome;
  readonly expiresAt: Date | null;
  readonly retryAfterSeconds: number | null;
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  CONFIRMED: 'The code is right.',
  WRONG_CODE: 'The code is wrong.',
  TOO_MANY_TRIES: 'The code was not checked because of too many wrong ones.',
};

/** Confirms the second factor within a session, for actions that sign-in alone does not allow. */
export function addSecondFactor(builder: Builder): void {
  const outcome = addEnum(builder, 'SecondFactorOutcome', 'Result of a code.', OUTCOMES);
  // A wrong code is a result, not an error, so that the attempt is counted.
  addMutation(builder, 'confirmSecondFactor', {
    description: `Confirms a code of the caller's second factor, which lifts the hourly budget of reveals for ${REVEAL_LIMITS.confirmedMinutes} minutes.`,
    extensions: needs('session.confirm'),
    input: (t) => ({ code: t.string({ required: true, description: 'The code, as the authenticator shows it.' }) }),
    resolve: ({ code }, context) => confirmCode(context, context.caller as StaffCaller, code),
    payload: (t) => ({
      outcome: t.expose('outcome', { type: outcome, description: 'Result of the code.' }),
      expiresAt: t.expose(
        'expiresAt',
        orNull('End of the confirmation for this sign-in; null unless CONFIRMED.', 'DateTime'),
      ),
      retryAfterSeconds: t.exposeInt(
        'retryAfterSeconds',
        orNull('Seconds until the next code is accepted; null unless TOO_MANY_TRIES.'),
      ),
    }),
  });
}

async function confirmCode(context: RequestContext, caller: StaffCaller, code: string): Promise<Confirmation> {
  const { db, services } = context;
  const judged = await services.secondFactors?.judge(db, caller.sub, code, signInOf(caller));
  const isRight = judged?.isRight === true;
  await recordAudit(context, {
    action: 'session.confirm',
    entityType: null,
    entityId: null,
    outcome: isRight ? 'DONE' : 'DENIED',
  });
  if (isRight) {
    const { rows } = await sql<{ expiresAt: Date }>`
      insert into second_factor_confirmation (staff_sub, sign_in_id, expires_at)
      values (${caller.sub}, ${signInOf(caller)}, now() + make_interval(mins => ${REVEAL_LIMITS.confirmedMinutes}))
      on conflict (staff_sub, sign_in_id) do update set expires_at = excluded.expires_at
      returning expires_at as "expiresAt"`.execute(db);
    return { outcome: 'CONFIRMED', expiresAt: rows[0]?.expiresAt ?? null, retryAfterSeconds: null };
  }
  const waitS = judged?.waitS ?? 0;
  if (waitS > 0) return { outcome: 'TOO_MANY_TRIES', expiresAt: null, retryAfterSeconds: waitS };
  return { outcome: 'WRONG_CODE', expiresAt: null, retryAfterSeconds: null };
}
