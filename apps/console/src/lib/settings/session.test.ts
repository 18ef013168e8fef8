import type { AuthSnapshot, SignedInUser } from '@backcounter/auth';
import type { Role } from '@backcounter/domain';
import { describe, expect, test, vi } from 'vitest';
import { currentRoles, readPerson, session } from './session.ts';

const ORIGIN = 'https://console.test';

describe('profile', () => {
  test('reads the claims and keeps the roles that the product knows [spec 3.7, 6.10]', () => {
    const profile = {
      sub: 'p1',
      name: 'Ada',
      email: 'a@b.test',
      admin_url: 'https://id.test/admin',
      preferred_language_key: 'ar-EG',
    };
    expect(readPerson({ profile, roles: ['ADMIN', 'UNKNOWN', 'ADMIN'] }, ORIGIN)).toEqual({
      sub: 'p1',
      name: 'Ada',
      email: 'a@b.test',
      roles: ['ADMIN'],
      adminUrl: 'https://id.test/admin',
      preferredLanguage: 'ar-EG',
    });
  });

  test('a person without a name is called by e-mail, then by id', () => {
    expect(readPerson({ profile: { sub: 'p1', email: 'a@b.test' }, roles: [] }, ORIGIN).name).toBe('a@b.test');
    expect(readPerson({ profile: { sub: 'p1', name: '', email: '' }, roles: [] }, ORIGIN)).toMatchObject({
      name: 'p1',
      email: null,
    });
    expect(readPerson({ profile: { sub: 'p1' }, roles: [] }, ORIGIN).name).toBe('p1');
  });

  test.each(['javascript:alert(1)', 'http://evil.test/', 'data:text/html,x', 7, '//evil.test:x'])(
    'admin link %j is left out',
    (link) => {
      const profile = { sub: 'p1', admin_url: link as string };
      expect(readPerson({ profile, roles: [] }, ORIGIN).adminUrl).toBeNull();
    },
  );
});

test('an admin link of the console itself may be plain http', () => {
  const profile = { sub: 'p1', admin_url: '/admin/config' };
  const { adminUrl } = readPerson({ profile, roles: [] }, 'http://localhost:4000');
  expect(adminUrl).toBe('http://localhost:4000/admin/config');
});

test('no one is signed in before the SDK reports a session [spec 2.4]', async () => {
  vi.resetModules();
  const fresh = await import('./session.ts');
  expect(fresh.session.state.get()).toEqual({ status: 'starting', person: null });
  expect(fresh.currentRoles()).toEqual([]);
});

test('the session follows the SDK, silently through a renewal', () => {
  let snapshot: AuthSnapshot = { status: 'signed-out', user: null };
  let changed = () => undefined as unknown;
  session.follow(
    {
      subscribe: (listener: () => void) => {
        changed = listener;
        return () => undefined;
      },
      getSnapshot: () => snapshot,
    },
    ORIGIN,
  );
  const heard = vi.fn();
  const following = session.state.subscribe(heard);
  const user = (accessToken: string, role: Role = 'MARKETING') =>
    ({ accessToken, profile: { sub: 'p1' }, roles: [role] }) as unknown as SignedInUser;
  snapshot = { status: 'signed-in', user: user('one') };
  changed();
  snapshot = { status: 'signed-in', user: user('two') };
  changed();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(session.state.get()).toMatchObject({ status: 'signed-in', person: { roles: ['MARKETING'] } });
  snapshot = { status: 'signed-in', user: user('three', 'ADMIN') };
  changed();
  expect(heard).toHaveBeenCalledTimes(2);
  expect(currentRoles()).toEqual(['ADMIN']);
  following.unsubscribe();
  snapshot = { status: 'signed-out', user: null };
  changed();
  expect(heard).toHaveBeenCalledTimes(2);
  expect(session.state.get()).toEqual({ status: 'signed-out', person: null });
});
