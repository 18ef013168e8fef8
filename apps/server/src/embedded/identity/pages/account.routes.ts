import { createHash, randomBytes } from 'node:crypto';
import { AppError, CONFIRMED_MINUTES } from '@backcounter/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';
import { type DatabaseTransaction, inTransaction } from '../../../db/transaction.ts';
import { listAllowedApps, revokeApp } from '../app-consent.ts';
import { audit, type IdentityEvent } from '../audit-trail.ts';
import { alertOwner } from '../factor-mail.ts';
import type { PageDeps } from '../interaction.routes.ts';
import { PAGE_VALUE_S } from '../keys/sealed-box.ts';
import { listPasskeys } from '../passkeys.ts';
import { isPasswordOf, passwordProblem } from '../password.ts';
import { changePassword, findPerson, hasSecondFactor, isUsable, type Person } from '../person.ts';
import {
  enrolSecondFactor,
  newRecoveryCodes,
  newTotpSecret,
  recoveryCodesLeft,
  removeSecondFactor,
  totpStepOf,
  totpUri,
} from '../second-factor.ts';
import { endSession, listSessions } from '../session-end.ts';
import { beginTry, tryWasRight } from '../sign-in-throttle.ts';
import { accountPage } from './account.page.ts';
import { field, originOf, proofOf } from './form-guard.ts';
import { type MessageKey, text, waitText } from './identity.messages.ts';

/** The provider's own client, for the person's page; it receives no token. */
export const ACCOUNT_CLIENT_ID = 'identity-account';

/** A signed-in person at the provider's pages. */
export interface Visit {
  readonly person: Person;
  readonly sessionUid: string;
  readonly grantIds: readonly string[];
  /** Seconds for which a sign-in with a second factor still proves who it is; 0: none, or too long ago. */
  readonly provenS: number;
}

/** Results shown after a redirect. A fixed list, so that a URL cannot put text into the page. */
const DONE: Readonly<Record<string, MessageKey>> = {
  password: 'identity.me.password.done',
  enrolled: 'identity.me.second-factor.done',
  replaced: 'identity.me.second-factor.replaced',
  removed: 'identity.me.second-factor.removed',
  passkey: 'identity.me.passkey.done',
  unkeyed: 'identity.me.passkey.removed',
  ended: 'identity.me.sessions.ended',
  app: 'identity.me.apps.revoked',
};

