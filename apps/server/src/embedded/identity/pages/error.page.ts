import type { ErrorOut, errors, KoaContextWithOIDC } from 'oidc-provider';
import { type Html, html } from '../../../pages/html.ts';
import { text } from './identity.messages.ts';
import { page } from './page-layout.ts';

/** The provider's page for errors that cannot be returned by redirect. */
export async function errorPage(
  ctx: KoaContextWithOIDC,
  out: ErrorOut,
  error: errors.OIDCProviderError | Error,
  publicUrl: string,
): Promise<void> {
  if (error.name === 'SessionNotFound') {
    ctx.status = 303;
    ctx.redirect(restartUrl(publicUrl));
    return;
  }
  const message = ctx.status >= 500 ? failureText(ctx.status) : text('identity.error.request', { code: out.error });
  ctx.type = 'html';
  ctx.body = errorMarkup(message, publicUrl, new URL(ctx.oidc.provider.issuer).pathname);
}

/** Why a page could not be shown. */
export const failureText = (status: number) =>
  text(status === 503 ? 'identity.error.unavailable' : 'identity.error.server');

/** Where the console restarts sign-in; a person who is signed in by then continues to their route. */
export const restartUrl = (publicUrl: string) => `${publicUrl}/login?expired`;

/** The same page for our own routes. */
export function errorMarkup(message: string, publicUrl: string, root: string): string {
  return page({ title: text('identity.error.title'), root, body: card(message, publicUrl) });
}

function card(message: string, publicUrl: string): Html {
  return html`<div class="card"><p role="alert">${message}</p><a class="primary" href="${publicUrl}/">${text('identity.error.back')}</a></div>`;
}
