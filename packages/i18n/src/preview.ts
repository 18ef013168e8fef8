import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  type SelectElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { visitMessage } from './compile.ts';

/** Kind of a part of a message: readable text, a placeholder, a tag, or the syntax of a choice. */
export type PartKind = 'text' | 'placeholder' | 'tag' | 'syntax';

/** A part of a message, as written. */
export interface MessagePart {
  readonly kind: PartKind;
  readonly text: string;
}

/** A message formatted with sample values. */
export interface MessageSample {
  /** The forms that were chosen: `few`, `=0`, the option of a choice; empty without choices. */
  readonly forms: readonly string[];
  /** Value of the first number that decides a form; null without one. */
  readonly number: number | null;
  readonly text: string;
}

/** Limit of samples; no one reads more. */
const SAMPLES_MAX = 12;
const NUMBER = 1234;
/** A fixed afternoon, whose day, month, hours and minutes differ. */
const TIME = new Date(2026, 10, 21, 15, 4, 5);
/** Numbers that include one for each plural form of each language; fractions and millions last. */
const PLURAL_NUMBERS = [...Array.from({ length: 200 }, (_each, at) => at + 1), 0, 1_000_000, 1.5, 0.5];

/** Splits a message into parts that add up to it; one that cannot be parsed is a single text. */
export function messageParts(text: string): readonly MessagePart[] {
  let elements: readonly MessageFormatElement[];
  try {
    elements = parse(text, { captureLocation: true });
  } catch {
    return [{ kind: 'text', text }];
  }
  const kinds = new Array<PartKind>(text.length).fill('text');
  paint(elements, kinds);
  const parts: { kind: PartKind; text: string }[] = [];
  for (const [at, kind] of kinds.entries()) {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text[at];
    else parts.push({ kind, text: text[at] ?? '' });
  }
  return parts;
}

function paint(elements: readonly MessageFormatElement[], kinds: PartKind[]): void {
  for (const element of elements) {
    const { location } = element;
    if (!location) continue;
    const fill = (kind: PartKind) => kinds.fill(kind, location.start.offset, location.end.offset);
    switch (element.type) {
      case TYPE.literal:
        fill('text');
        break;
      case TYPE.tag:
        fill('tag');
        paint(element.children, kinds);
        break;
      case TYPE.plural:
      case TYPE.select:
        fill('syntax');
        for (const { value } of Object.values(element.options)) paint(value, kinds);
        break;
      default:
        fill('placeholder');
    }
  }
}

/**
 * Formatted samples for a locale: one for each plural form of the language and each option of a choice, else one.
 * Placeholders show their names, numbers and dates examples.
 * @throws SyntaxError for a message that cannot be parsed
 */
export function messageSamples(text: string, locale: string): readonly MessageSample[] {
  const elements = parse(text);
  const choices = new Map<string, PluralElement | SelectElement>();
  const values: Record<string, unknown> = {};
  visitMessage(elements, (element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return;
    if (element.type === TYPE.tag) values[element.value] = (chunks: readonly unknown[]) => chunks.join('');
    else if (element.type === TYPE.number) values[element.value] = NUMBER;
    else if (element.type === TYPE.date || element.type === TYPE.time) values[element.value] = TIME;
    else if (element.type === TYPE.plural || element.type === TYPE.select) choices.set(element.value, element);
    else values[element.value] ??= element.value;
  });
  const format = new IntlMessageFormat([...elements], locale);
  const say = (chosen: Readonly<Record<string, unknown>>) =>
    String(format.format({ ...values, ...chosen } as Record<string, string>));
  let cases: readonly Case[] = [{ forms: [], number: null, chosen: {} }];
  for (const [name, element] of choices) {
    const options = optionsOf(element, locale);
    cases = cases
      .flatMap((each) => options.map(({ form, value }) => extended(each, name, form, value)))
      .slice(0, SAMPLES_MAX);
  }
  return cases.map(({ forms, number, chosen }) => ({ forms, number, text: say(chosen) }));
}

interface Case {
  readonly forms: readonly string[];
  readonly number: number | null;
  readonly chosen: Readonly<Record<string, unknown>>;
}

function extended(before: Case, name: string, form: string, value: string | number): Case {
  return {
    forms: [...before.forms, form],
    number: before.number ?? (typeof value === 'number' ? value : null),
    chosen: { ...before.chosen, [name]: value },
  };
}

function optionsOf(
  element: PluralElement | SelectElement,
  locale: string,
): readonly { readonly form: string; readonly value: string | number }[] {
  if (element.type === TYPE.select) return Object.keys(element.options).map((form) => ({ form, value: form }));
  return pluralForms(element, locale);
}

/** Each plural form of the language with a matching number, and the exact numbers in the message. */
function pluralForms({ options, pluralType, offset }: PluralElement, locale: string) {
  const rules = new Intl.PluralRules(locale, { type: pluralType ?? 'cardinal' });
  const exact = Object.keys(options)
    .filter((form) => form.startsWith('='))
    .map((form) => ({ form, value: Number(form.slice(1)) }));
  const taken = new Set(exact.map(({ value }) => value));
  const named = rules.resolvedOptions().pluralCategories.flatMap((form) => {
    const value = PLURAL_NUMBERS.find((number) => !taken.has(number + offset) && rules.select(number) === form);
    return value === undefined ? [] : [{ form: form as string, value: value + offset }];
  });
  return [...exact, ...named];
}
