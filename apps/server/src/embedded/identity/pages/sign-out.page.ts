import type { KoaContextWithOIDC } from 'oidc-provider';
import { Html, html } from '../../../pages/html.ts';
import { text } from './identity.messages.ts';
import { contentPolicy } from './page-headers.ts';
import { page } from './page-layout.ts';

/**
 * The sign-out page. A valid ID token of the signed-in person shows that the console requested it, so the form submits
 * itself (or shows one button without scripts). Otherwise it asks for confirmation, because any link may lead here.
 */
export function signOutPage(ctx: KoaContextWithOIDC, form: string, publicUrl: string): void {
  const hint = ctx.oidc.entities.IdTokenHint?.payload;
  const isAskedFor = hint !== undefined && hint['sub'] === ctx.oidc.session?.accountId;
  ctx.set('content-security-policy', contentPolicy(false, ctx.oidc.params?.['post_logout_redirect_uri']));
  ctx.body = page({
    title: isAskedFor ? text('identity.sign-out.leaving') : text('identity.sign-out.title'),
    root: new URL(ctx.oidc.provider.issuer).pathname,
    ...(isAskedFor ? {} : { hint: text('identity.sign-out.hint') }),
    body: html`${new Html(form)}<div class="card"><button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes"${
      isAskedFor ? html` data-press="1"` : null
    }>${text('identity.sign-out.submit')}</button>${
      isAskedFor ? null : html`<a class="plain" href="${publicUrl}/">${text('identity.sign-out.cancel')}</a>`
    }</div>`,
  });
}