/** A person's own page: change password, second factor, sessions. Authenticated by the provider's session. */
export function accountRoutes(app: FastifyInstance, deps: PageDeps): void {
  const { guard } = deps;
  const here = `${guard.root}/account`;
  const done = (reply: FastifyReply, what: string) => reply.redirect(`${here}?done=${what}`, 303);

  app.get<{ Querystring: Record<string, unknown> }>('/account', async (request, reply) => {
    const visit = await readVisit(deps, request, reply);
    if (!visit) return reply.redirect(signInAddress(deps), 303);
    const what = request.query['done'];
    const isEnrolling = request.query['enrol'] !== undefined;
    const isAddingPasskey = request.query['passkey'] !== undefined;
    if ((isEnrolling || isAddingPasskey) && (await mayChangeFactorsS(deps, visit)) === 0)
      return reply.redirect(signInAddress(deps, isEnrolling ? 'account?enrol=1' : 'account?passkey=1', true), 303);
    return sendPage(deps, reply, visit, {
      isEnrolling,
      isAddingPasskey,
      done: typeof what === 'string' && Object.hasOwn(DONE, what) ? (DONE[what] ?? null) : null,
    });
  });

  // Callback of this page's sign-in. The code is useless, because its verifier was discarded.
  app.get<{ Querystring: Record<string, unknown> }>('/account/signed-in', (request, reply) => {
    const to = PAGES.find((page) => page === request.query['state']) ?? 'account';
    return reply.redirect(`${guard.root}/${to}`, 303);
  });

  const post = (
    path: string,
    handle: (visit: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) =>
    app.post(path, async (request, reply) => {
      const visit = await readVisit(deps, request, reply);
      if (!visit) return reply.redirect(signInAddress(deps), 303);
      return guard.isOurs(request, visit.sessionUid) ? handle(visit, request, reply) : guard.sendForged(reply);
    });

  post('/account/password', async (visit, request, reply) => {
    const { person } = visit;
    const refuse = (problem: string, status = 422) => sendPage(deps, reply, visit, { problem }, status);
    const wrong = await currentPasswordProblem(deps, person, field(request, 'current'));
    if (wrong !== null) return refuse(wrong, 401);
    const next = field(request, 'new');
    if (next === field(request, 'current')) return refuse(text('identity.me.password.same'));
    const problem = passwordProblem(next, person.email);
    if (problem !== null) return refuse(text(`identity.me.password.${problem}`));
    await record(deps.db, 'staff.change-password', person, request);
    await changePassword(deps.db, person.id, next, { uid: visit.sessionUid, grantIds: visit.grantIds });
    return done(reply, 'password');
  });

  const postFactor: typeof post = (path, handle) =>
    post(path, async (visit, request, reply) =>
      (await mayChangeFactorsS(deps, visit)) > 0
        ? handle(visit, request, reply)
        : reply.redirect(signInAddress(deps, 'account', true), 303),
    );

  postFactor('/account/second-factor', async (visit, request, reply) => {
    const { person } = visit;
    const now = deps.clock.now();
    const sealed = field(request, 'sealed');
    const secret = deps.box.openUntil(now, sealed, enrolmentOf(visit))?.toString('utf8');
    const refuse = (problem: string, status: number) =>
      sendPage(deps, reply, visit, { problem, isEnrolling: true, ...(secret && { key: { secret, sealed } }) }, status);
    if (!secret) return refuse(text('identity.me.second-factor.expired'), 422);
    const isReplacing = person.totp_secret !== null;
    const wrong = hasSecondFactor(person)
      ? await currentPasswordProblem(deps, person, field(request, 'confirm'))
      : null;
    if (wrong !== null) return refuse(wrong, 401);
    const step = await totpStepOf(secret, field(request, 'code'), now.getTime());
    if (step === null) return refuse(text('identity.me.second-factor.wrong'), 422);
    const isEnrolled = await inTransaction(deps.db, async (trx) => {
      if (!(await enrolSecondFactor(trx, deps.box, person, secret, step))) return false;
      await record(trx, 'staff.enrol-second-factor', person, request);
      if (deps.mail.isOn) await alertOwner(trx, person, 'factor-added');
      await noteFirstFactor(trx, deps, visit);
      return true;
    });
    if (!isEnrolled) return reply.redirect(`${here}?enrol=1`, 303);
    return done(reply, isReplacing ? 'replaced' : 'enrolled');
  });

  /** Needs the current password; the change and its audit event are one transaction. Null: nothing was changed. */
  const changeFactor = <Result>(
    path: string,
    factor: 'CODE_APP' | 'PASSKEY' | 'RECOVERY_CODES',
    change: (trx: DatabaseTransaction, visit: Visit, request: FastifyRequest) => Promise<Result | null>,
    answer: (reply: FastifyReply, result: Result, visit: Visit) => FastifyReply | Promise<FastifyReply>,
  ) =>
    postFactor(path, async (visit, request, reply) => {
      const { person } = visit;
      const isAddingPasskey = path === '/account/passkeys';
      const wrong = await currentPasswordProblem(deps, person, field(request, 'confirm'));
      if (wrong !== null) return sendPage(deps, reply, visit, { problem: wrong, isAddingPasskey }, 401);
      const isRemoval = path.endsWith('/remove');
      const result = await inTransaction(deps.db, async (trx) => {
        const changed = await change(trx, visit, request);
        const action = isRemoval ? 'staff.remove-second-factor' : 'staff.enrol-second-factor';
        const secondFactor = isRemoval ? ([factor, null] as const) : ([null, factor] as const);
        if (changed !== null) await record(trx, action, person, request, { secondFactor });
        if (changed !== null) await noteFirstFactor(trx, deps, visit);
        if (changed !== null && factor !== 'RECOVERY_CODES' && deps.mail.isOn)
          await alertOwner(trx, person, isRemoval ? 'factor-removed' : 'factor-added');
        return changed;
      }).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'approval.unsatisfiable') return 'kept' as const;
        throw error;
      });
      if (result === 'kept') return sendPage(deps, reply, visit, { problem: text('identity.me.factor.kept') }, 409);
      if (result !== null) return answer(reply, result, visit);
      return sendPage(deps, reply, visit, { problem: text('identity.me.passkey.wrong'), isAddingPasskey }, 422);
    });

  changeFactor(
    '/account/second-factor/remove',
    'CODE_APP',
    async (trx, { person }) => removeSecondFactor(trx, person.id, 'app'),
    (reply) => done(reply, 'removed'),
  );
  changeFactor(
    '/account/passkeys',
    'PASSKEY',
    (trx, visit, request) =>
      deps.passkeys.add(trx, visit.person, { ...proofOf(request), name: field(request, 'name') }, visit.sessionUid),
    (reply) => done(reply, 'passkey'),
  );
  changeFactor(
    '/account/passkeys/remove',
    'PASSKEY',
    async (trx, { person }, request) => removeSecondFactor(trx, person.id, { passkey: field(request, 'id') }),
    (reply) => done(reply, 'unkeyed'),
  );
  changeFactor(
    '/account/recovery-codes',
    'RECOVERY_CODES',
    (trx, { person }) => newRecoveryCodes(trx, person.id),
    (reply, recoveryCodes, visit) => sendPage(deps, reply, visit, { recoveryCodes }),
  );

  post('/account/sessions/end', async (visit, request, reply) => {
    await record(deps.db, 'session.revoke', visit.person, request);
    await endSession(deps.db, visit.person.id, field(request, 'uid'));
    return done(reply, 'ended');
  });

  post('/account/apps/revoke', async ({ person }, request, reply) => {
    const clientId = field(request, 'app').replaceAll('\0', '');
    await inTransaction(deps.db, async (trx) => {
      await record(trx, 'app.disallow', person, request, { clientId: [clientId.slice(0, 128), null] });
      await revokeApp(trx, person.id, clientId);
    });
    return done(reply, 'app');
  });
}

