import { ROLES, type Role } from '@backcounter/domain';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { EXTRA_CHECK_TIMEOUT_MS, judge } from './guards.ts';

const root = { permission: 'area.root' } as const;
const campaigns = { permission: 'area.campaigns' } as const;
const coupons = { permission: 'area.campaigns', alsoPermission: 'area.campaign-coupons' } as const;
const admin = { permission: 'area.admin' } as const;

async function open(path: string, guard: Parameters<typeof judge>[1]): Promise<readonly Role[]> {
  const allowed: Role[] = [];
  for (const role of ROLES) if ((await judge(path, guard, [role])) === null) allowed.push(role);
  return allowed;
}

describe('role guards [spec 2.4, 6.4, 6.5, 6.6]', () => {
  test.each([
    ['/accounts', root, ['ADMIN', 'MARKETING']],
    ['/campaigns', campaigns, ['ADMIN', 'CAMPAIGN-VIEWER', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER']],
    ['/campaigns/1', coupons, ['ADMIN', 'CAMPAIGN-MANAGER']],
    ['/admin/areas', admin, ['ADMIN']],
  ] as const)('%s', async (path, guard, roles) => {
    expect(await open(path, guard)).toEqual(roles);
  });

  test('a refusal names the missing right [spec 6.4, 6.5, 6.6]', async () => {
    expect(await judge('/campaigns/1', coupons, ['CAMPAIGN-VIEWER'])).toEqual({
      to: 'no-access',
      permission: 'area.campaign-coupons',
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

  test('true lets through', async () => {
    expect(await judge('/x', { ...root, extraCheck: async () => true }, ['ADMIN'])).toBeNull();
  });

  test('false leads to no access [spec 2.34, 6.2]', async () => {
    expect(await judge('/x', { ...root, extraCheck: async () => false }, ['ADMIN'])).toEqual(refused);
  });

  test('a throw leads to no access [spec 2.33, 6.2, 8.13]', async () => {
    const thrown = async () => {
      throw new Error('down');
    };
    expect(await judge('/x', { ...root, extraCheck: thrown }, ['ADMIN'])).toEqual(refused);
  });

  test('no answer in time leads to no access and cancels the check [spec 2.33, 6.2]', async () => {
    vi.useFakeTimers();
    let signal: AbortSignal | undefined;
    const verdict = judge(
      '/x',
      {
        ...root,
        extraCheck: (given) => {
          signal = given;
          return new Promise<boolean>(() => undefined);
        },
      },
      ['ADMIN'],
    );
    await vi.advanceTimersByTimeAsync(EXTRA_CHECK_TIMEOUT_MS);
    expect(await verdict).toEqual(refused);
    expect(signal?.aborted).toBe(true);
  });

  test('it is not asked when the role is missing', async () => {
    const extraCheck = vi.fn(async () => true);
    await judge('/x', { ...admin, extraCheck }, ['MARKETING']);
    expect(extraCheck).not.toHaveBeenCalled();
  });
});
