import { afterAll, beforeAll, expect, it } from 'vitest';
import { readColumns } from './testing/personal-columns.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

/** Column names without customer data in any table. */
const BY_NAME: readonly RegExp[] = [
  // The staff member or machine client that acted.
  /_by$|(^|_)sub$/,
  // Staff's reasons: ledger and audit trail must explain themselves (decision 0128).
  /(^|_)reason$/,
  // Published texts.
  /_i18n$/,
  // Terms of the product or of a standard.
  /^(code|country_codes?|currency|locale|default_locale|language|kind|entity|entity_type|list_name|client_id)$|zone$/,
  // Hashes.
  /hash$|sha256$/,
];

/** Reason why a column holds no customer data, or why it is kept: table -> columns. */
const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'staff: what they sign in with, and who they are in the trail': {
    staff_user: 'display_name email last_roles preferred_language_key',
    staff_audit_event: 'actor_roles ip',
    second_factor_confirmation: 'sign_in_id',
    access_request: 'roles note',
    'identity.invitation': 'email roles preferred_language_key admin_url',
    'identity.person': 'email name roles preferred_language_key admin_url totp_secret',
    'identity.app_consent': 'scopes',
    'identity.passkey': 'credential_id name public_key',
    'identity.session_device': 'session_uid account_id user_agent address',
    'identity.ended_sign_in': 'jti sid',
    'identity.refused_sign_in': 'address',
    'identity.sign_in_throttle': 'subject',
    'identity.token': 'model id uid grant_id account_id payload',
    job: 'requested_roles',
    outbox_mail: 'recipient subject body',
  },
  'business partners: part of the contract with them': {
    store: 'sid name address_line city postal_code contact_email contact_phone opened_on',
    streamer: 'display_name channel_url',
  },
  'books: numbers of orders and requests, by which other systems settle': {
    coupon_redemption: 'order_ref idempotency_key',
    points_transfer: 'ref_id idempotency_key',
    giveaway_transaction: 'data idempotency_key',
    points_correction: 'receipt',
  },
  'ids, counters and words that the server makes': {
    approval_request: 'entity_id operation failure',
    campaign_daily: 'day',
    daily_metric: 'metric day',
    daily_metric_country: 'metric day',
    daily_metric_source: 'source',
    daily_metric_tail: 'source metric day',
    giveaway:
      'algorithm seed_commitment seed_encrypted seed_revealed pseudonym_salt entries_root proof_path image_path',
    giveaway_prize: 'image_url',
    giveaway_leaf_chunk: 'tickets root',
    badge: 'image_path',
    idempotency_key: 'key operation response request_id',
    import: 'file_key format reading settings',
    import_mapping: 'settings',
    import_problem: 'state',
    export_schedule: 'pause_code',
    job: 'request_id dedupe_key cursor outcomes error_code result_key',
    job_problem: 'record_id label',
    job_worker: 'id',
    mail: 'failure',
    live_operation: 'request_id',
    machine_refusal: 'day operation code_end',
    backup_proof: 'file outcome counts faults',
    ledger_verification: 'source progress',
    notification: 'wave_plan created_on',
    notification_delivery: 'created_on provider_message_id provider_code',
    points_wallet_proof: 'fault',
    staff_audit_event: 'request_id action entity_id changes',
    segment_day: 'day',
    server_process: 'version roles host',
    server_secret: 'name secret',
    time_zone: 'name',
    retired_server_secret: 'name secret',
    schema_migration: 'name',
    schema_range: 'oldest_version newest_version',
    schema_source: 'name checksum version',
    schema_step: 'name checksum version',
    'identity.secret_key': 'id sealed',
    'graphile_worker._private_job_queues': 'queue_name',
    'graphile_worker._private_jobs': 'payload last_error key flags',
    'graphile_worker._private_known_crontabs': 'identifier',
    'graphile_worker._private_tasks': 'identifier',
  },
  'content and settings that staff write for everybody': {
    app: 'name redirect_addresses post_logout_addresses origins scopes image_url',
    campaign: 'name description code_prefix',
    change: 'title description',
    change_list: 'title',
    config_entry: 'key value default_value unit allowed_values description',
    country: 'dial_code',
    giveaway: 'registration_new_york registration_florida',
    machine_client: 'countries name scopes stores',
    notification: 'image_url deep_link',
    persisted_document: 'document',
    published_language: 'name origin',
    registered_document: 'name document',
    release: 'number',
    staff_preference: 'key',
    translation_bundle: 'file_path content',
    translation_key: 'key source_value',
    translation_language: 'name',
    translation_message: 'key value source_value shipped_value base_value published_value problems',
    translation_missing: 'key',
    translation_publication: 'note',
  },
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const reasoned = Object.values(REASONS).flatMap((tables) =>
  Object.entries(tables).flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`)),
);

it('every column that could hold personal data is tagged in the database or listed here with a reason', async () => {
  const columns = await readColumns(database.ownerPool);
  const open = columns.filter(({ tag, column }) => tag === null && !BY_NAME.some((name) => name.test(column)));
  expect(open.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([...reasoned].sort());
});

it('a new column without either is detected', async () => {
  await database.ownerPool.query('alter table store add owner_birthday date, add owner text[], add nick text');
  await database.ownerPool.query(`comment on column store.nick is 'Nickname of its owner. {personal}'`);
  const added = (await readColumns(database.ownerPool)).filter(({ column }) => /^owner|^nick/.test(column));
  expect(added.filter(({ table }) => table === 'store')).toEqual([
    { table: 'store', column: 'owner_birthday', tag: null },
    { table: 'store', column: 'owner', tag: null },
    { table: 'store', column: 'nick', tag: 'personal' },
  ]);
});
