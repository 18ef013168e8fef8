import {
  type DeliveryReason,
  type DeliveryState,
  type LocalizedText,
  NOTIFICATION_SEND_MODES,
  NOTIFICATION_STATES,
  type NotificationState,
  notificationRecord,
  type TOPIC_KINDS,
} from '@backcounter/domain';
import { listColumns, type StoredValues, storedFields } from '../../crud/record-fields.ts';
import { column, type ExportColumn, type NamedList, type RowOf } from '../../listing/list-definition.ts';
import { filterBy, searchById, sortBy, staffColumns, stampColumns } from '../../listing/list-parts.ts';
import { likeLiteral } from '../../listing/list-search.ts';
import { SEGMENT_REF, type SegmentRef } from '../../references/segment-field.graphql.ts';
import type { Wave } from './audience/wave-preview.ts';

/** The editable fields with their columns. */
export const NOTIFICATION_FIELDS = storedFields(notificationRecord);

const TOPIC = `(select jsonb_build_object('id', t.id, 'code', t.code, 'kind', t.kind, 'nameI18n', t.name_i18n,
    'isArchived', t.archived_at is not null, 'subscribers', t.subscriber_count) from topic t where t.id = r.topic_id)`;
const AREAS = `(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'code', g.code, 'countryCode', g.country_code, 'nameI18n', g.name_i18n)
    order by g.country_code, g.code), '[]') from area g where g.id = any(r.area_ids))`;
const BADGE = `(select jsonb_build_object('id', b.id, 'code', b.code, 'nameI18n', b.name_i18n) from badge b where b.id = r.badge_id)`;
const IS_TESTED = `exists (select from notification_test_send x
    where x.notification_id = r.id and x.content_hash = r.content_hash and x.devices_ok > 0)`;
const MISSING_LOCALES = `array(select distinct l.language || '-' || l.country_code from published_language l
    where l.language ~ '^[a-z]{2}$' and not (r.title_i18n ? (l.language || '-' || l.country_code)
      and r.body_i18n ? (l.language || '-' || l.country_code)) order by 1)`;
const TEST_SENDS = `(select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'at', x.sent_at, 'bySub', x.sent_by, 'byName', u.display_name,
      'locale', x.locale, 'devices', x.devices_ok, 'detail', x.detail, 'isCurrent', x.content_hash = r.content_hash,
      'account', jsonb_build_object('id', a.id, 'publicNo', a.public_no, 'displayName', a.display_name)) order by x.id desc), '[]')
    from (select * from notification_test_send y where y.notification_id = r.id order by y.id desc limit 20) x
    join account a on a.id = x.account_id left join staff_user u on u.sub = x.sent_by)`;
const REASONS = `(select coalesce(jsonb_agg(jsonb_build_object('state', c.state, 'reason', c.reason, 'count', c.deliveries)
      order by c.state, c.deliveries desc, c.reason), '[]')
    from notification_reason_count c where c.notification_id = r.id and c.deliveries > 0)`;
const reference = (condition: string): string =>
  `select jsonb_build_object('id', o.id, 'titleI18n', o.title_i18n, 'state', o.state) as reference, o.id from notification o where ${condition}`;
const nameOf = (column: string): string => `(select u.display_name from staff_user u where u.sub = r.${column})`;
/** Deliveries of an early end that the counters lack until all rows are updated. */
const LEFT = 'greatest(0, r.recipients - r.sent - r.failed - r.skipped - r.canceled)';

/** An area, a badge or the like that a notification names. */
export interface Named {
  readonly id: string;
  readonly code: string;
  readonly nameI18n: LocalizedText;
}

/** The topic of a notification. */
export interface NotificationTopic extends Named {
  readonly kind: (typeof TOPIC_KINDS)[number];
  readonly isArchived: boolean;
  readonly subscribers: number;
}

/** Another notification. */
export interface NotificationReference {
  readonly id: string;
  readonly titleI18n: LocalizedText;
  readonly state: NotificationState;
}

/** Number of deliveries with a state and reason. */
export interface ReasonCount {
  readonly state: DeliveryState;
  readonly reason: DeliveryReason;
  readonly count: number;
}

/** A test of a notification. */
export interface TestSend {
  readonly id: string;
  readonly at: string;
  readonly bySub: string;
  readonly byName: string | null;
  readonly account: { readonly id: string; readonly publicNo: number; readonly displayName: string | null };
  readonly locale: string;
  readonly devices: number;
  readonly detail: string | null;
  readonly isCurrent: boolean;
}

