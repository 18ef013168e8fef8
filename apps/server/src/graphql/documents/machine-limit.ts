import { AppError } from '@backcounter/domain';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Long enough for a burst, short enough that a limited client does not wait long. */
const WINDOW_S = 10;

/** Counts a request of a machine client. @throws AppError `rate.limited` beyond the limit */
export type MachineLimit = (request: FastifyRequest) => Promise<void>;

/** Limits the requests of each machine client to this process, in windows of ten seconds. People are not counted. */
export async function createMachineLimit(app: FastifyInstance, requestsPerSecond: number): Promise<MachineLimit> {
  await app.register(rateLimit, { global: false });
  const count = app.createRateLimit({
    max: requestsPerSecond * WINDOW_S,
    timeWindow: WINDOW_S * 1_000,
    keyGenerator: ({ caller }) => caller?.sub ?? '',
  });
  return async (request) => {
    if (request.caller?.kind !== 'machine') return;
    const outcome = await count(request);
    if (outcome.isAllowed || !outcome.isExceeded) return;
    throw new AppError('rate.limited', {
      message: 'Too many requests. Wait a moment.',
      details: { retryAfterSeconds: outcome.ttlInSeconds },
    });
  };
}
