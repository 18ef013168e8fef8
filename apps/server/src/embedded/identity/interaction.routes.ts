import type { Role } from '@backcounter/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type Provider from 'oidc-provider';
import { bestEffort } from '../../db/best-effort.ts';
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SignInRefusal } from '../../ports/event-counts.ts';
import { arrivingPerson } from './arrival.ts';
import { auditRefusal } from './audit-trail.ts';
import { allowApp, type Interaction, sendConsent } from './consent.ts';
import { alertOwner } from './factor-mail.ts';
import type { SealedBox } from './keys/sealed-box.ts';
import { type DeviceCookie, knownDeviceOf, rememberDevice } from './known-device.ts';
import type { IdentityMail } from './mail-port.ts';
import { type FormGuard, field, originOf, proofOf } from './pages/form-guard.ts';
import { text, waitText } from './pages/identity.messages.ts';
import { codePage, signInPage } from './pages/sign-in.page.ts';
import type { Passkeys } from './passkeys.ts';
import { findPerson, hasSecondFactor, isUsable, type Person } from './person.ts';
import { judgeCode } from './second-factor.ts';
import { judgePassword, recordSignIn } from './sign-in.ts';

export interface PageDeps {
  /** A function, because key rotation replaces the provider. */
  readonly provider: () => Promise<Provider>;
  readonly db: Kysely<Database>;
  readonly box: SealedBox;
  readonly clock: Clock;
  readonly guard: FormGuard;
  readonly devices: DeviceCookie;
  readonly passkeys: Passkeys;
  readonly isDemo: boolean;
  readonly showsPublishedPassword: boolean;
  readonly secondFactorRoles: readonly Role[];
  readonly mail: IdentityMail;
}

type Request = FastifyRequest<{ Params: { uid: string } }>;

const SECOND_FACTOR_S = 300;

/** The sign-in page (specification, section 4): e-mail and password, then a code if a second factor is set up. */
export function interactionRoutes(app: FastifyInstance, deps: PageDeps): void {
  app.get<{ Params: { uid: string } }>('/interaction/:uid', async (request, reply) => {
    const interaction = await readInteraction(deps, request, reply);
    if (!interaction) return deps.guard.sendExpired(reply);
    if (isConsent(interaction))
      return (await sendConsent(deps, reply, interaction)) ? reply : deps.guard.sendExpired(reply);
    const arriving = await arrivingPerson(deps.db, deps.isDemo);
    if (arriving) return signIn(deps, request, reply, arriving, ['pwd']);
    const pending = pendingOf(interaction);
    const person = pending && (await findPerson(deps.db, pending.accountId));
    if (person) return sendCode(deps, reply, interaction, { person, problem: null });
    return sendSignIn(deps, reply, interaction, { email: loginHint(interaction), problem: null });
  });

  app.post<{ Params: { uid: string } }>('/interaction/:uid', async (request, reply) => {
    const interaction = await readInteraction(deps, request, reply);
    if (!interaction) return deps.guard.sendExpired(reply);
    if (!deps.guard.isOurs(request, interaction.uid)) return deps.guard.sendForged(reply);
    if (field(request, 'action') === 'cancel') {
      return finish(deps, request, reply, {
        error: 'access_denied',
        error_description: 'The person cancelled the sign-in',
      });
    }
    if (isConsent(interaction)) {
      const answer = field(request, 'action') === 'allow' ? await allowApp(deps, request, interaction) : null;
      return answer ? finish(deps, request, reply, answer, true) : deps.guard.sendExpired(reply);
    }
    if (pendingOf(interaction)) return takeSecondFactor(deps, request, reply, interaction);
    return field(request, 'action') === 'passkey'
      ? takePasskey(deps, request, reply, interaction)
      : takePassword(deps, request, reply, interaction);
  });
}

async function takePassword(deps: PageDeps, request: Request, reply: FastifyReply, interaction: Interaction) {
  const typed = { email: field(request, 'email').trim(), password: field(request, 'password') };
  const sendAgain = (problem: string, status: number) =>
    sendSignIn(deps, reply, interaction, { email: typed.email, problem }, status);
  if (!typed.email || !typed.password) return sendAgain(text('identity.sign-in.missing'), 422);
  const claim = deps.devices.read(request, deps.clock.now());
  const answer = await judgePassword(deps.db, deps.isDemo, typed, originOf(request), claim);
  switch (answer.outcome) {
    case 'wrong':
      return sendAgain(text('identity.sign-in.wrong'), 401);
    case 'suspended':
      return sendAgain(text('identity.sign-in.suspended'), 403);
    case 'throttled':
      reply.header('retry-after', answer.waitS);
      return sendAgain(text('identity.sign-in.throttled', { wait: waitText(answer.waitS) }), 429);
    case 'right':
      if (!hasSecondFactor(answer.person)) return signIn(deps, request, reply, answer.person, ['pwd']);
      interaction.result = { pending: { accountId: answer.person.id, atMs: deps.clock.now().getTime() } };
      await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
      return reply.redirect(request.url, 303);
  }
}

/** Signs in without a password. Passkeys ask for a PIN, a finger or a face, so they are two factors. */
async function takePasskey(deps: PageDeps, request: Request, reply: FastifyReply, interaction: Interaction) {
  const judged = await deps.passkeys.judge(deps.db, null, proofOf(request), interaction.uid);
  const person = judged.personId === null ? undefined : await findPerson(deps.db, judged.personId);
  const isRight = judged.outcome === 'right' && person !== undefined;
  if (isRight && isUsable(person, deps.isDemo)) return signIn(deps, request, reply, person, ['pop', 'mfa']);
  const [reason, problem] = isRight
    ? (['suspended', 'identity.sign-in.suspended'] as const)
    : PASSKEY_REFUSALS[judged.outcome === 'cloned' ? 'cloned' : 'wrong'];
  await auditRefusal(deps.db, { sub: judged.personId, reason, origin: originOf(request) });
  return sendSignIn(deps, reply, interaction, { email: '', problem: text(problem) }, isRight ? 403 : 401);
}

