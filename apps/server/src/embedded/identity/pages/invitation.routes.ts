import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../../pages/html.ts';
import { keepArrival } from '../arrival.ts';
import { dropFromBrowser } from '../browser-kept.ts';
import type { PageDeps } from '../interaction.routes.ts';
import { acceptInvitation, findInvitation, INVITATION_PATH, type Invitation } from '../invitation.ts';
import { field, originOf } from './form-guard.ts';
import { text } from './identity.messages.ts';
import { alertBox, page } from './page-layout.ts';
import { emailField, newPasswordField } from './reset.page.ts';

type LinkRequest = FastifyRequest<{ Params: { token: string } }>;

/** The page of an invitation's link: a name and a password, then the console, signed in. */
export function invitationRoutes(app: FastifyInstance, deps: PageDeps): void {
  const { guard } = deps;
  const { root } = guard;
  const sendExpired = (reply: FastifyReply) => {
    const body = html`<div class="card"><p role="status">${text('identity.invitation.expired')}</p>
<a class="primary" href="${guard.publicUrl}/">${text('identity.sign-in.submit')}</a></div>`;
    return guard.send(
      reply,
      page({ title: text('identity.reset.expired.title'), root, hasLanguages: true, body }),
      410,
    );
  };
  const sendForm = (request: LinkRequest, reply: FastifyReply, { email }: Invitation, problem: string | null) => {
    const { token } = request.params;
    const invalid = problem ? html` aria-describedby="problem-text"` : null;
    const markup = page({
      title: text(email === null ? 'identity.invitation.first' : 'identity.invitation.title'),
      ...(email !== null && { hint: `\u2066${email}\u2069` }),
      root,
      hasLanguages: true,
      hasProblem: problem !== null,
      body: html`<form class="card" method="post" action="${root}${INVITATION_PATH}/${token}" data-once="${text('identity.reset.submitting')}">
${problem ? alertBox(text('identity.me.problem'), problem) : null}
<input type="hidden" name="csrf" value="${guard.tokenFor(token)}">
<div class="field"><label for="name">${text('identity.invitation.name')}</label>
<input id="name" name="name" dir="auto" autocomplete="name" maxlength="200" required autofocus value="${field(request, 'name')}"${invalid}></div>
${email === null ? emailField(field(request, 'email'), invalid) : html`<input type="text" name="username" autocomplete="username" value="${email}" hidden>`}
${newPasswordField(text('identity.sign-in.password'), problem)}
<button type="submit" class="primary">${text('identity.invitation.submit')}</button>
</form>`,
    });
    return guard.send(reply, markup, problem === null ? 200 : 422);
  };

  // Opening the link uses nothing up: mail scanners open links too.
  app.get(`${INVITATION_PATH}/:token`, async (request: LinkRequest, reply) => {
    const invitation = await findInvitation(deps, request.params.token);
    return invitation ? sendForm(request, reply, invitation, null) : sendExpired(reply);
  });

  app.post(`${INVITATION_PATH}/:token`, async (request: LinkRequest, reply) => {
    const { token } = request.params;
    if (!guard.isOurs(request, token)) return guard.sendForged(reply);
    const [name = '', email = '', password = ''] = ['name', 'email', 'password'].map((each) => field(request, each));
    const result = await acceptInvitation(deps, { token, name, email, password, origin: originOf(request) });
    if (result === 'expired') return sendExpired(reply);
    if (typeof result === 'object') {
      // Someone else may be signed in on this browser.
      for (const cookie of ['bc_session', 'bc_session.sig']) dropFromBrowser(cookie, '');
      keepArrival(result.personId);
      return reply.redirect(`${guard.publicUrl}/`, 303);
    }
    const invitation = await findInvitation(deps, token);
    if (!invitation) return sendExpired(reply);
    const problem = result === 'missing' ? 'identity.invitation.missing' : (`identity.me.password.${result}` as const);
    return sendForm(request, reply, invitation, text(problem));
  });
}
