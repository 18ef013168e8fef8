import { type Kysely, sql } from 'kysely';
import { DATABASE_FUNCTIONS, type DatabaseFunctions } from '../generated/database-functions.ts';
import type { Database } from './client.ts';

type FunctionName = keyof DatabaseFunctions;

/** Named arguments of a function of the database. */
export type FunctionArguments<Name extends FunctionName> = DatabaseFunctions[Name]['args'];
/** Result of a function of the database: a value, a row, or the rows of a set. */
export type FunctionResult<Name extends FunctionName> = DatabaseFunctions[Name]['result'];

interface FunctionCall {
  readonly args: Readonly<Record<string, string>>;
  readonly returns: 'row' | 'rows' | 'value' | 'void';
  readonly columns?: string;
}

/**
 * Calls a function of the database as one statement. An omitted argument takes its default. The text depends only on
 * which arguments are given: values are parameters. PostgreSQL infers their types from the function, because functions
 * aren't overloaded.
 */
export async function callFunction<Name extends FunctionName>(
  db: Kysely<Database>,
  name: Name,
  args: FunctionArguments<Name>,
): Promise<FunctionResult<Name>> {
  const { args: types, returns, columns }: FunctionCall = DATABASE_FUNCTIONS[name];
  const given: Readonly<Record<string, unknown>> = args;
  const texts: string[] = [];
  const values: unknown[] = [];
  let text = columns === undefined ? `select ${name}(` : `select ${columns} from ${name}(`;
  for (const [argument, type] of Object.entries(types)) {
    const value = given[argument];
    if (value === undefined) continue;
    texts.push(`${text}${argument} => `);
    // The driver would send an array as a PostgreSQL array.
    values.push(type.startsWith('json') && value !== null ? JSON.stringify(value) : value);
    text = ', ';
  }
  texts.push(`${values.length === 0 ? text : ''})${columns === undefined ? ' as value' : ''}`);
  const { rows } = await sql(Object.assign(texts, { raw: texts }), ...values).execute(db);
  const [row] = rows as { readonly value?: unknown }[];
  const result = { void: undefined, value: row?.value, row, rows }[returns];
  return result as FunctionResult<Name>;
}
