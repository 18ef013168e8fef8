import { isIP } from 'node:net';
import { AppError } from '@backcounter/domain';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** The `trustProxy` option of Fastify: proxies whose client address is trusted. */
export function trustedProxies(proxies: number | string[] | null): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : (proxies ?? false);
}

/**
 * Refuses requests whose client address is not an IP address: the proxy is misconfigured or passes on client headers,
 * and limits and the audit trail depend on the address.
 */
export function refuseUnknownAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (isIP(request.ip) !== 0) return;
    throw new AppError('request.malformed', { message: 'The proxy did not send the client address.' });
  });
}

/** Requires exactly one Host header (RFC 9112, section 3.2): proxies and Node disagree on which of two counts. */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders, httpVersion } }) => {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1 || (hosts.length === 0 && httpVersion === '1.1'))
      throw new AppError('request.malformed', { message: 'Exactly one Host header is required.' });
  });
}
