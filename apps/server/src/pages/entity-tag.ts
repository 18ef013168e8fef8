import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sends a body with its entity tag, or 304 if the client already has it. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string | Buffer): FastifyReply {
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  reply.header('etag', tag);
  return isHeld(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(body);
}

/** Weak comparison, because compressing proxies weaken tags (RFC 9110, section 13.1.2). */
function isHeld(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((held) => held.trim() === '*' || held.trim().replace(/^W\//, '') === tag);
}
