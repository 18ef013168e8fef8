import { REFERENCE_DATA } from '@backcounter/domain';
import { callerMay, type RequestContext } from '../graphql/request-context.ts';
import { isUuid } from '../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../listing/statements.ts';
import type { AuditEventRow, AuditRecord } from './audit-event.ts';

/** Records of kinds, each with its current name, and the record whose page shows it. */
const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(REFERENCE_DATA.map((kind) => [kind, named(kind.replace('-', '_'), 'name_i18n')])),
  account: named('account', `to_jsonb(coalesce(display_name, public_no::text))`),
  campaign: named('campaign', 'to_jsonb(name)'),
  'config-entry':
    'select key as id, to_jsonb(key) as name, null as "parentId" from config_entry where key = any($::text[])',
  country: 'select code::text as id, name_i18n as name, null as "parentId" from country where code = any($::text[])',
  // Coupons have no index by id alone. Everyone who may see one may see the end of its code.
  coupon: `select k.id::text as id, to_jsonb('…' || right(k.code, least(4, char_length(k.code) / 2))) as name, c.id::text as "parentId"
    from campaign c cross join lateral (select id, code from coupon where campaign_id = c.id and id = any($::uuid[]) offset 0) k`,
  giveaway: named('giveaway', 'title_i18n'),
  'machine-client': named('machine_client', 'to_jsonb(name)'),
  notification: named('notification', 'title_i18n'),
  redemption: `select r.id::text as id, to_jsonb('…' || right(k.code, least(4, char_length(k.code) / 2))) as name, r.campaign_id::text as "parentId"
    from coupon_redemption r join coupon k on k.campaign_id = r.campaign_id and k.id = r.coupon_id where r.id = any($::uuid[])`,
  release: named('release', 'to_jsonb(number)'),
  'saved-view': named('saved_view', 'to_jsonb(name)'),
  segment: named('segment', 'to_jsonb(name)'),
  store: named('store', 'to_jsonb(name)'),
  streamer: named('streamer', 'to_jsonb(display_name)'),
  translation: named('translation_message', 'to_jsonb(left(coalesce(value, source_value), 80))'),
  'translation-language': named('translation_language', 'to_jsonb(name)'),
  staff:
    'select sub as id, to_jsonb(display_name) as name, null as "parentId" from staff_user where sub = any($::text[])',
};
/** Kinds whose ids are not UUIDs. A refused request may have named anything as an id. */
const TEXT_IDS: ReadonlySet<string> = new Set(['config-entry', 'country', 'staff']);
/** Kinds without hidden rows, whose names everyone who sees a change may see. */
const OPEN_KINDS: readonly string[] = [...REFERENCE_DATA.filter((kind) => !TEXT_IDS.has(kind)), 'store', 'streamer'];

type Named = AuditRecord & { readonly name: NonNullable<AuditRecord['name']> };

function named(table: string, name: string): string {
  return `select id::text, ${name} as name, null as "parentId" from ${table} where id = any($::uuid[])`;
}

/** Whether records of the kind have names, and the text can be the id of one. */
export function canHaveName({ kind, id }: Pick<AuditRecord, 'kind' | 'id'>): boolean {
  return Object.hasOwn(NAMES, kind) && (TEXT_IDS.has(kind) || isUuid(id));
}

/** The existing ones of some records with their current names, in one statement; kinds without names are ignored. */
export async function namesOf(
  { sql, signal }: Pick<RequestContext, 'sql' | 'signal'>,
  records: readonly Pick<AuditRecord, 'kind' | 'id'>[],
): Promise<readonly Named[]> {
  const idsByKind = Map.groupBy(records.filter(canHaveName), ({ kind }) => kind);
  if (idsByKind.size === 0) return [];
  const selects = [...idsByKind.keys()].map(
    (kind, index) => `select '${kind}' as kind, n.* from (${NAMES[kind]?.replace('$', () => `$${index + 1}`)}) n`,
  );
  const ids = [...idsByKind.values()].map((some) => [...new Set(some.map(({ id }) => id))]);
  const options = { signal, timeoutMs: LIST_TIMEOUT_MS };
  return sql.rows<Named>(statementFor(selects.join(' union all '), false), ids, options);
}

/**
 * Adds to events the current names of their records, and of the records whose ids are in their changes, as far as the
 * caller may see them; in one statement.
 */
export async function addNames(
  context: RequestContext,
  events: readonly AuditEventRow[],
  wanted: { readonly records: boolean; readonly values: boolean },
): Promise<void> {
  const { caller } = context;
  const kinds = callerMay(caller, 'audit.read')
    ? Object.keys(NAMES).filter((kind) => kind !== 'coupon')
    : [...OPEN_KINDS, ...(callerMay(caller, 'account.read') ? ['account'] : [])];
  const values = wanted.values ? idsIn(events.map(({ changes }) => changes)) : [];
  const found = await namesOf(context, [
    ...(wanted.records ? events.flatMap(({ record }) => record ?? []) : []),
    ...values.flatMap((id) => kinds.map((kind) => ({ kind, id }))),
  ]);
  for (const event of events) {
    const { record } = event;
    const own = found.find(({ kind, id }) => kind === record?.kind && id === record.id);
    if (record !== null && own) event.record = own;
    if (!wanted.values) continue;
    for (const change of event.changes) {
      const ids = new Set(idsIn(change));
      change.names = found.filter(({ kind, id }) => ids.has(id) && kinds.includes(kind));
    }
  }
}

/** All UUIDs anywhere in a value. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return isUuid(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? [...new Set(Object.values(value).flatMap(idsIn))] : [];
}
