import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PasskeyProof } from '../../../ports/identity.ts';
import type { RequestOrigin } from '../audit-trail.ts';
import { asProviderError } from '../provider-error.ts';
import { errorMarkup, failureText, restartUrl } from './error.page.ts';
import { text } from './identity.messages.ts';
import { pageHeaders } from './page-headers.ts';

const FORM_BYTES = 16_384;

/** Protects forms of the provider's pages against other sites, and sends responses. */
export class FormGuard {
  readonly #keys: () => readonly string[];
  readonly publicUrl: string;
  readonly root: string;

  /** @param keys the first signs, all verify */
  constructor(keys: () => readonly string[], publicUrl: string, root: string) {
    this.#keys = keys;
    this.publicUrl = publicUrl;
    this.root = root;
  }

  /** The form's CSRF token, bound to something only this browser has (an interaction or a session). */
  tokenFor(boundTo: string): string {
    return tokenOf(this.#keys()[0] ?? '', boundTo);
  }

  /** Whether a form was posted from our own page: checks the Origin header and the CSRF token. */
  isOurs(request: FastifyRequest, boundTo: string): boolean {
    const { origin } = request.headers;
    // Browsers send `null` from pages with the referrer policy no-referrer, such as ours.
    if (origin !== undefined && origin !== 'null' && origin !== new URL(this.publicUrl).origin) return false;
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return false;
    const given = Buffer.from(field(request, 'csrf'));
    return this.#keys().some((key) => {
      const expected = Buffer.from(tokenOf(key, boundTo));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }

  send(reply: FastifyReply, markup: string, status = 200, returnsTo: unknown = null): FastifyReply {
    reply.code(status).headers(pageHeaders(false, returnsTo));
    // In a popup, sign-in ends at /popup, which has this policy; a different one would cut the popup off from its
    // opener.
    if (reply.request.url.startsWith(`${this.root}/interaction/`))
      reply.header('cross-origin-opener-policy', 'unsafe-none');
    return reply.send(markup);
  }

  sendForged(reply: FastifyReply): FastifyReply {
    return this.send(reply, errorMarkup(text('identity.error.forged'), this.publicUrl, this.root), 403);
  }

  /** For a sign-in page that is too old or from another browser: restarts the sign-in. */
  sendExpired(reply: FastifyReply): FastifyReply {
    return reply.headers(pageHeaders()).redirect(restartUrl(this.publicUrl), 303);
  }
}

function tokenOf(key: string, boundTo: string): string {
  return createHmac('sha256', key).update(`form:${boundTo}`).digest('base64url');
}

/** Parses posted forms for `field`, within this plugin's scope. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  );
}

/** Shows errors of pages as pages. */
export function answerErrors(app: FastifyInstance, guard: FormGuard): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = asProviderError(thrown) as { statusCode?: number };
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'identity page failed');
    if (status === 503) reply.header('retry-after', '1');
    return guard.send(reply, errorMarkup(failureText(status), guard.publicUrl, guard.root), status);
  });
}

/** A field of the posted form; empty if missing. */
export function field(request: FastifyRequest, name: string): string {
  return request.body instanceof URLSearchParams ? (request.body.get(name) ?? '') : '';
}

/** The answer of a passkey, from a form that asked for it. */
export function proofOf(request: FastifyRequest): PasskeyProof {
  return { sealed: field(request, 'sealed'), response: field(request, 'response') };
}

export function originOf(request: FastifyRequest): RequestOrigin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '', requestId: request.id };
}
