import { describe, expect, test, vi } from 'vitest';
import { createSessionStore, readPerson } from './session.ts';

const PATH = 'resource_access.global_roles';
const ORIGIN = 'https://console.test';
const profile = (roles: unknown, more: Record<string, unknown> = {}) => ({
  sub: 'p1',
  name: 'Ada',
  resource_access: { global_roles: roles },
  ...more,
});

describe('profile', () => {
  test('reads the claims', () => {
    const person = readPerson(
      profile(['ADMIN', 'UNKNOWN', 'ADMIN'], {
        admin_url: 'https://id.test/admin',
        preferred_language_key: 'ar-EG',
        email: 'a@b.test',
      }),
      PATH,
      ORIGIN,
    );
    expect(person).toEqual({
      sub: 'p1',
      name: 'Ada',
      email: 'a@b.test',
      roles: ['ADMIN'],
      adminUrl: 'https://id.test/admin',
      preferredLanguage: 'ar-EG',
    });
  });

  test.each(['ADMIN', { 0: 'ADMIN', length: 1 }, null, [['ADMIN']], [null]])('roles as %j are none', (roles) => {
    expect(readPerson(profile(roles), PATH, ORIGIN).roles).toEqual([]);
  });

  test.each(['javascript:alert(1)', 'http://evil.test/', 'data:text/html,x', 7])(
    'admin link %j is left out',
    (link) => {
      expect(readPerson(profile(['ADMIN'], { admin_url: link }), PATH, ORIGIN).adminUrl).toBeNull();
    },
  );

  test('the roles path is a setting and walks own properties only', () => {
    expect(readPerson({ sub: 'x', realm: { roles: ['MARKETING'] } }, 'realm.roles', ORIGIN).roles).toEqual([
      'MARKETING',
    ]);
    expect(readPerson({ sub: 'x' }, '__proto__.constructor', ORIGIN).roles).toEqual([]);
  });
});

describe('user state', () => {
  test('a user with a role is set and cleared', () => {
    const store = createSessionStore();
    const person = readPerson(profile(['MARKETING']), PATH, ORIGIN);
    expect(store.setUser(person)).toBe(true);
    expect(store.snapshot()).toMatchObject({ logged: person, isSignedIn: true });
    store.clearUser();
    expect(store.snapshot()).toMatchObject({ logged: null, isSignedIn: false });
  });

  test('a user without a role is not, and the log says so', () => {
    const log = vi.fn();
    const store = createSessionStore(log);
    expect(store.setUser(readPerson(profile([]), PATH, ORIGIN))).toBe(false);
    expect(log).toHaveBeenCalledWith('No user roles detected');
    expect(store.snapshot()).toMatchObject({ logged: null, isSignedIn: true });
  });

  test('the admin token is replaced only by a new one', () => {
    const store = createSessionStore();
    store.setAdminToken('first');
    store.setAdminToken(null);
    store.setAdminToken('');
    expect(store.snapshot().adminToken).toBe('first');
    store.setAdminToken('second');
    expect(store.snapshot().adminToken).toBe('second');
  });
});
