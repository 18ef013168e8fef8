/** Generates the TypeScript types of the functions of a migrated database, for `generate-types.ts`. */
import pg from 'pg';

/** TypeScript types of values as `client.ts` parses them; an enum is the union of that name in `database.types.ts`. */
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
/** Parameters accept more than results: any object as JSON, and an instant as text. */
const SENT: Readonly<Record<string, string>> = { json: 'object', jsonb: 'object', timestamptz: 'Date | string' };

/** A type of pg_type: `b` base, `e` enum, `c` row of a table; an array has the name of its element. */
interface CatalogueType {
  readonly name: string;
  readonly kind: string;
  readonly isArray: boolean;
}

interface CatalogueFunction {
  readonly name: string;
  readonly isStrict: boolean;
  readonly isSet: boolean;
  /** Number of trailing arguments with a default. */
  readonly defaults: number;
  readonly result: CatalogueType;
  /** Arguments (`i`) and columns of the result (`o`, `t`), in order. */
  readonly parameters: readonly (CatalogueType & { readonly argument: string; readonly mode: string })[];
}

// Functions that the application calls: those that change rows, and those granted to it explicitly. Others, and those
// that return the row of a table, are used inside statements.
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

/** Text of `database-functions.ts`. */
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

/** A row as JSON: instants and bytes are texts. */
type JsonRow<Table> = { [Column in keyof Selectable<Table>]: JsonValue<Selectable<Table>[Column]> };
type JsonValue<Value> = Value extends Date | Buffer ? string : Value;

/**
 * Arguments and results of functions. Each may be null, because SQL doesn't say otherwise unless a function is STRICT.
 */
export interface DatabaseFunctions {
${types}}

/** Argument types, kind of result and columns of each function. */
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
  // The driver would return a row inside a row as text. An unset row has all columns null.
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
