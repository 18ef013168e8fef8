import { NOTIFICATION_SEND_MODES, NOTIFICATION_STATES, notificationRecord } from '@backcounter/domain';
import { listColumns, storedFields } from '../../crud/record-fields.ts';
import { SEGMENT_REF } from '../../crud/segment-field.graphql.ts';
import type { ExportColumn, NamedList } from '../../listing/list-definition.ts';
import { filterBy, searchById, sortBy } from '../../listing/list-parts.ts';
import { likeLiteral } from '../../listing/list-search.ts';

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

/** Notifications, newest first. */
export const notificationList: NamedList = {
  name: 'notification',
  readPermission: 'notification.read',
  from: 'notification r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns: {
    id: 'r.id::text',
    topic: TOPIC,
    ...listColumns(NOTIFICATION_FIELDS, 'r'),
    countryCodes: 'r.country_codes::text[]',
    areaIds: 'r.area_ids::text[]',
    areas: AREAS,
    badge: BADGE,
    segment: SEGMENT_REF,
    sendLocal: `to_char(r.send_local, 'YYYY-MM-DD"T"HH24:MI')`,
    state: 'r.state::text',
    stateReason: 'r.state_reason',
    stateChangedAt: 'r.state_changed_at',
    stateChangedBySub: 'r.state_changed_by',
    stateChangedByName: nameOf('state_changed_by'),
    scheduledAt: 'r.scheduled_at',
    startsAt: 'r.starts_at',
    preparedAt: 'r.prepared_at',
    startedAt: 'r.started_at',
    completedAt: 'r.completed_at',
    audienceEstimate: 'r.audience_estimate',
    audienceEstimatedAt: 'r.audience_estimated_at',
    audienceIsExact: 'r.audience_is_exact',
    wavePlan: 'r.wave_plan',
    recipients: 'r.recipients',
    sent: 'r.sent',
    received: 'r.received',
    opened: 'r.opened',
    failed: `r.failed + case r.state when 'FAILED' then ${LEFT} else 0 end`,
    skipped: 'r.skipped',
    deferred: `case when r.state in ('CANCELED', 'FAILED') then 0 else r.deferred end`,
    canceled: `r.canceled + case r.state when 'CANCELED' then ${LEFT} else 0 end`,
    pending: `case when r.state in ('CANCELED', 'FAILED') then 0 else ${LEFT} end`,
    reasons: REASONS,
    missingLocales: MISSING_LOCALES,
    isTested: IS_TESTED,
    testSends: TEST_SENDS,
    resendOfId: 'r.resend_of::text',
    resendOf: `(select o.reference from (${reference('o.id = r.resend_of')}) o)`,
    resentBy: `(select coalesce(jsonb_agg(o.reference order by o.id), '[]') from (${reference(`o.resend_of = r.id and o.state <> 'CANCELED'`)}) o)`,
    isUndoable: `r.state = 'SCHEDULED' and notification_is_undoable(r.send_mode, r.starts_at, clock_timestamp())`,
    createdAt: 'r.created_at',
    createdBySub: 'r.created_by',
    createdByName: nameOf('created_by'),
    updatedAt: 'r.updated_at',
    updatedBySub: 'r.updated_by',
    updatedByName: nameOf('updated_by'),
    version: 'r.version',
  },
  needs: {
    title: ['titleI18n'],
    body: ['bodyI18n'],
    stateChangedBy: ['stateChangedBySub', 'stateChangedByName'],
    createdBy: ['createdBySub', 'createdByName'],
    updatedBy: ['updatedBySub', 'updatedByName'],
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
