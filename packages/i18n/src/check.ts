import { TYPE } from '@formatjs/icu-messageformat-parser';
import { compileMessage, namesIn, visitMessage } from './compile.ts';
import type { CompiledMessage } from './messages.ts';

export { compileMessage, namesIn } from './compile.ts';

/** Rules that a translation can break. */
export const MESSAGE_RULES = [
  'message-syntax',
  'message-strange',
  'message-lacking',
  'message-kind',
  'message-forms',
] as const;
/** One of the rules. */
export type MessageRule = (typeof MESSAGE_RULES)[number];

/** A rule that a text breaks, with the values for its message. */
export interface MessageProblem {
  readonly rule: MessageRule;
  /** `detail` of a syntax error; otherwise `names` of placeholders and tags, or plural `forms`, separated by commas. */
  readonly params: Readonly<Record<string, string>>;
}

/** Reference for checking a text. */
export interface MessageExpectation {
  /** Locale of the text, whose plural forms it has to distinguish. */
  readonly locale: string;
  /** The English text that it translates; null if it is the English text. */
  readonly source: string | null;
}

/**
 * Problems that keep a text from replacing the English one: unreadable syntax, placeholders or tags that differ from
 * the English text, and missing plural forms. Empty if there are none.
 */
export function checkMessage(text: string, { locale, source }: MessageExpectation): readonly MessageProblem[] {
  const message = read(text);
  if (message instanceof Error) return [{ rule: 'message-syntax', params: { detail: message.message } }];
  const problems: MessageProblem[] = [];
  const say = (rule: MessageRule, param: string, found: readonly string[]): void => {
    if (found.length > 0) problems.push({ rule, params: { [param]: found.join(', ') } });
  };
  // An unreadable English text does not restrict its translations.
  const original = source === null ? null : read(source);
  if (original !== null && !(original instanceof Error)) {
    const [known, names] = [namesIn(original), namesIn(message)];
    say(
      'message-strange',
      'names',
      [...names].filter((name) => !known.has(name)),
    );
    say(
      'message-lacking',
      'names',
      [...known].filter((name) => !names.has(name)),
    );
    say('message-kind', 'names', otherKinds(original, message));
  }
  say('message-forms', 'forms', missingForms(locale, message));
  return problems;
}

function read(text: string): CompiledMessage | Error {
  try {
    return compileMessage(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

type Kind = 'number' | 'time' | 'choice';

const KINDS: Partial<Record<TYPE, Kind>> = {
  [TYPE.number]: 'number',
  [TYPE.plural]: 'number',
  [TYPE.date]: 'time',
  [TYPE.time]: 'time',
  [TYPE.select]: 'choice',
};

/** Kinds of each placeholder; one that is only inserted may be of any kind. */
function kindsIn(message: CompiledMessage): ReadonlyMap<string, ReadonlySet<Kind>> {
  const kinds = new Map<string, Set<Kind>>();
  visitMessage(message, (element) => {
    const kind = KINDS[element.type];
    if (kind === undefined || !('value' in element)) return;
    kinds.set(element.value, (kinds.get(element.value) ?? new Set()).add(kind));
  });
  return kinds;
}

function otherKinds(original: CompiledMessage, message: CompiledMessage): string[] {
  const known = kindsIn(original);
  return [...kindsIn(message)]
    .filter(([name, kinds]) => known.has(name) && [...kinds].some((kind) => !known.get(name)?.has(kind)))
    .map(([name]) => name);
}

/** Plural forms of the language that a message lacks; one with only `other` uses the same text for all numbers. */
function missingForms(locale: string, message: CompiledMessage): string[] {
  const lacking = new Set<string>();
  visitMessage(message, (element) => {
    if (element.type !== TYPE.plural || Object.keys(element.options).every((form) => form === 'other')) return;
    const { pluralCategories } = new Intl.PluralRules(locale, {
      type: element.pluralType ?? 'cardinal',
    }).resolvedOptions();
    for (const form of pluralCategories) if (!Object.hasOwn(element.options, form)) lacking.add(form);
  });
  return [...lacking];
}
