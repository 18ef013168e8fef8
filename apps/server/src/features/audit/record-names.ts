import { REFERENCE_DATA } from '@backcounter/domain';
import type { AuditEventRow, AuditRecord } from '../../audit/audit-event.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';

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

/** Adds the current names of records to events, with one statement per kind on the page. */
export async function addRecordNames(context: RequestContext, events: readonly AuditEventRow[]): Promise<void> {
  const idsByKind = new Map<string, Set<string>>();
  for (const { record } of events) {
    if (record === null || !Object.hasOwn(NAMES, record.kind)) continue;
    if (!TEXT_IDS.has(record.kind) && !isUuid(record.id)) continue;
    const ids = idsByKind.get(record.kind) ?? new Set<string>();
    idsByKind.set(record.kind, ids.add(record.id));
  }
  await Promise.all(
    [...idsByKind].map(async ([kind, ids]) => {
      const rows = await context.sql.rows<Named>(statementFor(NAMES[kind] ?? ''), [[...ids]], {
        signal: context.signal,
        timeoutMs: LIST_TIMEOUT_MS,
      });
      const names = new Map(rows.map(({ id, name }) => [id, name]));
      for (const event of events) {
        const { record } = event;
        if (record?.kind === kind) event.record = { ...record, name: names.get(record.id) ?? null };
      }
    }),
  );
}
