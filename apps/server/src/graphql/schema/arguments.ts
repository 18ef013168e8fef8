import type { BuilderTypes } from './builder.ts';

type Fields =
  | PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, never>
  | PothosSchemaTypes.QueryFieldBuilder<BuilderTypes, object>;
type ArgBuilder = Pick<Fields, 'arg'>;

/** Argument of a text in several languages. */
export function localeArg(t: ArgBuilder) {
  return t.arg.string({ description: 'Language of the text; absent, or one that it does not have: English.' });
}

/** Arguments of a forward-only connection. */
export function forwardArgs(t: ArgBuilder) {
  return {
    first: t.arg.int({ description: 'How many rows; absent: 25.' }),
    after: t.arg.string({ description: 'Rows after this cursor.' }),
  };
}