/** The person behind the provider's session cookie. */
export async function readVisit(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit | undefined> {
  const provider = await deps.provider();
  const session = await provider.Session.get(provider.createContext(request.raw, reply.raw) as never);
  const person = session.accountId === undefined ? undefined : await findPerson(deps.db, session.accountId);
  if (!person || !isUsable(person, deps.isDemo)) return undefined;
  const grantIds = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => (grantId ? [grantId] : []));
  // The library keeps the time of the process.
  const sinceS = Date.now() / 1000 - (session.loginTs ?? 0);
  const provenS = /otp|mfa/.test(`${session.amr}`) ? Math.max(0, CONFIRMED_MINUTES * 60 - sinceS) : 0;
  return { person, sessionUid: session.uid, grantIds, provenS };
}

/**
 * Seconds for which the visit may change second factors: people who have one need it, in a sign-in of the last minutes.
 * Otherwise a session and a password would be enough to replace it.
 */
async function mayChangeFactorsS({ db, clock }: PageDeps, visit: Visit): Promise<number> {
  if (!hasSecondFactor(visit.person)) return Number.POSITIVE_INFINITY;
  const { rows } = await sql<{ at: Date }>`
    SELECT expires_at AS at FROM second_factor_confirmation
    WHERE staff_sub = ${visit.person.id} AND sign_in_id = ${visit.sessionUid}`.execute(db);
  const confirmedS = ((rows[0]?.at.getTime() ?? 0) - clock.now().getTime()) / 1000;
  return Math.max(visit.provenS, confirmedS, 0);
}

/** After setting up the first factor, people may add others and recovery codes. */
async function noteFirstFactor(trx: DatabaseTransaction, { clock }: PageDeps, visit: Visit): Promise<void> {
  if (hasSecondFactor(visit.person)) return;
  const expiresAt = new Date(clock.now().getTime() + CONFIRMED_MINUTES * 60_000);
  await sql`
    INSERT INTO second_factor_confirmation (staff_sub, sign_in_id, expires_at)
    VALUES (${visit.person.id}, ${visit.sessionUid}, ${expiresAt})
    ON CONFLICT (staff_sub, sign_in_id) DO UPDATE SET expires_at = excluded.expires_at`.execute(trx);
}

