/** Writes what TypeScript has to know of the functions of a migrated database, for `generate-types.ts`. */
import pg from 'pg';

/** A value of the driver as `client.ts` reads it; an enum type is the union of that name in `database.types.ts`. */
const VALUES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  interval: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
};
/** What is sent may be more than what is read: JSON is made of any object, and an instant may be a text. */
const SENT: Readonly<Record<string, string>> = { json: 'object', jsonb: 'object', timestamptz: 'Date | string' };

/** A type of the catalogue: `b` base, `e` enum, `c` the row of a table; the name is that of an array's element. */
interface CatalogueType {
  readonly name: string;
  readonly kind: string;
  readonly isArray: boolean;
}

interface CatalogueFunction {
  readonly name: string;
  readonly isStrict: boolean;
  readonly isSet: boolean;
  /** How many arguments at the end have a default. */
  readonly defaults: number;
  readonly result: CatalogueType;
  /** Arguments (`i`) and columns of the result (`o`, `t`), in their order. */
  readonly parameters: readonly (CatalogueType & { readonly argument: string; readonly mode: string })[];
}

// Functions of the application: those that change rows, and those that were granted to it in particular. The others, and those that return
// the row of a table, are parts of statements.
const FUNCTIONS = `
  with types as (
    select t.oid, json_build_object('name', coalesce(e.typname, t.typname), 'kind', coalesce(e.typtype, t.typtype),
      'isArray', e.oid is not null) as type
    from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  )
  select p.proname as name, p.proisstrict as "isStrict", p.proretset as "isSet", p.pronargdefaults as defaults,
    (select type from types where oid = p.prorettype) as result,
    (select coalesce(json_agg(jsonb_build_object('argument', p.proargnames[n], 'mode', coalesce(p.proargmodes[n], 'i')) || t.type::jsonb order by n), '[]')
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (oid, n) join types t using (oid)) as parameters
  from pg_proc p join pg_type r on r.oid = p.prorettype and r.typtype <> 'c'
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and has_function_privilege('backcounter_app', p.oid, 'EXECUTE')
    and (p.provolatile = 'v' or not has_function_privilege('public', p.oid, 'EXECUTE'))
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  order by p.proname`;

/** The text of `database-functions.ts`. */
export async function functionTypes(url: string, header: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<CatalogueFunction>(FUNCTIONS);
    const twice = rows.find(({ name }, place) => rows[place + 1]?.name === name);
    if (twice !== undefined) throw new Error(`There are two functions ${twice.name}; callers name one.`);
    const types = rows.map(typeOf).join('');
    const imported = [...new Set(types.match(/\b[A-Z]\w+/g))].filter(
      (name) => !['Buffer', 'Date', 'JsonRow', 'Record'].includes(name),
    );
    return `${header}
import type { Selectable } from 'kysely';
import type { ${imported.sort().join(', ')} } from './database.types.ts';

/** A row as JSON has it: instants and bytes are texts. */
type JsonRow<Table> = { [Column in keyof Selectable<Table>]: JsonValue<Selectable<Table>[Column]> };
type JsonValue<Value> = Value extends Date | Buffer ? string : Value;

/** Arguments and results of functions. Any of them may be null: SQL says nothing else, unless a function is STRICT. */
export interface DatabaseFunctions {
${types}}

/** How a function is called: types of its arguments, what comes back, and the columns that are read. */
export const DATABASE_FUNCTIONS = {
${rows.map(callOf).join('')}} as const;
`;
  } finally {
    await client.end();
  }
}

function typeOf(of: CatalogueFunction): string {
  const required = argumentsOf(of).length - of.defaults;
  const args = argumentsOf(of).map(
    (type, place) =>
      `${type.argument}${place < required ? '' : '?'}: ${of.isStrict ? typeScriptOf(type, SENT) : nullable(typeScriptOf(type, SENT))}`,
  );
  return `  ${of.name}: {\n    args: ${args.length === 0 ? 'Record<string, never>' : `{ ${args.join('; ')} }`};\n    result: ${resultOf(of)};\n  };\n`;
}

function resultOf(of: CatalogueFunction): string {
  if (of.result.name === 'void') return 'undefined';
  const columns = columnsOf(of);
  const row = columns.map((type) => `${type.argument}: ${nullable(typeScriptOf(type))}`).join('; ');
  if (of.isSet) return `{ ${row} }[]`;
  return isRow(of) ? `{ ${row} }` : nullable(typeScriptOf(of.result));
}

function callOf(of: CatalogueFunction): string {
  const args = argumentsOf(of).map(({ argument, name, isArray }) => `${argument}: '${name}${isArray ? '[]' : ''}'`);
  const returns = of.isSet ? 'rows' : isRow(of) ? 'row' : of.result.name === 'void' ? 'void' : 'value';
  // The driver reads a row inside a row as a text; one that was never set is a row of nulls.
  const columns = columnsOf(of).map(({ argument, kind }) =>
    kind === 'c' ? `case when not ${argument} is null then to_jsonb(${argument}) end as ${argument}` : argument,
  );
  const read = isRow(of) || of.isSet ? `, columns: '${columns.join(', ')}'` : '';
  return `  ${of.name}: { args: { ${args.join(', ')} }, returns: '${returns}'${read} },\n`;
}

const nullable = (type: string) => (type === 'unknown' ? type : `${type} | null`);
const argumentsOf = ({ parameters }: CatalogueFunction) => parameters.filter(({ mode }) => mode === 'i');
const columnsOf = ({ parameters }: CatalogueFunction) => parameters.filter(({ mode }) => mode !== 'i');
const isRow = ({ result }: CatalogueFunction) => result.name === 'record';

function typeScriptOf({ name, kind, isArray }: CatalogueType, sent: Readonly<Record<string, string>> = {}): string {
  const pascal = name.replace(/(?:^|_)(\w)/g, (_all, first: string) => first.toUpperCase());
  const value = kind === 'e' ? pascal : kind === 'c' ? `JsonRow<${pascal}>` : (sent[name] ?? VALUES[name]);
  if (value === undefined) throw new Error(`No TypeScript type for ${name}.`);
  return isArray ? `readonly (${value})[]` : value;
}
