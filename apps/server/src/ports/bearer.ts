import { AppError } from '@backcounter/domain';
import type { Caller, IdentityPort } from './identity.ts';

const BEARER = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;
const TOKEN_MAX_LENGTH = 8_192;

/** The bearer token of an `Authorization` header; undefined if the header is missing or malformed. */
export function bearerToken(header: string | undefined): string | undefined {
  return header !== undefined && header.length <= TOKEN_MAX_LENGTH ? BEARER.exec(header)?.[1] : undefined;
}

/**
 * The caller behind an `Authorization` header.
 * @throws AppError `session.required` without a well-formed bearer token, otherwise whatever the identity port throws.
 */
export async function authenticate(identity: IdentityPort, header: string | undefined): Promise<Caller> {
  const token = bearerToken(header);
  if (token === undefined) throw new AppError('session.required', { message: 'Sign in first.' });
  return identity.authenticate(token);
}
