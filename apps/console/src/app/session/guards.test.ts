import { ROLES, type Role } from '@backcounter/domain';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FEATURE_ROUTES } from '../../features/index.ts';
import { EXTRA_CHECK_TIMEOUT_MS, judge } from './guards.ts';

const root = { permission: 'area.root' } as const;
const campaigns = { permission: 'area.campaigns' } as const;
const coupons = FEATURE_ROUTES['/campaigns/$id'];
const admin = { permission: 'area.admin' } as const;

async function open(path: string, guard: Parameters<typeof judge>[1]): Promise<readonly Role[]> {
  const allowed: Role[] = [];
  for (const role of ROLES) if ((await judge(path, guard, [role])) === null) allowed.push(role);
  return allowed;
}

describe('role guards [spec 2.4, 6.4, 6.5, 6.6] [security 5]', () => {
  test.each([
    ['/accounts', root, ['ADMIN', 'MARKETING']],
    ['/campaigns', campaigns, ['ADMIN', 'CAMPAIGN-VIEWER', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER']],
    ['/admin/areas', admin, ['ADMIN']],
  ] as const)('%s', async (path, guard, roles) => {
    expect(await open(path, guard)).toEqual(roles);
  });

  test('each campaign is open to ADMIN and CAMPAIGN-MANAGER without an extra check [spec 2.20, 6.5]', async () => {
    const { extraCheck: _, ...roleGuards } = coupons;
    expect(await open('/campaigns/1', roleGuards)).toEqual(['ADMIN', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER']);
    for (const role of ['ADMIN', 'CAMPAIGN-MANAGER'] as const)
      expect(await judge('/campaigns/1', coupons, [role], { id: '1' })).toBeNull();
  });

  test('a refusal names the missing right [spec 6.4, 6.5, 6.6]', async () => {
    expect(await judge('/campaigns/1', coupons, ['CAMPAIGN-VIEWER'])).toEqual({
      to: 'no-access',
      permission: 'area.campaign',
    });
    expect(await judge('/accounts', root, [])).toEqual({ to: 'no-access', permission: 'area.root' });
  });
});

describe('home [spec 6.7, 6.8]', () => {
  test.each([
    [['CAMPAIGN-VIEWER'], { to: 'home', path: '/campaigns' }],
    [['CAMPAIGN-STREAMER', 'CAMPAIGN-MANAGER'], { to: 'home', path: '/campaigns' }],
    [['MARKETING', 'CAMPAIGN-VIEWER'], null],
    [['ADMIN'], null],
    [[], { to: 'no-access', permission: 'area.root' }],
  ] as const)('%j', async (roles, verdict) => {
    expect(await judge('/', root, roles)).toEqual(verdict);
  });
});

describe('extra check [spec 6.9]', () => {
  afterEach(() => void vi.useRealTimers());
  const refused = { to: 'no-access', permission: null };

  test('true admits; the check gets the parameters, the roles and a signal', async () => {
    const extraCheck = vi.fn(async () => true);
    expect(await judge('/x/$id', { ...root, extraCheck }, ['ADMIN'], { id: '1' })).toBeNull();
    expect(extraCheck).toHaveBeenCalledExactlyOnceWith({
      params: { id: '1' },
      roles: ['ADMIN'],
      signal: expect.any(AbortSignal),
    });
  });

  test.each([false, 1, 'yes', undefined])('%j leads to no access [spec 2.34, 6.2]', async (answer) => {
    expect(await judge('/x', { ...root, extraCheck: async () => answer as boolean }, ['ADMIN'])).toEqual(refused);
  });

  test('a throw leaves it unchecked [spec 2.33, 8.13]', async () => {
    const cause = new Error('down');
    expect(await judge('/x', { ...root, extraCheck: () => Promise.reject(cause) }, ['ADMIN'])).toEqual({
      to: 'unchecked',
      cause,
    });
    const thrower = () => {
      throw cause;
    };
    expect(await judge('/x', { ...root, extraCheck: thrower }, ['ADMIN'])).toEqual({ to: 'unchecked', cause });
  });

  test('a timeout leaves it unchecked and cancels the check [spec 2.33]', async () => {
    vi.useFakeTimers();
    let signal: AbortSignal | undefined;
    const extraCheck = (visit: { readonly signal: AbortSignal }) => {
      ({ signal } = visit);
      return new Promise<boolean>(() => undefined);
    };
    const verdict = judge('/x', { ...root, extraCheck }, ['ADMIN']);
    await vi.advanceTimersByTimeAsync(EXTRA_CHECK_TIMEOUT_MS - 1);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await verdict).toMatchObject({
      to: 'unchecked',
      cause: { message: 'The extra permission check took too long' },
    });
    expect(signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an answer ends the wait', async () => {
    vi.useFakeTimers();
    await judge('/x', { ...root, extraCheck: async () => true }, ['ADMIN']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('it is not called when the role is missing', async () => {
    const extraCheck = vi.fn(async () => true);
    await judge('/x', { ...admin, extraCheck }, ['MARKETING']);
    expect(extraCheck).not.toHaveBeenCalled();
  });
});
