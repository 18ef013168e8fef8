import { createHash } from 'node:crypto';
import type { Statement } from '../graphql/sql-runner.ts';

/** Time limit of a list's statement. */
export const LIST_TIMEOUT_MS = 2_000;

/** Maximum number of named statements, because each is kept in every connection. */
const MAX_NAMED = 200;

const named = new Map<string, Statement>();

/** A statement prepared by name, unless its best plan depends on the values or there are too many. */
export function statementFor(text: string, isPrepared = true): Statement {
  if (!isPrepared) return { text, name: null };
  const known = named.get(text);
  if (known !== undefined) return known;
  if (named.size >= MAX_NAMED) return { text, name: null };
  const name = `list-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  const statement: Statement = { text, name };
  named.set(text, statement);
  return statement;
}
