import { User } from 'oidc-client-ts';
import { expect, test } from 'vitest';
import { rolesAt, type SignedInUser, signedInUserOf } from './signed-in-user.ts';
import { UserState } from './user-state.ts';

test.each([
  [{ resource_access: { global_roles: ['ADMIN', 7, null, 'X'] } }, ['ADMIN', 'X']],
  [{ resource_access: { global_roles: 'ADMIN' } }, []],
  [{ resource_access: [{ global_roles: ['ADMIN'] }] }, []],
  [JSON.parse('{"resource_access":{"__proto__":{"global_roles":["ADMIN"]}}}'), []],
  [{ resource_access: Object.create({ global_roles: ['ADMIN'] }) }, []],
  [null, []],
])('roles of %j [spec 3.7]', (profile, roles) => {
  expect(rolesAt(profile, 'resource_access.global_roles')).toEqual(roles);
});

test.each([
  [{ scope: ' read  write ' }, 'scope', ['read', 'write']],
  [{ scope: ['read'] }, 'scope', ['read']],
  [{ scope: 7 }, 'scope', []],
  [{ rights: 'read write' }, 'rights', []],
])('roles of %j at %s: only a scope is a text [spec 3.7]', (profile, path, roles) => {
  expect(rolesAt(profile, path)).toEqual(roles);
});

function user(roles: readonly string[]): SignedInUser {
  const empty = { idToken: null, sessionState: null, refreshToken: null, scope: null, expiresAt: null };
  return { ...empty, accessToken: 'a', tokenType: 'Bearer', profile: { sub: '1' }, roles };
}

test('setting a user without roles fails, says why, and leaves no one logged [spec 3.8, 4.15, 4.16, 4.17]', () => {
  const said: string[] = [];
  const state = new UserState((message) => said.push(message));
  expect(state.setUser(user(['ADMIN']))).toBe(true);
  expect(state.logged?.roles).toEqual(['ADMIN']);
  expect(state.setUser(user([]))).toBe(false);
  expect([state.logged, said]).toEqual([null, ['No user roles detected']]);
});

test('the admin token is replaced only by a new one [spec 4.17, 4.18]', () => {
  const state = new UserState(() => undefined);
  state.setAdminToken('first');
  state.setAdminToken(null);
  state.setAdminToken('');
  expect(state.adminToken).toBe('first');
  state.setAdminToken('second');
  state.clearUser();
  expect(state.adminToken).toBe('second');
});

test('the signed-in user has every field of the token answer, and the roles of the profile [spec 3.6, 3.7]', () => {
  const profile = { sub: 'ada', iss: 'i', aud: 'a', exp: 2, iat: 1, resource_access: { global_roles: ['ADMIN'] } };
  const answer = {
    id_token: 'id',
    session_state: 'session',
    access_token: 'access',
    refresh_token: 'refresh',
    token_type: 'Bearer',
    scope: 'openid',
    profile,
    expires_at: 2_000_000_000,
  };
  expect(signedInUserOf(new User(answer), 'resource_access.global_roles')).toEqual({
    idToken: 'id',
    sessionState: 'session',
    accessToken: 'access',
    refreshToken: 'refresh',
    tokenType: 'Bearer',
    scope: 'openid',
    profile,
    expiresAt: 2_000_000_000,
    roles: ['ADMIN'],
  });
});
