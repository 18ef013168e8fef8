import type { FastifyInstance, FastifyReply } from 'fastify';
import { networkOf } from '../../../ports/client-network.ts';
import { type PageDeps, readInteraction } from '../interaction.routes.ts';
import { findReset, requestReset, useReset } from '../password-reset.ts';
import { beginTry, FREE_TRIES, waitOf } from '../sign-in-throttle.ts';
import { field, originOf } from './form-guard.ts';
import { text, waitText } from './identity.messages.ts';
import { askForHelpPage, forgotPage, linkSentPage, newPasswordPage, resetEndPage } from './reset.page.ts';

/** "Forgot password?" beside the sign-in page, and the page of the link. */
export function resetRoutes(app: FastifyInstance, deps: PageDeps): void {
  const { guard, mail } = deps;
  const { root } = guard;

  app.get<{ Params: { uid: string }; Querystring: Record<string, unknown> }>(
    '/interaction/:uid/forgot',
    async (request, reply) => {
      const interaction = await readInteraction(deps, request, reply);
      if (!interaction) return guard.sendExpired(reply);
      const view = { signInPath: `${root}/interaction/${interaction.uid}`, root };
      if (!mail.isOn) return guard.send(reply, askForHelpPage(view));
      if (request.query['sent'] !== undefined) {
        const outboxUrl = mail.readOutbox === null ? null : `${root}/outbox`;
        return guard.send(reply, linkSentPage({ ...view, outboxUrl }));
      }
      const csrf = guard.tokenFor(interaction.uid);
      return guard.send(reply, forgotPage({ ...view, csrf, email: '', problem: null }));
    },
  );

  app.post<{ Params: { uid: string } }>('/interaction/:uid/forgot', async (request, reply) => {
    const interaction = await readInteraction(deps, request, reply);
    if (!interaction) return guard.sendExpired(reply);
    if (!mail.isOn || !guard.isOurs(request, interaction.uid)) return guard.sendForged(reply);
    const signInPath = `${root}/interaction/${interaction.uid}`;
    const email = field(request, 'email').trim().slice(0, 254);
    const csrf = guard.tokenFor(interaction.uid);
    const refuse = (problem: string, status: number) =>
      guard.send(reply, forgotPage({ signInPath, root, csrf, email, problem }), status);
    if (!email) return refuse(text('identity.forgot.missing'), 422);
    // No e-mail begins like this.
    const network = `\n${networkOf(request.ip)}`;
    // As at a sign-in: a throttled address must not create counters for invented e-mails.
    const waitS =
      (await waitOf(deps.db, 'reset', network)) ||
      (await beginTry(deps.db, 'reset', email.toLowerCase())) ||
      (await beginTry(deps.db, 'reset', network, FREE_TRIES.address));
    if (waitS > 0) {
      reply.header('retry-after', waitS);
      return refuse(text('identity.forgot.throttled', { wait: waitText(waitS) }), 429);
    }
    await requestReset(deps, email, request.pageLocale);
    return reply.redirect(`${signInPath}/forgot?sent`, 303);
  });

  app.get('/reset/done', async (_request, reply) => guard.send(reply, resetEndPage('done', guard.publicUrl, root)));

  const sendExpired = (reply: FastifyReply) => guard.send(reply, resetEndPage('expired', guard.publicUrl, root), 410);

  // Opening the link uses nothing up: mail scanners open links too.
  app.get<{ Params: { token: string } }>('/reset/:token', async (request, reply) => {
    const { token } = request.params;
    const person = await findReset(deps, token);
    if (!person) return sendExpired(reply);
    const view = { action: `${root}/reset/${token}`, csrf: guard.tokenFor(token), email: person.email, root };
    return guard.send(reply, newPasswordPage({ ...view, problem: null }));
  });

  app.post<{ Params: { token: string } }>('/reset/:token', async (request, reply) => {
    const { token } = request.params;
    if (!guard.isOurs(request, token)) return guard.sendForged(reply);
    const result = await useReset(deps, { token, password: field(request, 'password'), origin: originOf(request) });
    if (result === 'done') return reply.redirect(`${root}/reset/done`, 303);
    const person = result === 'expired' ? undefined : await findReset(deps, token);
    if (result === 'expired' || !person) return sendExpired(reply);
    const view = { action: `${root}/reset/${token}`, csrf: guard.tokenFor(token), email: person.email, root };
    return guard.send(reply, newPasswordPage({ ...view, problem: text(`identity.me.password.${result}`) }), 422);
  });
}
