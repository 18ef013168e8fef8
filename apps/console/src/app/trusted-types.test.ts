import { afterEach, expect, it, vi } from 'vitest';
import { installTrustedTypes } from './trusted-types.ts';

afterEach(() => vi.unstubAllGlobals());

it('allow workers from scripts of this build only, and no HTML with markup [security 9]', () => {
  vi.stubGlobal('location', new URL('https://console.example/giveaways'));
  const policies = new Map<
    string,
    { createHTML: (text: string) => string; createScriptURL: (address: string) => string }
  >();
  installTrustedTypes({ trustedTypes: { createPolicy: (name, rules) => policies.set(name, rules) } });
  const policy = policies.get('default');
  expect(policy?.createHTML('a { color: red }')).toBe('a { color: red }');
  expect(() => policy?.createHTML('<b>')).toThrow(new TypeError('HTML from text is refused'));
  for (const own of ['https://console.example/assets/proof.worker-DVahG5qb.js', '/assets/a-1_b.js'])
    expect(policy?.createScriptURL(own)).toBe(own);
  const foreign = [
    'https://elsewhere.example/assets/a.js',
    '//elsewhere.example/assets/a.js',
    'data:text/javascript,0',
    'blob:https://console.example/1',
    '/files/proofs/a.js',
    '/files/assets/a.js',
    '/assets/../files/a.js',
    '/assets/a.js/b',
    '/assets/a.json',
  ];
  for (const address of foreign)
    expect(() => policy?.createScriptURL(address), address).toThrow(new TypeError('A foreign script is refused'));
});

it('do not affect browsers without support, and prevent compiling checks from text', () => {
  vi.stubGlobal('__zod_globalConfig', {});
  installTrustedTypes({});
  expect(globalThis).toHaveProperty('__zod_globalConfig', { jitless: true });
});
