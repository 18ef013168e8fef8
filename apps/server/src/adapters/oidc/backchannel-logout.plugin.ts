import type { FastifyPluginAsync } from 'fastify';
import type { EndedSignIns } from './ended-sign-ins.ts';
import { type LogoutTokenRules, verifyLogoutToken } from './logout-token.ts';

/** Path of the client's `backchannel_logout_uri` at the provider. */
export const BACKCHANNEL_LOGOUT_PATH = '/backchannel-logout';
const BODY_MAX_BYTES = 20_000;

/**
 * Receives logout tokens (OpenID Connect Back-Channel Logout 1.0). The sign-in has ended for the API before the
 * response is sent.
 */
export function backchannelLogoutPlugin(rules: LogoutTokenRules, ended: EndedSignIns): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    app.post(BACKCHANNEL_LOGOUT_PATH, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
      const logout = await verifyLogoutToken(token ?? '', rules);
      // No details: the provider knows what it sent.
      if (logout === null) return reply.code(400).send({ error: 'invalid_request' });
      await ended.record(logout);
      return reply.code(200).send();
    });
  };
}
