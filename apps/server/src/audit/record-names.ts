import { REFERENCE_DATA } from '@backcounter/domain';
import type { RequestContext } from '../graphql/request-context.ts';
import { isUuid } from '../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../listing/statements.ts';
import type { AuditRecord } from './audit-event.ts';

/** SQL that selects id and current name of the records of a kind; `$1` is the list of ids. */
const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    REFERENCE_DATA.map((kind) => [
      kind,
      `select id::text, name_i18n as name from ${kind.replace('-', '_')} where id = any($1::uuid[])`,
    ]),
  ),
  account: `select id::text, coalesce(display_name, public_no::text) as name from account where id = any($1::uuid[])`,
  campaign: 'select id::text, name from campaign where id = any($1::uuid[])',
  'config-entry': 'select key as id, key as name from config_entry where key = any($1::text[])',
  country: 'select code::text as id, name_i18n as name from country where code = any($1::text[])',
  giveaway: 'select id::text, title_i18n as name from giveaway where id = any($1::uuid[])',
  'machine-client': 'select id::text, name from machine_client where id = any($1::uuid[])',
  notification: 'select id::text, title_i18n as name from notification where id = any($1::uuid[])',
  release: 'select id::text, number as name from release where id = any($1::uuid[])',
  'saved-view': 'select id::text, name from saved_view where id = any($1::uuid[])',
  segment: 'select id::text, name from segment where id = any($1::uuid[])',
  store: 'select id::text, name from store where id = any($1::uuid[])',
  streamer: 'select id::text, display_name as name from streamer where id = any($1::uuid[])',
  translation: `select id::text, locale || ' ' || key as name from translation_message where id = any($1::uuid[])`,
  'translation-language': 'select id::text, name from translation_language where id = any($1::uuid[])',
  staff: 'select sub as id, display_name as name from staff_user where sub = any($1::text[])',
};
/** Kinds whose ids are not UUIDs. A refused request may have named anything as an id. */
const TEXT_IDS: ReadonlySet<string> = new Set(['config-entry', 'country', 'staff']);

interface Named {
  readonly id: string;
  readonly name: AuditRecord['name'];
}

/** Whether records of the kind have names, and the text can be the id of one. */
export function canHaveName({ kind, id }: Pick<AuditRecord, 'kind' | 'id'>): boolean {
  return Object.hasOwn(NAMES, kind) && (TEXT_IDS.has(kind) || isUuid(id));
}

/** The current names of existing records of a kind, by id. */
export async function namesOf(
  { sql, signal }: Pick<RequestContext, 'sql' | 'signal'>,
  kind: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AuditRecord['name']>> {
  const options = { signal, timeoutMs: LIST_TIMEOUT_MS };
  const rows = await sql.rows<Named>(statementFor(NAMES[kind] ?? ''), [ids], options);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
