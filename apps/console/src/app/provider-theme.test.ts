// @vitest-environment happy-dom
import { brandTheme } from '@backcounter/ui';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const PRIMARY = '#0a7d55';
const OTHER = '#7a2fd0';
const answered = vi.fn<typeof fetch>();
let providerTheme: typeof import('./provider-theme.ts').providerTheme;

beforeEach(async () => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', answered);
  answered.mockReset();
  vi.resetModules();
  ({ providerTheme } = await import('./provider-theme.ts'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const themeOf = (primary: string | null, secondary: string | null = null) => brandTheme({ primary, secondary });
const answer = (colors: unknown) => answered.mockImplementation(async () => Response.json({ colors }));

describe('the theme of the provider', () => {
  test('is requested without cookies and redirects, and subscribers are notified', async () => {
    answer({ primary: PRIMARY, secondary: OTHER });
    const heard = vi.fn();
    const following = providerTheme.current.subscribe(heard);
    await providerTheme.load('https://id.test');
    expect(answered.mock.calls).toEqual([
      [
        'https://id.test/.well-known/theme',
        { credentials: 'omit', redirect: 'error', signal: expect.any(AbortSignal) },
      ],
    ]);
    expect(providerTheme.current.get()).toEqual(themeOf(PRIMARY, OTHER));
    expect(heard).toHaveBeenCalledTimes(1);
    following.unsubscribe();
    await providerTheme.load('https://id.test');
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test('of the last visit is applied immediately, and remains when the provider is down', async () => {
    answer({ primary: PRIMARY });
    await providerTheme.load('https://id.test');
    vi.resetModules();
    ({ providerTheme } = await import('./provider-theme.ts'));
    expect(providerTheme.current.get()).toEqual(brandTheme());
    answered.mockReset().mockRejectedValue(new TypeError('away'));
    const loaded = providerTheme.load('https://id.test');
    expect(providerTheme.current.get()).toEqual(themeOf(PRIMARY));
    await loaded;
    expect(providerTheme.current.get()).toEqual(themeOf(PRIMARY));
  });

  test.each(['{', 'null', '7', '{"colors":null}', '{"colors":{"primary":"red;}"}}'])(
    'stored as %j falls back to the product’s own',
    async (kept) => {
      localStorage.setItem('provider-theme', kept);
      answered.mockRejectedValue(new TypeError('away'));
      await providerTheme.load('https://id.test');
      expect(providerTheme.current.get()).toEqual(brandTheme());
    },
  );

  test.each([
    ['an error', () => Response.json({ colors: { primary: PRIMARY } }, { status: 500 })],
    ['no JSON', () => new Response('<html>')],
    ['more than 64 kB', () => Response.json({ colors: { primary: PRIMARY }, rest: 'x'.repeat(64_000) })],
  ])('that is %s changes and keeps nothing', async (_what, make) => {
    answered.mockImplementation(async () => make());
    await providerTheme.load('https://id.test');
    expect(providerTheme.current.get()).toEqual(brandTheme());
    expect(localStorage.getItem('provider-theme')).toBeNull();
  });

  test('of exactly 64 kB is accepted', async () => {
    const body = (rest: string) => JSON.stringify({ colors: { primary: PRIMARY }, rest });
    answered.mockImplementation(async () => new Response(body('x'.repeat(64_000 - body('').length))));
    await providerTheme.load('https://id.test');
    expect(providerTheme.current.get()).toEqual(themeOf(PRIMARY));
  });

  test('is only its two colours, and those only in the strict grammar', async () => {
    answer({ primary: 'url(https://evil.test)', secondary: OTHER, other: PRIMARY });
    await providerTheme.load('https://id.test');
    expect(providerTheme.current.get()).toEqual(themeOf(null, OTHER));
    expect(localStorage.getItem('provider-theme')).toBe(
      JSON.stringify({ colors: { primary: null, secondary: OTHER } }),
    );
  });

  test('has a timeout of 5 s', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    answer({});
    await providerTheme.load('https://id.test');
    expect(timeout.mock.calls).toEqual([[5000]]);
  });
});
