import { CONFIRMED_MINUTES } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import { needs } from '../../graphql/authorise.ts';
import { signInOf } from '../../graphql/confirmed.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { addMutation } from '../../graphql/schema/mutation.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import type { PasskeyRequest, SecondFactorProof, StaffCaller } from '../../ports/identity.ts';

type Outcome = 'CONFIRMED' | 'WRONG_CODE' | 'TOO_MANY_TRIES';

interface Confirmation {
  readonly outcome: Outcome;
  readonly expiresAt: Date | null;
  readonly retryAfterSeconds: number | null;
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  CONFIRMED: 'The proof is right.',
  WRONG_CODE: 'The code or the passkey is wrong, or the token shows no new sign-in with a second factor.',
  TOO_MANY_TRIES: 'The code was not checked because of too many wrong ones.',
};

/** Confirms the second factor within a session, for operations that sign-in alone does not allow. */
export function addSecondFactor(builder: Builder): void {
  const outcome = addEnum(builder, 'SecondFactorOutcome', 'Result of a code or a passkey.', OUTCOMES);
  const proof = builder.inputType('PasskeyProof', {
    description: 'Answer of a passkey.',
    fields: (t) => ({
      response: t.string({ required: true, description: 'Credential of WebAuthn as JSON.' }),
      sealed: t.string({ required: true, description: '`sealed` of the request.' }),
    }),
  });
  const asked = builder.objectRef<PasskeyRequest>('PasskeyRequest').implement({
    description: 'A request to a passkey, valid for 5 minutes and once.',
    fields: (t) => ({
      options: t.exposeString('options', { description: 'Options of WebAuthn as JSON.' }),
      sealed: t.exposeString('sealed', { description: 'To send back with the answer.' }),
    }),
  });
  builder.queryField('passkeyRequest', (t) =>
    t.field({
      ...orNull('Request to the passkeys of the caller, for `confirmSecondFactor`; null without a passkey.', asked),
      extensions: needs('session.confirm'),
      resolve: (_root, _args, { caller, db, services }) =>
        services.secondFactors?.askPasskey(db, caller.sub, signInOf(caller as StaffCaller)) ?? null,
    }),
  );
  // A wrong code is a result, not an error, so that the attempt is counted.
  addMutation(builder, 'confirmSecondFactor', {
    description: `Confirms the caller's second factor by a code, a passkey or a new sign-in at another provider, which allows sensitive operations of this sign-in for ${CONFIRMED_MINUTES} minutes: changes of people and machine clients, exports of contacts, and reveals above the hourly budget.`,
    extensions: needs('session.confirm'),
    input: (t) => ({
      code: t.string({ description: 'The code as the app shows it, or a recovery code; null with another proof.' }),
      passkey: t.field({
        type: proof,
        description: 'Answer of a passkey to `passkeyRequest`; null with another proof.',
      }),
      idToken: t.string({
        description:
          'New ID token of another provider, after a sign-in with `prompt=login` and `max_age=0`; null with another proof.',
      }),
    }),
    resolve: ({ code, passkey, idToken }, context) =>
      confirm(context, context.caller as StaffCaller, passkey ?? (idToken ? { idToken } : (code ?? ''))),
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

async function confirm(context: RequestContext, caller: StaffCaller, proof: SecondFactorProof): Promise<Confirmation> {
  const { db, services } = context;
  const judged = await services.secondFactors?.judge(db, caller.sub, proof, signInOf(caller));
  const isRight = judged?.isRight === true;
  await recordAudit(context, {
    action: 'session.confirm',
    entityType: null,
    entityId: null,
    outcome: isRight ? 'DONE' : 'DENIED',
    reason: judged?.reason ?? null,
  });
  if (isRight) {
    const { rows } = await sql<{ expiresAt: Date }>`
      insert into second_factor_confirmation (staff_sub, sign_in_id, expires_at)
      values (${caller.sub}, ${signInOf(caller)}, now() + make_interval(mins => ${CONFIRMED_MINUTES}, secs => ${-(judged.ageS ?? 0)}))
      on conflict (staff_sub, sign_in_id) do update set expires_at = excluded.expires_at
      returning expires_at as "expiresAt"`.execute(db);
    return { outcome: 'CONFIRMED', expiresAt: rows[0]?.expiresAt ?? null, retryAfterSeconds: null };
  }
  const waitS = judged?.waitS ?? 0;
  if (waitS > 0) return { outcome: 'TOO_MANY_TRIES', expiresAt: null, retryAfterSeconds: waitS };
  return { outcome: 'WRONG_CODE', expiresAt: null, retryAfterSeconds: null };
}
