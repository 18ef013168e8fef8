import { AppError } from '@backcounter/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import { BoundedMap } from '../bounded-map.ts';

/** Long enough for a burst, short enough that a limited client does not wait long. */
const WINDOW_S = 10;
const WINDOW_MS = WINDOW_S * 1_000;
const MAX_CLIENTS = 10_000;

/** Counts a request of a machine client. @throws AppError `rate.limited` beyond the limit */
export type MachineLimit = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Limits the requests of each machine client to this process by a bucket that holds those of ten seconds and is refilled
 * continuously. Every answer has the state of the bucket (draft-ietf-httpapi-ratelimit-headers). People are not counted.
 */
export function createMachineLimit(clock: Clock, requestsPerSecond: number): MachineLimit {
  const costMs = 1_000 / requestsPerSecond;
  const policy = `"default";q=${requestsPerSecond * WINDOW_S};w=${WINDOW_S}`;
  /** When the bucket of a client will be full. */
  const fullAt = new BoundedMap<string, number>(MAX_CLIENTS);
  return ({ caller }, reply) => {
    if (caller?.kind !== 'machine') return;
    const nowMs = clock.now().getTime();
    // The clock of the machine may be set back.
    const usedMs = Math.min(Math.max((fullAt.get(caller.sub) ?? 0) - nowMs, 0), WINDOW_MS);
    const isAllowed = usedMs + costMs <= WINDOW_MS;
    const laterMs = isAllowed ? usedMs + costMs : usedMs;
    fullAt.set(caller.sub, nowMs + laterMs);
    reply.header('ratelimit-policy', policy);
    const remaining = Math.floor((WINDOW_MS - laterMs) / costMs);
    reply.header('ratelimit', `"default";r=${remaining};t=${Math.ceil(laterMs / 1_000)}`);
    if (isAllowed) return;
    throw new AppError('rate.limited', {
      message: 'Too many requests. Wait a moment.',
      details: { retryAfterSeconds: Math.ceil((usedMs + costMs - WINDOW_MS) / 1_000) },
    });
  };
}
