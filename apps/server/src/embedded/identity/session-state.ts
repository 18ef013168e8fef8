import { createHash, randomBytes } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { pageHeaders } from './pages/page-headers.ts';

/**
 * OpenID Connect Session Management, which oidc-provider lacks: the authorization response contains a session_state,
 * and a page in a hidden frame reports to the console whether it still matches. Works only if console and provider are
 * same-site.
 */
export const STATE_COOKIE = 'bc_session_state';

/** Adds session_state to the response and sets the cookie that the frame reads; the cookie is not a credential. */
export function withSessionState(
  ctx: KoaContextWithOIDC,
  out: { session_state?: unknown },
  clientOrigin: string,
): void {
  const { session, client } = ctx.oidc;
  if (!session || !client) return;
  const browserState = createHash('sha256')
    .update(`${session.uid}:${session.accountId ?? ''}`)
    .digest('base64url');
  ctx.cookies.set(STATE_COOKIE, browserState, { ...cookieOptions(ctx), overwrite: true });
  const salt = randomBytes(8).toString('base64url');
  const digest = createHash('sha256')
    .update(`${client.clientId} ${clientOrigin} ${browserState} ${salt}`)
    .digest('base64url');
  out.session_state = `${digest}.${salt}`;
}

export function clearSessionState(ctx: KoaContextWithOIDC): void {
  ctx.cookies.set(STATE_COOKIE, null, { ...cookieOptions(ctx), overwrite: true });
}

function cookieOptions(ctx: KoaContextWithOIDC) {
  const path = new URL(ctx.oidc.provider.issuer).pathname;
  return { path, httpOnly: false, signed: false, sameSite: 'lax', secure: ctx.secure } as const;
}

/** The page of check_session_iframe. Its script is a file, because inline scripts are forbidden. */
export const CHECK_SESSION_PAGE = {
  headers: pageHeaders(true),
  body: '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Session check</title><script src="../assets/session-check.js"></script></html>',
};

export const CHECK_SESSION_SCRIPT = `'use strict';
const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
addEventListener('message', async (event) => {
  if (typeof event.data !== 'string' || !event.source) return;
  const [clientId, sessionState] = event.data.split(' ');
  const salt = sessionState && sessionState.split('.')[1];
  if (!salt) return void event.source.postMessage('error', event.origin);
  const match = /(?:^|; )${STATE_COOKIE}=([^;]*)/.exec(document.cookie);
  const text = [clientId, event.origin, match ? match[1] : '', salt].join(' ');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  event.source.postMessage(encode(digest) + '.' + salt === sessionState ? 'unchanged' : 'changed', event.origin);
});
`;
