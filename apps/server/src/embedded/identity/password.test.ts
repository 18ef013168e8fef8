import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashPassword, isPasswordOf, passwordProblem } from './password.ts';

const problem = (password: string) => passwordProblem(password, 'erika.stone@example.org');

describe('a new password', () => {
  it.each([
    ['eleven sign', 'too-short'],
    ['twelve signs', null],
    ['ﬁve letters', null],
    ['🔒'.repeat(6), 'too-short'],
    ['correct horse battery staple', null],
    ['onlylowercaseletters', null],
    ['83 1047 2956', null],
    [`${'long '.repeat(51)}x`, null],
    [`${'long '.repeat(51)}xy`, 'too-long'],
    ['Erika.Stone and more', 'contains-email'],
    ['Backcounter2026', 'too-common'],
    ['password1234', 'too-common'],
    ['Qwerty123456!', 'too-common'],
    ['aaaaaaaaaaaaaaaa', 'too-common'],
  ])('%j: %s', (password, expected) => {
    expect(problem(password)).toBe(expected);
  });
});

it('documents the words refused as common', async () => {
  const documents = await readFile(join(import.meta.dirname, '../../../../../docs/operations-identity.md'), 'utf8');
  const [, list = ''] = /Those words are: ([^.]+)\./.exec(documents) ?? [];
  const words = list.split(/, | and |\s+/);
  expect(words.length).toBeGreaterThan(20);
  for (const word of words) expect([word, problem(word.repeat(3))]).toEqual([word, 'too-common']);
});

describe('a stored password', () => {
  it('is an argon2id hash, different each time [security 13]', async () => {
    const [one, two] = await Promise.all([hashPassword('twelve signs'), hashPassword('twelve signs')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('matches only as typed, however the keyboard composes letters', async () => {
    const hash = await hashPassword('twelve signs é');
    expect(await isPasswordOf(hash, 'twelve signs e\u0301')).toBe(true);
    for (const typed of ['Twelve signs é', 'twelve signs é ', 'twelve signs', ''])
      expect(await isPasswordOf(hash, typed)).toBe(false);
    expect(await isPasswordOf(null, 'twelve signs é')).toBe(false);
    expect(await isPasswordOf(null, 'a password that no one has')).toBe(false);
  });
});
