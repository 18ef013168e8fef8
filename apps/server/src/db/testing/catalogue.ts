import type pg from 'pg';

/** Schemas of the product. */
const SCHEMAS = `('public', 'identity')`;

/** Privileges as sorted text; `owner` has the defaults if none were changed. */
const grants = (acl: string, kind: string, owner: string): string => `
  (SELECT coalesce(string_agg(format('%s=%s', CASE grantee WHEN 0 THEN 'PUBLIC' WHEN ${owner} THEN 'owner' ELSE grantee::regrole::text END,
      privilege_type), ' ' ORDER BY grantee::regrole::text COLLATE "C", privilege_type), '')
   FROM aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))))`;

/** Each query returns lines that name their object. */
const PARTS = [
  `SELECT format('schema %I | %s | %s', nspname, ${grants('nspacl', 'n', 'nspowner')}, obj_description(oid, 'pg_namespace')) AS line
   FROM pg_namespace WHERE nspname IN ${SCHEMAS}`,
  `SELECT format('extension %I', extname) AS line FROM pg_extension`,
  `SELECT format('type %s %s | %s | %s', oid::regtype, typtype, (SELECT string_agg(enumlabel, ' ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid),
     obj_description(oid, 'pg_type')) AS line
   FROM pg_type t WHERE typnamespace::regnamespace::text IN ${SCHEMAS} AND typtype IN ('e', 'd')`,
  `SELECT format('relation %s %s%s %s | %s | %s | %s | %s', c.oid::regclass, relkind, relpersistence, relreplident, reloptions, pg_get_expr(relpartbound, c.oid),
     ${grants('relacl', 'r', 'relowner')}, obj_description(c.oid, 'pg_class')) AS line
   FROM pg_class c WHERE relnamespace::regnamespace::text IN ${SCHEMAS} AND relkind NOT IN ('i', 'I')`,
  `SELECT format('column %s %s %I %s %s %s | %s | %s%s %s %s | %s | %s | %s', c.oid::regclass, row_number() OVER (PARTITION BY c.oid ORDER BY attnum), attname,
     format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'not null' END, CASE WHEN attcollation <> 0 THEN attcollation::regcollation END,
     pg_get_expr(adbin, adrelid), attgenerated, attidentity, attstorage, attcompression, attstattarget,
     CASE WHEN attacl IS NULL THEN '' ELSE ${grants('attacl', 'c', 'relowner')} END, col_description(c.oid, attnum)) AS line
   FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
   WHERE relnamespace::regnamespace::text IN ${SCHEMAS} AND relkind NOT IN ('i', 'I', 'S') AND attnum > 0 AND NOT attisdropped`,
  `SELECT format('constraint %s %I %s %s | %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated, obj_description(oid, 'pg_constraint')) AS line
   FROM pg_constraint WHERE connamespace::regnamespace::text IN ${SCHEMAS} AND conrelid <> 0`,
  `SELECT format('index %s | %s | %s', pg_get_indexdef(c.oid), reloptions, obj_description(c.oid, 'pg_class')) AS line
   FROM pg_class c WHERE relnamespace::regnamespace::text IN ${SCHEMAS} AND relkind IN ('i', 'I')`,
  `SELECT format('sequence %s %s %s %s %s %s %s', c.oid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqcache, seqcycle) AS line
   FROM pg_sequence s JOIN pg_class c ON c.oid = seqrelid WHERE relnamespace::regnamespace::text IN ${SCHEMAS}`,
  `SELECT format('statistics %s', pg_get_statisticsobjdef(oid)) AS line FROM pg_statistic_ext WHERE stxnamespace::regnamespace::text IN ${SCHEMAS}`,
  `SELECT format('trigger %s %s | %s', pg_get_triggerdef(t.oid), tgenabled, obj_description(t.oid, 'pg_trigger')) AS line
   FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
   WHERE relnamespace::regnamespace::text IN ${SCHEMAS} AND NOT tgisinternal`,
  `SELECT format('function %s | %s | %s', pg_get_functiondef(p.oid), ${grants('proacl', 'f', 'proowner')}, obj_description(p.oid, 'pg_proc')) AS line
   FROM pg_proc p WHERE pronamespace::regnamespace::text IN ${SCHEMAS}
     AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')`,
  `SELECT format('view %s | %s', c.oid::regclass, pg_get_viewdef(c.oid)) AS line
   FROM pg_class c WHERE relnamespace::regnamespace::text IN ${SCHEMAS} AND relkind = 'v'`,
  `SELECT format('default privileges %s %s %s', defaclnamespace, defaclobjtype, ${grants('defaclacl', 'r', 'defaclrole')}) AS line FROM pg_default_acl`,
];

/** Partitions created for each month. */
const MONTH = /\b(staff_audit_event|notification_delivery)_\d{4}_\d{2}/;

/**
 * Everything that migrations and SQL sources create, as comparable lines: tables, columns, constraints, indexes, types,
 * grants, comments, triggers, functions and views.
 */
export async function readCatalogue(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const lines: string[] = [];
  for (const part of PARTS) {
    const { rows } = await client.query<{ line: string }>(part);
    lines.push(
      ...rows
        .map(({ line }) => line.trimEnd())
        .filter((line) => !MONTH.test(line))
        .sort(),
    );
  }
  return lines;
}
