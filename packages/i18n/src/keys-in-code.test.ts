import { expect, test } from 'vitest';
import { keysInCode } from './keys-in-code.ts';

test('keys are words with dots in quotes', () => {
  const code = `t('account.list.title'); t("shell.not-found.title_2"); x('Account.list'); y('account'); z('a. b'); '1.2'`;
  expect([...keysInCode(code).literals]).toEqual(['account.list.title', 'shell.not-found.title_2']);
});

test('a template finds the keys that it can make, and no others', () => {
  const part = '$' + '{code}';
  const code = `t(\`error.${part}.(text)\`); t(\`error.${part}.(text)\`); \`x ${part}\``;
  const [pattern, ...others] = keysInCode(code).patterns;
  expect(others).toEqual([]);
  expect(pattern?.test('error.session.ex-pired_1.(text)')).toBe(true);
  for (const key of [
    'error..(text)',
    'error.a b.(text)',
    'xerror.a.(text)',
    'errorxa.(text)',
    'error.a.(text)x',
    'error.a.text',
  ])
    expect([key, pattern?.test(key)]).toEqual([key, false]);
});
