import { TYPE } from '@formatjs/icu-messageformat-parser';
import { compileMessage, namesIn, visitMessage } from './compile.ts';
import type { CompiledMessage } from './messages.ts';

export { compileMessage, namesIn } from './compile.ts';

/** What can be wrong with a translation. */
export const MESSAGE_RULES = [
  'message-syntax',
  'message-strange',
  'message-lacking',
  'message-kind',
  'message-forms',
] as const;
/** One of the rules. */
export type MessageRule = (typeof MESSAGE_RULES)[number];

/** A rule that a text breaks, with what its words need. */
export interface MessageProblem {
  readonly rule: MessageRule;
  /** `detail` of what cannot be read; else `names` of placeholders and tags, or plural `forms`, parted by commas. */
  readonly params: Readonly<Record<string, string>>;
}

/** What a text is held against. */
export interface MessageExpectation {
  /** Locale of the text, whose plural forms it has to tell apart. */
  readonly locale: string;
  /** The English text that it stands for; null: it is the English text itself. */
  readonly source: string | null;
}

/**
 * What keeps a text from being shown in place of the English one: syntax that cannot be read, placeholders or tags that are not those of the
 * English text, and plural forms that the language tells apart and the text does not. Empty: nothing.
 */
export function checkMessage(text: string, { locale, source }: MessageExpectation): readonly MessageProblem[] {
  const message = read(text);
  if (message instanceof Error) return [{ rule: 'message-syntax', params: { detail: message.message } }];
  const problems: MessageProblem[] = [];
  const say = (rule: MessageRule, param: string, found: readonly string[]): void => {
    if (found.length > 0) problems.push({ rule, params: { [param]: found.join(', ') } });
  };
  // An English text that cannot be read itself says nothing about its translations.
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

/** Kinds of each placeholder; one that is only shown as it is may be of any. */
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

/** Plural forms that a language tells apart and a message does not; one that only has `other` says the same for all numbers. */
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
