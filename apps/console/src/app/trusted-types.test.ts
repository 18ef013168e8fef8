import { afterEach, expect, it, vi } from 'vitest';
import { installTrustedTypes } from './trusted-types.ts';

afterEach(() => vi.unstubAllGlobals());

it('lets workers start from scripts of this build only, and no HTML with markup through', () => {
  vi.stubGlobal('location', new URL('https://console.example/giveaways'));
  const policies: { createHTML: (text: string) => string; createScriptURL: (address: string) => string }[] = [];
  installTrustedTypes({ trustedTypes: { createPolicy: (_name, rules) => policies.push(rules) } });
  const [policy] = policies;
  expect(policy?.createHTML('a { color: red }')).toBe('a { color: red }');
  expect(() => policy?.createHTML('<b>')).toThrow(TypeError);
  for (const own of ['https://console.example/assets/proof.worker-DVahG5qb.js', '/assets/a-1_b.js'])
    expect(policy?.createScriptURL(own)).toBe(own);
  const foreign = [
    'https://elsewhere.example/assets/a.js',
    '//elsewhere.example/assets/a.js',
    'data:text/javascript,0',
    'blob:https://console.example/1',
    '/files/proofs/a.js',
    '/assets/../files/a.js',
    '/assets/a.js/b',
    '/assets/a.json',
  ];
  for (const address of foreign) expect(() => policy?.createScriptURL(address), address).toThrow(TypeError);
});