/** Where a sign-in for the provider's own pages may lead. */
const PAGES = ['account', 'account?enrol=1', 'account?passkey=1', 'outbox'] as const;

/**
 * An ordinary sign-in with a discarded verifier: only the resulting session is needed. It leads to the page `to`, also
 * for those who are signed in if it is `isAgain`.
 */
export function signInAddress({ guard }: PageDeps, to: (typeof PAGES)[number] = 'account', isAgain = false): string {
  const query = new URLSearchParams({
    client_id: ACCOUNT_CLIENT_ID,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${guard.publicUrl}${guard.root}/account/signed-in`,
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
    state: to,
    ...(isAgain && { prompt: 'login' }),
  });
  return `${guard.root}/auth?${query}`;
}

/** Guesses by a signed-in person are throttled separately from those of strangers. */
async function currentPasswordProblem(deps: PageDeps, person: Person, password: string): Promise<string | null> {
  const waitS = await beginTry(deps.db, 'account', person.id);
  if (waitS > 0) return text('identity.sign-in.throttled', { wait: waitText(waitS) });
  if (!(await isPasswordOf(person.password_hash, password))) return text('identity.me.password.wrong');
  await tryWasRight(deps.db, 'account', person.id);
  return null;
}

/** A key is valid in the session that displayed it. */
const enrolmentOf = ({ person, sessionUid }: Visit) => `enrol:${person.id}:${sessionUid}`;

function newKey(deps: PageDeps, visit: Visit): { secret: string; sealed: string } {
  const secret = newTotpSecret();
  const expiresAt = new Date(deps.clock.now().getTime() + PAGE_VALUE_S * 1000);
  return { secret, sealed: deps.box.sealUntil(expiresAt, Buffer.from(secret), enrolmentOf(visit)) };
}

function record(
  db: Kysely<Database>,
  action: IdentityEvent['action'],
  person: Person,
  request: FastifyRequest,
  changes?: IdentityEvent['changes'],
) {
  const origin = originOf(request);
  return audit(db, {
    action,
    sub: person.id,
    roles: person.roles,
    outcome: 'DONE',
    origin,
    ...(changes && { changes }),
  });
}

async function sendPage(
  deps: PageDeps,
  reply: FastifyReply,
  visit: Visit,
  state: {
    isEnrolling?: boolean;
    isAddingPasskey?: boolean;
    recoveryCodes?: readonly string[];
    key?: { secret: string; sealed: string };
    done?: MessageKey | null;
    problem?: string;
  },
  status = 200,
): Promise<FastifyReply> {
  const { guard } = deps;
  const { person } = visit;
  const key = state.isEnrolling ? (state.key ?? newKey(deps, visit)) : null;
  const markup = accountPage({
    name: person.name,
    email: person.email,
    csrf: guard.tokenFor(visit.sessionUid),
    root: guard.root,
    publicUrl: guard.publicUrl,
    hasApp: person.totp_secret !== null,
    passkeys: await listPasskeys(deps.db, person.id),
    newPasskey: state.isAddingPasskey ? await deps.passkeys.askToAdd(person, visit.sessionUid) : null,
    recoveryCodesLeft: await recoveryCodesLeft(deps.db, person.id),
    recoveryCodes: state.recoveryCodes ?? null,
    provenS: await mayChangeFactorsS(deps, visit),
    needsSecondFactor: person.roles.some((role) => deps.secondFactorRoles.includes(role)),
    enrolment: key && { ...key, uri: totpUri(key.secret, person.email) },
    apps: await listAllowedApps(deps.db, person.id),
    sessions: await listSessions(deps.db, person.id),
    currentUid: visit.sessionUid,
    done: state.done ?? null,
    problem: state.problem ?? null,
  });
  return guard.send(reply, markup, status);
}
