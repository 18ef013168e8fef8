import { textIn } from '@backcounter/domain';
import type { BuilderTypes } from './builder.ts';

type Fields =
  | PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, never>
  | PothosSchemaTypes.QueryFieldBuilder<BuilderTypes, object>;
type ArgBuilder = Pick<Fields, 'arg'>;

/** Argument of a text in several languages. */
export function localeArg(t: ArgBuilder) {
  return t.arg.string({ description: 'Language of the text; absent, or one that it does not have: English.' });
}

/** The name for a locale; without one, and if it is missing there, the English one. */
export function localName(names: Readonly<Record<string, string>>, locale: string | null | undefined): string {
  return textIn(names, locale ?? 'en-US') ?? '';
}

/** Arguments of a forward-only connection. */
export function forwardArgs(t: ArgBuilder) {
  return {
    first: t.arg.int({ description: 'How many rows; absent: 25.' }),
    after: t.arg.string({ description: 'Rows after this cursor.' }),
  };
}
