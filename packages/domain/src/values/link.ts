import { z } from 'zod';

/** Parts that programs understand differently: spaces, controls, backslashes, a user name; and the braces of a placeholder. */
const AMBIGUOUS = /[\s\\{}\p{C}]|^[^/]*\/\/[^/?#]*@/u;

/** The one form of an address that every program understands alike; null if it has none, or another scheme. */
function canonicalLink(text: string, schemes: readonly string[]): string | null {
  const isComplete = schemes.some((scheme) => text.toLowerCase().startsWith(`${scheme}://`));
  if (!isComplete || AMBIGUOUS.test(text) || !URL.canParse(text)) return null;
  const { href, hostname } = new URL(text);
  return hostname === '' || AMBIGUOUS.test(href) ? null : href;
}

/**
 * An address with one of the schemes, or a path: in its canonical form, without a user name, password or placeholder.
 * Breaks rule `link-placeholder`, or else the given one.
 */
export function link(rule: 'link' | 'url', schemes: readonly string[], max: number, path?: RegExp) {
  return z
    .string()
    .trim()
    .overwrite((text) => canonicalLink(text, schemes) ?? text)
    .min(1)
    .max(max)
    .refine((text) => !text.includes('{{'), { error: 'link-placeholder', abort: true })
    .refine((text) => path?.test(text) === true || canonicalLink(text, schemes) !== null, { error: rule })
    .nullable()
    .optional();
}