const PASSKEY_REFUSALS = {
  wrong: ['wrong passkey', 'identity.passkey.wrong'],
  cloned: ['copied passkey', 'identity.passkey.copied'],
} as const;

/** The second step after the password: a code, a recovery code or a passkey. */
async function takeSecondFactor(deps: PageDeps, request: Request, reply: FastifyReply, interaction: Interaction) {
  const pending = pendingOf(interaction);
  const person = pending && (await findPerson(deps.db, pending.accountId));
  const nowMs = deps.clock.now().getTime();
  if (!pending || !person || !isUsable(person, deps.isDemo) || nowMs - pending.atMs > SECOND_FACTOR_S * 1000) {
    interaction.result = {};
    await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
    return sendSignIn(
      deps,
      reply,
      interaction,
      { email: person?.email ?? '', problem: text('identity.second-factor.late') },
      401,
    );
  }
  const refuse = async (reason: SignInRefusal, problem: string, status = 401) => {
    await auditRefusal(deps.db, { sub: person.id, reason, origin: originOf(request) });
    return sendCode(deps, reply, interaction, { person, problem }, status);
  };
  if (field(request, 'action') === 'passkey') {
    const { outcome } = await deps.passkeys.judge(deps.db, person.id, proofOf(request), interaction.uid);
    if (outcome === 'right') return signIn(deps, request, reply, person, ['pwd', 'pop', 'mfa']);
    const [reason, problem] = PASSKEY_REFUSALS[outcome];
    return refuse(reason, text(problem));
  }
  const device = await knownDeviceOf(deps.db, deps.devices.read(request, deps.clock.now()), person);
  const judged = await judgeCode(deps.db, deps.box, person, device, field(request, 'code'), nowMs);
  if (judged.isRight) {
    // A failure must not keep the person out.
    if (judged.isRecovery && deps.mail.isOn)
      await bestEffort('mail about a recovery code', () => alertOwner(deps.db, person, 'recovery-sign-in'));
    return signIn(deps, request, reply, person, ['pwd', 'otp']);
  }
  if (judged.waitS === 0) return refuse('wrong code', text('identity.second-factor.wrong'));
  reply.header('retry-after', judged.waitS);
  return refuse('throttled', text('identity.sign-in.throttled', { wait: waitText(judged.waitS) }), 429);
}

async function signIn(deps: PageDeps, request: Request, reply: FastifyReply, person: Person, amr: string[]) {
  await recordSignIn(deps.db, person, originOf(request));
  const now = deps.clock.now();
  deps.devices.set(reply, await rememberDevice(deps.db, deps.devices.read(request, now), person), now);
  return finish(deps, request, reply, { login: { accountId: person.id, amr } });
}

async function finish(
  deps: PageDeps,
  request: Request,
  reply: FastifyReply,
  result: Record<string, unknown>,
  mergeWithLastSubmission = false,
) {
  const options = { mergeWithLastSubmission };
  return reply.redirect(await (await deps.provider()).interactionResult(request.raw, reply.raw, result, options), 303);
}

/** This browser's interaction; undefined if its cookie or record is gone. */
export async function readInteraction(
  deps: PageDeps,
  request: Request,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    const interaction = await (await deps.provider()).interactionDetails(request.raw, reply.raw);
    return interaction.uid === request.params.uid ? interaction : undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
    throw error;
  }
}

const isConsent = ({ prompt }: Interaction): boolean => prompt.name === 'consent';

function pendingOf(interaction: Interaction): { accountId: string; atMs: number } | undefined {
  return interaction.result?.['pending'] as { accountId: string; atMs: number } | undefined;
}

function loginHint(interaction: Interaction): string {
  const hint = interaction.params['login_hint'];
  return typeof hint === 'string' && hint.length <= 254 ? hint : '';
}

async function sendSignIn(
  deps: PageDeps,
  reply: FastifyReply,
  interaction: Interaction,
  state: { email: string; problem: string | null },
  status = 200,
) {
  const markup = signInPage({
    ...state,
    ...formOf(deps, interaction),
    passkey: await deps.passkeys.ask(null, interaction.uid),
    showsPublishedPassword: deps.showsPublishedPassword,
    canCancel: true,
  });
  return deps.guard.send(reply, markup, status, interaction.params['redirect_uri']);
}

async function sendCode(
  deps: PageDeps,
  reply: FastifyReply,
  interaction: Interaction,
  { person, problem }: { readonly person: Person; readonly problem: string | null },
  status = 200,
) {
  const markup = codePage({
    problem,
    ...formOf(deps, interaction),
    hasApp: person.totp_secret !== null,
    passkey: person.has_passkey ? await deps.passkeys.ask(person.id, interaction.uid) : null,
  });
  return deps.guard.send(reply, markup, status, interaction.params['redirect_uri']);
}

const formOf = ({ guard }: PageDeps, { uid }: Interaction) => ({
  action: `${guard.root}/interaction/${uid}`,
  csrf: guard.tokenFor(uid),
  continueTo: new URL(guard.publicUrl).host,
  root: guard.root,
});
