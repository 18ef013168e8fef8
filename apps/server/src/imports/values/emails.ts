import { domainToASCII } from 'node:url';
import type { ImportField, Parsed } from '../import-definition.ts';

/** The address of a text such as `Ada <ada@example.org>`. Breaks the rules `email` and `email-several`. */
export function parseEmail(given: string, rule: ImportField['rule']): Parsed {
  const isValid = (text: string) => rule?.safeParse(text).success !== false;
  if (isValid(given)) return { value: given };
  const text = given.replace(/\p{Cf}/gu, '').replace(/^[^<>]*<([^<>]+)>[\s.,;]*$/, '$1');
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const [first, second] = parts.filter((part) => part.includes('@'));
  if (first === undefined) return { problem: { rule: 'email' } };
  if (parts.length > 1)
    return { problem: { rule: second === undefined ? 'email' : 'email-several', suggestion: first } };
  const bare = first.replace(/^mailto:/i, '').replace(/\.$/, '');
  const at = bare.lastIndexOf('@');
  const domain = bare.slice(at + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: other domains are stored as they are
  const email = at < 0 || /^[\x00-\x7f]*$/.test(domain) ? bare : `${bare.slice(0, at)}@${domainToASCII(domain)}`;
  if (isValid(email)) return { value: email };
  const mended = email.replace(/\.{2,}/g, '.').replace(/^\.|\.(?=@)/g, '');
  const fits = mended !== email && isValid(mended);
  return email.length > 254 ? { value: email } : { problem: { rule: 'email', ...(fits && { suggestion: mended }) } };
}
