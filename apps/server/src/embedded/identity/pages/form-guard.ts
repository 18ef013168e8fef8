import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../audit-trail.ts';
import { errorMarkup, restartUrl } from './error.page.ts';
import { text } from './identity.messages.ts';
import { pageHeaders } from './page-headers.ts';

const FORM_BYTES = 16_384;

/** Guards the forms of the provider's own pages against other sites, and knows how they are answered. */
export class FormGuard {
  readonly #keys: () => readonly string[];
  readonly publicUrl: string;
  readonly root: string;

  /** @param keys the first one signs, each of them is accepted */
  constructor(keys: () => readonly string[], publicUrl: string, root: string) {
    this.#keys = keys;
    this.publicUrl = publicUrl;
    this.root = root;
  }

  /** The hidden field of a form; bound to what only this browser has (an interaction or a session). */
  tokenFor(boundTo: string): string {
    return tokenOf(this.#keys()[0] ?? '', boundTo);
  }

  /** Whether a posted form came from our own page: its origin, as the browser tells it, and the hidden field. */
  isOurs(request: FastifyRequest, boundTo: string): boolean {
    const { origin } = request.headers;
    // `null` is what browsers send from a page with the referrer policy no-referrer: ours.
    if (origin !== undefined && origin !== 'null' && origin !== new URL(this.publicUrl).origin) return false;
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return false;
    const given = Buffer.from(field(request, 'csrf'));
    return this.#keys().some((key) => {
      const expected = Buffer.from(tokenOf(key, boundTo));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }

  send(reply: FastifyReply, markup: string, status = 200): FastifyReply {
    reply.code(status).headers(pageHeaders());
    // In a window of the console's, sign-in ends at /popup, which has this policy; another one here would cut the console off from the window.
    if (reply.request.url.startsWith(`${this.root}/interaction/`))
      reply.header('cross-origin-opener-policy', 'unsafe-none');
    return reply.send(markup);
  }

  sendForged(reply: FastifyReply): FastifyReply {
    return this.send(reply, errorMarkup(text('identity.error.forged'), this.publicUrl, this.root), 403);
  }

  /** A sign-in page that is too old, or was opened in another browser: sign-in begins anew. */
  sendExpired(reply: FastifyReply): FastifyReply {
    return reply.headers(pageHeaders()).redirect(restartUrl(this.publicUrl), 303);
  }
}

function tokenOf(key: string, boundTo: string): string {
  return createHmac('sha256', key).update(`form:${boundTo}`).digest('base64url');
}

/** Makes posted forms readable by `field`; only for the routes of this plugin's scope. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  );
}

/** What goes wrong on a page is shown as a page. */
export function answerErrors(app: FastifyInstance, guard: FormGuard): void {
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'a page of the identity provider failed');
    return guard.send(reply, errorMarkup(text('identity.error.server'), guard.publicUrl, guard.root), status);
  });
}

/** A field of the posted form; empty when it is missing. */
export function field(request: FastifyRequest, name: string): string {
  return request.body instanceof URLSearchParams ? (request.body.get(name) ?? '') : '';
}

export function originOf(request: FastifyRequest): RequestOrigin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '', requestId: request.id };
}
