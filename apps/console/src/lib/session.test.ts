import type { AuthSnapshot, SignedInUser } from '@backcounter/auth';
import { describe, expect, test, vi } from 'vitest';
import { readPerson, session } from './session.ts';

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
  session.subscribe(heard);
  const user = (accessToken: string) =>
    ({ accessToken, profile: { sub: 'p1' }, roles: ['MARKETING'] }) as unknown as SignedInUser;
  snapshot = { status: 'signed-in', user: user('one') };
  changed();
  snapshot = { status: 'signed-in', user: user('two') };
  changed();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(session.snapshot()).toMatchObject({ status: 'signed-in', person: { roles: ['MARKETING'] } });
  snapshot = { status: 'signed-out', user: null };
  changed();
  expect(session.snapshot()).toEqual({ status: 'signed-out', person: null });
});
