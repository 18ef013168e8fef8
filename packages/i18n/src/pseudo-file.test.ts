import { expect, it } from 'vitest';
import { checkMessage, compileMessage } from './check.ts';
import { pseudoMessage } from './pseudo.ts';
import { pseudoTexts } from './pseudo-file.ts';

const TEXTS = {
  plain: 'Save it',
  quoted: "It''s {name}, '{'really'}'",
  tag: 'Read <b>{count, number}</b> now',
  plural: '{n, plural, =0 {none} one {# row} other {# rows of {name}}}',
  select: '{kind, select, a {One} other {Other <i>x</i>}}',
  date: '{at, date, medium} — {at, time, ::Hmm}',
  broken: '{',
};

it.each(['en-XA', 'ar-XB'] as const)(
  'a file of %s has the meaning of its messages, with the placeholders of English',
  (locale) => {
    const { broken, ...texts } = TEXTS;
    const made = pseudoTexts({ ...texts, broken }, locale);
    expect(Object.keys(made)).toEqual(Object.keys(texts));
    for (const [key, text] of Object.entries(texts)) {
      expect(checkMessage(made[key] ?? '', { locale: 'en-US', source: text }), key).toEqual([]);
      expect(made[key]).not.toBe(text);
      const expected = pseudoMessage(text, locale);
      expect(meaning(compileMessage(made[key] ?? '')), key).toEqual(meaning(expected));
    }
  },
);

/** Adjacent literals count as one text; locations are ignored. */
function meaning(message: unknown): unknown {
  if (typeof message === 'string') return [{ type: 0, value: message }];
  return JSON.parse(
    JSON.stringify(message, (name, value) => {
      if (name === 'location') return undefined;
      return Array.isArray(value) ? joined(value) : value;
    }),
  );
}

function joined(elements: readonly { readonly type: number; readonly value: string }[]): unknown[] {
  const result: { type: number; value: string }[] = [];
  for (const element of elements) {
    const last = result.at(-1);
    if (element.type === 0 && last?.type === 0)
      result[result.length - 1] = { type: 0, value: last.value + element.value };
    else result.push(element);
  }
  return result;
}
