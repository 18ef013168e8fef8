import { isIP } from 'node:net';
import { AppError } from '@backcounter/domain';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** Whose word on the client's address counts, as the framework takes it. */
export function trustedProxies(proxies: number | string[] | null): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : (proxies ?? false);
}

/**
 * Behind a proxy the client's address is what the proxy says. One that says something else than an address, or passes on what the client
 * claims, is refused at once: limits and the audit trail would rest on it.
 */
export function refuseUnknownAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (isIP(request.ip) !== 0) return;
    throw new AppError('request.malformed', { message: 'The proxy does not say the address of the client.' });
  });
}

/** A request names its host (RFC 9112, section 3.2), and one only: proxies and Node disagree about which of two counts. */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders, httpVersion } }) => {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1 || (hosts.length === 0 && httpVersion === '1.1'))
      throw new AppError('request.malformed', { message: 'A request names one host.' });
  });
}
