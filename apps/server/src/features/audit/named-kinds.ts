import { REFERENCE_DATA } from '@backcounter/domain';
import type { NamedKind } from '../../audit/record-names.ts';

const STAFF = textual(
  'select sub as id, to_jsonb(display_name) as name, null as "parentId" from staff_user where sub = any($::text[])',
);

/** Kinds of records with names in the trail, in references and in the list of recent records. */
export const NAMED_KINDS: Readonly<Record<string, NamedKind>> = {
  ...Object.fromEntries(
    REFERENCE_DATA.map((kind) => [kind, named(kind.replace('-', '_'), 'name_i18n', { inChanges: 'everyone' })]),
  ),
  account: named('account', 'to_jsonb(coalesce(display_name, public_no::text))', { inChanges: 'account.read' }),
  // The id of a rule is its action.
  approval: textual(
    'select id::text as id, to_jsonb(code) as name, null as "parentId" from approval_request where id::text = any($::text[])',
  ),
  campaign: named('campaign', 'to_jsonb(name)'),
  'config-entry': textual(
    'select key as id, to_jsonb(key) as name, null as "parentId" from config_entry where key = any($::text[])',
  ),
  country: textual(
    'select code::text as id, name_i18n as name, null as "parentId" from country where code = any($::text[])',
  ),
  // Coupons have no index by id alone. Everyone who may see one may see the end of its code.
  coupon: {
    sql: `select k.id::text as id, to_jsonb('…' || right(k.code, least(4, char_length(k.code) / 2))) as name, c.id::text as "parentId"
    from campaign c cross join lateral (select id, code from coupon where campaign_id = c.id and id = any($::uuid[]) offset 0) k`,
    inChanges: 'no-one',
  },
  'export-schedule': named('export_schedule', 'to_jsonb(name)'),
  giveaway: named('giveaway', 'title_i18n'),
  app: named('app', 'to_jsonb(name)'),
  'machine-client': named('machine_client', 'to_jsonb(name)'),
  notification: named('notification', 'title_i18n'),
  redemption: {
    sql: `select r.id::text as id, to_jsonb('…' || right(k.code, least(4, char_length(k.code) / 2))) as name, r.campaign_id::text as "parentId"
    from coupon_redemption r join coupon k on k.campaign_id = r.campaign_id and k.id = r.coupon_id where r.id = any($::uuid[])`,
  },
  release: named('release', 'to_jsonb(number)'),
  'saved-view': named('saved_view', 'to_jsonb(name)'),
  segment: named('segment', 'to_jsonb(name)'),
  staff: STAFF,
  'staff-member': STAFF,
  store: named('store', 'to_jsonb(name)', { inChanges: 'everyone' }),
  streamer: named('streamer', 'to_jsonb(display_name)', { inChanges: 'everyone' }),
  translation: named('translation_message', 'to_jsonb(left(coalesce(value, source_value), 80))'),
  'translation-language': named('translation_language', 'to_jsonb(name)'),
};

function named(table: string, name: string, rule: Pick<NamedKind, 'inChanges'> = {}): NamedKind {
  return {
    sql: `select id::text, ${name} as name, null as "parentId" from ${table} where id = any($::uuid[])`,
    ...rule,
  };
}

function textual(sql: string): NamedKind {
  return { sql, hasTextIds: true };
}