const OWN = {
  id: column<string>('r.id::text'),
  topic: column<NotificationTopic>(TOPIC),
  countryCodes: column<readonly string[]>('r.country_codes::text[]'),
  areaIds: column<readonly string[]>('r.area_ids::text[]'),
  areas: column<readonly (Named & { readonly countryCode: string })[]>(AREAS),
  badge: column<Named | null>(BADGE),
  segment: column<SegmentRef | null>(SEGMENT_REF),
  sendLocal: `to_char(r.send_local, 'YYYY-MM-DD"T"HH24:MI')`,
  state: column<NotificationState>('r.state::text'),
  stateReason: column<string | null>('r.state_reason'),
  stateChangedAt: column<string>('r.state_changed_at'),
  ...staffColumns('stateChangedBy', 'r.state_changed_by'),
  scheduledAt: column<string | null>('r.scheduled_at'),
  startsAt: column<string | null>('r.starts_at'),
  preparedAt: column<string | null>('r.prepared_at'),
  startedAt: column<string | null>('r.started_at'),
  completedAt: column<string | null>('r.completed_at'),
  audienceEstimate: column<number | null>('r.audience_estimate'),
  audienceEstimatedAt: column<string | null>('r.audience_estimated_at'),
  audienceIsExact: column<boolean | null>('r.audience_is_exact'),
  wavePlan: column<readonly Wave[]>('r.wave_plan'),
  recipients: column<number>('r.recipients'),
  sent: column<number>('r.sent'),
  received: column<number>('r.received'),
  opened: column<number>('r.opened'),
  failed: column<number>(`r.failed + case r.state when 'FAILED' then ${LEFT} else 0 end`),
  skipped: column<number>('r.skipped'),
  deferred: column<number>(`case when r.state in ('CANCELED', 'FAILED') then 0 else r.deferred end`),
  canceled: column<number>(`r.canceled + case r.state when 'CANCELED' then ${LEFT} else 0 end`),
  pending: column<number>(`case when r.state in ('CANCELED', 'FAILED') then 0 else ${LEFT} end`),
  reasons: column<readonly ReasonCount[]>(REASONS),
  missingLocales: column<readonly string[]>(MISSING_LOCALES),
  isTested: column<boolean>(IS_TESTED),
  testSends: column<readonly TestSend[]>(TEST_SENDS),
  resendOfId: column<string | null>('r.resend_of::text'),
  resendOf: column<NotificationReference | null>(`(select o.reference from (${reference('o.id = r.resend_of')}) o)`),
  resentBy: column<readonly NotificationReference[]>(
    `(select coalesce(jsonb_agg(o.reference order by o.id), '[]') from (${reference(`o.resend_of = r.id and o.state <> 'CANCELED'`)}) o)`,
  ),
  isUndoable: column<boolean>(
    `r.state = 'SCHEDULED' and notification_is_undoable(r.send_mode, r.starts_at, clock_timestamp())`,
  ),
  ...stampColumns,
  ...staffColumns('createdBy', 'r.created_by'),
};
/** Selected fields of a notification, named as the columns of its list. */
export type NotificationRow = StoredValues<typeof notificationRecord> & RowOf<typeof OWN>;

/** Notifications, newest first. */
export const notificationList: NamedList = {
  name: 'notification',
  readPermission: 'notification.read',
  from: 'notification r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns: { ...listColumns(NOTIFICATION_FIELDS, 'r'), ...OWN },
  needs: {
    figures: ['recipients', 'sent', 'received', 'opened', 'failed', 'skipped', 'deferred', 'canceled', 'pending'],
    history: ['id'],
    openFields: ['state', 'resendOfId'],
    actions: [
      'state',
      'topic',
      'isTested',
      'isUndoable',
      'failed',
      'resentBy',
      'ignoreQuietHours',
      'ignoreFrequencyCap',
    ],
  },
  joins: {},
  sorts: {
    CREATED: sortBy.instant('r.created_at', 'createdAt'),
    UPDATED: sortBy.instant('r.updated_at', 'updatedAt'),
    SCHEDULED: sortBy.instant('r.starts_sort', null),
    TITLE: sortBy.text('r.title_sort', null),
    RECIPIENTS: sortBy.number('r.recipients', 'recipients'),
  },
  defaultSort: 'CREATED',
  filters: {
    state: filterBy.enum('r.state', NOTIFICATION_STATES, 'By state.', { cast: 'notification_state' }),
    sendMode: filterBy.enum('r.send_mode', NOTIFICATION_SEND_MODES, 'By when they are sent.', {
      cast: 'notification_send_mode',
    }),
    topic: filterBy.id('r.topic_id', 'Of one of these topics.'),
    segment: filterBy.id('r.segment_id', 'Narrowed to one of these segments.'),
    author: filterBy.text('r.created_by', 'Created by one of these members of staff, given by subject.'),
    country: filterBy.code('c.code', 'Narrowed to one of these countries.', {
      related: 'unnest(r.country_codes) as c(code) where true',
    }),
    scheduled: filterBy.instant('r.starts_at', 'By `startsAt`.'),
    created: filterBy.instant('r.created_at', 'By `createdAt`.'),
    recipients: filterBy.number('r.recipients', 'By the number of recipients.'),
  },
  searches: () => ['ID', 'TEXT'],
  planSearch: (text) =>
    searchById(text, 'r.id') ?? [
      {
        mode: 'TEXT',
        isFragment: true,
        condition: (values) => `r.title_key like lower(${values.add(`%${likeLiteral(text)}%`)})`,
      },
    ],
  roleClass: () => 'all',
  exported: { createdSql: 'r.created_at', columns: exportColumns() },
  totalSql: null,
};

function exportColumns(): Record<string, ExportColumn> {
  return {
    title: { sql: 'r.title_i18n', isByLocale: true },
    body: { sql: 'r.body_i18n', isByLocale: true },
    topic: { sql: '(select t.code from topic t where t.id = r.topic_id)' },
    state: { sql: 'r.state' },
    stateReason: { sql: 'r.state_reason' },
    sendMode: { sql: 'r.send_mode' },
    startsAt: { sql: 'r.starts_at' },
    startedAt: { sql: 'r.started_at' },
    completedAt: { sql: 'r.completed_at' },
    audienceEstimate: { sql: 'r.audience_estimate' },
    recipients: { sql: 'r.recipients' },
    sent: { sql: 'r.sent' },
    received: { sql: 'r.received' },
    opened: { sql: 'r.opened' },
    failed: { sql: 'r.failed' },
    skipped: { sql: 'r.skipped' },
    canceled: { sql: 'r.canceled' },
    author: { sql: `coalesce(${nameOf('created_by')}, r.created_by)` },
    createdAt: { sql: 'r.created_at' },
    updatedAt: { sql: 'r.updated_at' },
    id: { sql: 'r.id' },
  };
}
