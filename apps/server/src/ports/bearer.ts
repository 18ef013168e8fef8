import { AppError } from '@backcounter/domain';
import type { Caller, IdentityPort, StaffCaller } from './identity.ts';

const BEARER = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;
const TOKEN_MAX_LENGTH = 8_192;

/** The bearer token of an `Authorization` header; undefined if the header is missing or malformed. */
export function bearerToken(header: string | undefined): string | undefined {
  return header !== undefined && header.length <= TOKEN_MAX_LENGTH ? BEARER.exec(header)?.[1] : undefined;
}

/** Whether a route serves this app, which acts for a person. */
type AppRule = (app: NonNullable<StaffCaller['app']>) => boolean;

/**
 * The caller behind an `Authorization` header. Tokens of apps are refused, unless `forApps` allows the app.
 * @throws AppError `session.required` without a well-formed bearer token, `access.denied` for an app, otherwise whatever
 * the identity port throws.
 */
export async function authenticate(
  identity: IdentityPort,
  header: string | undefined,
  forApps: AppRule = () => false,
): Promise<Caller> {
  const token = bearerToken(header);
  if (token === undefined) throw new AppError('session.required', { message: 'Sign in first.' });
  const caller = await identity.authenticate(token);
  if (caller.kind === 'staff' && caller.app !== undefined && !forApps(caller.app))
    throw new AppError('access.denied', { message: 'Apps may not do this.' });
  return caller;
}
