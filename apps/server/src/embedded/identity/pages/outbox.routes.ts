import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../../../pages/html.ts';
import type { PageDeps } from '../interaction.routes.ts';
import type { ShownMail } from '../mail-port.ts';
import { readVisit, signInAddress } from './account.routes.ts';
import { errorMarkup } from './error.page.ts';
import { text } from './identity.messages.ts';
import { pageLocale } from './page-language.ts';
import { page } from './page-layout.ts';

/** Mails of a demo, for administrators only: their links sign people in. */
export function outboxRoutes(
  app: FastifyInstance,
  deps: PageDeps,
  readOutbox: () => Promise<readonly ShownMail[]>,
): void {
  const { guard } = deps;
  app.get('/outbox', async (request, reply) => {
    const visit = await readVisit(deps, request, reply);
    if (!visit) return reply.redirect(signInAddress(deps, 'outbox'), 303);
    if (!visit.person.roles.includes('ADMIN'))
      return guard.send(reply, errorMarkup(text('identity.outbox.denied'), guard.publicUrl, guard.root), 403);
    return guard.send(reply, outboxPage(await readOutbox(), guard.publicUrl, guard.root));
  });
}

function outboxPage(mails: readonly ShownMail[], publicUrl: string, root: string): string {
  const time = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const card = ({
    recipient,
    subject,
    body,
    sent_at,
  }: ShownMail) => html`<article class="card wide"><h2 dir="auto">${subject}</h2>
<p class="note"><bdi>${recipient}</bdi> · ${time.format(sent_at)} UTC</p>
<div class="mail" dir="auto">${withLinks(body, publicUrl)}</div></article>`;
  return page({
    title: text('identity.outbox.title'),
    hint: text('identity.outbox.hint'),
    root,
    body: html`${mails.length === 0 ? html`<p class="card wide">${text('identity.outbox.none')}</p>` : mails.map(card)}`,
  });
}

/** Links addresses of the product itself. */
function withLinks(body: string, publicUrl: string): readonly Html[] {
  return body
    .split(/(https?:\/\/\S+)/)
    .map((part) =>
      part.startsWith(`${publicUrl}/`) ? html`<a class="link" href="${part}">${part}</a>` : html`${part}`,
    );
}
