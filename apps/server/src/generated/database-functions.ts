// Generated from the migrated database by generate-types.ts; do not edit.

import type { Selectable } from 'kysely';
import type { AuditOutcome, CouponRedemption, DisclosureKind, GiveawayActor, GiveawayEntry, GiveawayEntryState, GiveawayState, GiveawayTransactionType, GiveawayWinner, NotificationState, PointsRefType, PointsTransferCode, TranslationPublicationAction, WalletOwnerType } from './database.types.ts';

/** A row as JSON: instants and bytes are texts. */
type JsonRow<Table> = { [Column in keyof Selectable<Table>]: JsonValue<Selectable<Table>[Column]> };
type JsonValue<Value> = Value extends Date | Buffer ? string : Value;

/**
 * Arguments and results of functions. Each may be null, because SQL doesn't say otherwise unless a function is STRICT.
 */
export interface DatabaseFunctions {
  advance_daily_metrics: {
    args: { of_source: string | null; batch: number | null; at_instant?: Date | string | null; settles_after?: string | null };
    result: boolean | null;
  };
  announce_giveaway: {
    args: { of_giveaway: string | null; by_sub: string | null };
    result: number | null;
  };
  append_giveaway_transaction: {
    args: { of_giveaway: string | null; of_type: GiveawayTransactionType | null; of_account?: string | null; of_entry?: string | null; with_tickets?: number | null; of_prize?: string | null; transfer?: string | null; with_points?: number | null; by_actor?: GiveawayActor | null; by_sub?: string | null; with_reason?: string | null; with_data?: object | null };
    result: number | null;
  };
  award_badge: {
    args: { awarded_badge: string | null; ids: readonly (string)[] | null; with_note: string | null; by_sub: string | null };
    result: { id: string | null; refusal: string | null; changes: unknown; award_id: string | null }[];
  };
  bind_dispatch_job: {
    args: { notification: string | null; job: string | null };
    result: undefined;
  };
  change_account_states: {
    args: { action: string | null; ids: readonly (string)[] | null; why: string | null; until_instant: Date | string | null; privacy_at: Date | string | null; by_sub: string | null };
    result: { id: string | null; refusal: string | null; changes: unknown }[];
  };
  change_account_topics: {
    args: { changed_topic: string | null; ids: readonly (string)[] | null; subscribes: boolean | null; by_sub: string | null };
    result: { id: string | null; refusal: string | null; changes: unknown }[];
  };
  change_campaign_states: {
    args: { action: string | null; ids: readonly (string)[] | null; why: string | null; by_sub: string | null };
    result: { id: string | null; refusal: string | null; changes: unknown }[];
  };
  change_coupon_states: {
    args: { action: string | null; campaign: string | null; ids: readonly (string)[] | null; why: string | null; by_sub: string | null };
    result: { id: string | null; refusal: string | null; changes: unknown }[];
  };
  change_giveaway_entries: {
    args: { items: object | null; by_client: string | null };
    result: { place: number | null; outcome: string | null; is_replayed: boolean | null; detail: unknown; changed: JsonRow<GiveawayEntry> | null }[];
  };
  change_notification_states: {
    args: { action: string | null; ids: readonly (string)[] | null; why: string | null; by_sub: string | null };
    result: { id: string | null; refusal: string | null; changes: unknown }[];
  };
  change_release_states: {
    args: { action: string | null; ids: readonly (string)[] | null; why: string | null; by_sub: string | null };
    result: { id: string | null; refusal: string | null; changes: unknown }[];
  };
  change_store_states: {
    args: { action: string | null; ids: readonly (string)[] | null; why: string | null; at: Date | string | null; by_sub: string | null };
    result: { id: string | null; refusal: string | null; changes: unknown }[];
  };
  check_coupon: {
    args: { with_code: string | null; for_account: string | null; at_store: string | null; with_order: number | null; with_currency: string | null; claims_first: boolean | null; by_client: string | null; from_address: string | null; is_member: boolean | null };
    result: { place: number | null; rule: string | null; passed: boolean | null; outcome: string | null; detail: unknown }[];
  };
  claim_deliveries: {
    args: { notification: string | null; max_rows: number | null; after_instant: Date | string | null; after_account: string | null };
    result: { claimed_at: Date | null; seen: number | null; last_instant: Date | null; last_account: string | null; targets: unknown };
  };
  claim_disclosure: {
    args: { by_sub: string | null; of_kind: DisclosureKind | null; wanted: number | null; per_hour: number | null; per_day: number | null; is_trial: boolean | null };
    result: { over_budget: string | null; retry_at: Date | null };
  };
  claim_giveaway_prize: {
    args: { of_giveaway: string | null; for_account: string | null; by_client: string | null };
    result: { outcome: string | null; is_replayed: boolean | null; won: JsonRow<GiveawayWinner> | null };
  };
  confirm_redemption: {
    args: { which: string | null; by_client: string | null };
    result: { outcome: string | null; is_replayed: boolean | null; detail: unknown; redeemed: JsonRow<CouponRedemption> | null };
  };
  drop_notification_partitions: {
    args: { before_day: string | null };
    result: number | null;
  };
  edit_accounts: {
    args: { fields: object | null; ids: readonly (string)[] | null; by_sub: string | null };
    result: { id: string | null; refusal: string | null; changes: unknown; personal_changes: unknown }[];
  };
  end_push_turn: {
    args: { notification: string | null };
    result: undefined;
  };
  ensure_audit_partitions: {
    args: { from_day?: string | null; months?: number | null };
    result: number | null;
  };
  ensure_notification_partitions: {
    args: { from_day?: string | null; months?: number | null };
    result: number | null;
  };
  erase_account: {
    args: { erased_id: string | null; by_sub: string | null; by_roles: readonly (string)[] | null; with_reason: string | null; in_request: string | null };
    result: string | null;
  };
  find_card: {
    args: { with_number: string | null; by_client: string | null; with_key: string | null };
    result: { outcome: string | null; account: string | null; retry_at: Date | null };
  };
  finish_deliveries: {
    args: { notification: string | null };
    result: boolean | null;
  };
  fold_campaign_days: {
    args: { most: number | null };
    result: number | null;
  };
  forfeit_giveaway_winner: {
    args: { of_giveaway: string | null; at_position: number | null; with_reason: string | null; by_actor: GiveawayActor | null; by_sub: string | null };
    result: { refusal: string | null; changed: JsonRow<GiveawayWinner> | null };
  };
  forget_personal_changes: {
    args: { forgotten_type: string | null; forgotten_id: string | null; by_sub: string | null; by_roles: readonly (string)[] | null; with_reason: string | null; in_request: string | null };
    result: number | null;
  };
  freeze_wallet: {
    args: { wallet: string | null; is_frozen: boolean | null };
    result: boolean | null;
  };
  fulfil_giveaway_winner: {
    args: { of_giveaway: string | null; at_position: number | null; with_note: string | null; by_sub: string | null };
    result: { refusal: string | null; changed: JsonRow<GiveawayWinner> | null };
  };
  giveaway_forfeit_unmet: {
    args: { prize: string | null; run: GiveawayState | null };
    result: string | null;
  };
  hold_giveaway_entries: {
    args: { of_giveaway: string | null };
    result: undefined;
  };
  issue_account_card: {
    args: { of_account: string | null; own_number: string | null };
    result: { number: string | null; former: string | null };
  };
  kept_notes: {
    args: { of_account: string | null };
    result: number | null;
  };
  know_deliveries: {
    args: { notification: string | null };
    result: undefined;
  };
  note_machine_refusals: {
    args: { items: object | null };
    result: undefined;
  };
  notification_end_waiting: {
    args: { notification: string | null; max_rows: number | null };
    result: number | null;
  };
  notification_set_state: {
    args: { notification: string | null; to_state: NotificationState | null; with_reason?: string | null };
    result: boolean | null;
  };
  notification_sweep_batch: {
    args: { max_rows: number | null };
    result: number | null;
  };
  open_wallet: {
    args: { owned_by: WalletOwnerType | null; owner: string | null; is_frozen: boolean | null };
    result: string | null;
  };
  points_balances_after: {
    args: { which: string | null };
    result: { from_balance: number | null; to_balance: number | null };
  };
  post_gathered_points_transfers: {
    args: { items: object | null; by_sub: string | null };
    result: { place: number | null; outcome: string | null; refusal: string | null; transfer: string | null }[];
  };
  post_points_transfer: {
    args: { debit: string | null; credit: string | null; points: number | null; with_code: PointsTransferCode | null; with_reason: string | null; claimed: Date | string | null; about: PointsRefType | null; about_id: string | null; reverses: string | null; with_key: string | null; by_sub: string | null };
    result: { outcome: string | null; refusal: string | null; transfer: string | null; debit_balance: number | null; credit_balance: number | null };
  };
  post_points_transfers: {
    args: { items: object | null; by_sub: string | null };
    result: { place: number | null; outcome: string | null; refusal: string | null; transfer: string | null }[];
  };
  prepare_deliveries: {
    args: { notification: string | null; after_account: string | null; page_size: number | null };
    result: { last_account: string | null; prepared: number | null };
  };
  publish_delivery_counts: {
    args: { notification: string | null };
    result: undefined;
  };
  raise_campaign_alerts: {
    args: { of_campaign: string | null };
    result: undefined;
  };
  reconcile_delivery_counts: {
    args: { notification: string | null };
    result: undefined;
  };
  record_audit: {
    args: { by_sub: string | null; by_name: string | null; by_email: string | null; by_roles: readonly (string)[] | null; request: string | null; what: string | null; about_type: string | null; about_id: string | null; came_out: AuditOutcome | null; why: string | null; changed: object | null; changed_personal: object | null };
    result: undefined;
  };
  record_delivery_receipts: {
    args: { receipts: object | null };
    result: { place: number | null; outcome: string | null }[];
  };
  record_giveaway_draw: {
    args: { of_giveaway: string | null; seed: Buffer | null; draw_key: Buffer | null; positions: object | null };
    result: undefined;
  };
  recount_daily_metrics: {
    args: { of_source: string | null; recent_days: number | null; history_days: number | null; every: string | null; at_instant?: Date | string | null };
    result: undefined;
  };
  refund_giveaway_page: {
    args: { of_giveaway: string | null; page: number | null };
    result: number | null;
  };
  release_deliveries: {
    args: { notification: string | null; max_rows: number | null };
    result: number | null;
  };
  release_lapsed_reservations: {
    args: { of_campaign: string | null; most: number | null; at_instant: Date | string | null };
    result: number | null;
  };
  release_redemption: {
    args: { which: string | null };
    result: { outcome: string | null; is_replayed: boolean | null; detail: unknown; redeemed: JsonRow<CouponRedemption> | null };
  };
  remember_actor: {
    args: { by_sub: string | null; by_name: string | null; by_email: string | null; by_roles: readonly (string)[] | null };
    result: undefined;
  };
  require_draft_release: {
    args: { of_release: string | null };
    result: undefined;
  };
  reserve_coupon: {
    args: { with_code: string | null; for_account: string | null; at_store: string | null; with_order: number | null; with_currency: string | null; with_order_ref: string | null; claims_first: boolean | null; confirms: boolean | null; with_key: string | null; with_hash: Buffer | null; by_client: string | null; from_address: string | null; is_member?: boolean | null };
    result: { outcome: string | null; is_replayed: boolean | null; detail: unknown; redeemed: JsonRow<CouponRedemption> | null };
  };
  reserve_live_session: {
    args: { new_id: string | null; of_sub: string | null; with_hash: Buffer | null; streams_max: number | null };
    result: boolean | null;
  };
  reverse_points_transfer: {
    args: { original: string | null; with_reason: string | null; with_key: string | null; by_sub: string | null };
    result: { outcome: string | null; refusal: string | null; transfer: string | null; debit_balance: number | null; credit_balance: number | null };
  };
  reverse_points_transfers: {
    args: { originals: readonly (string)[] | null; with_reason: string | null; by_sub: string | null };
    result: { place: number | null; outcome: string | null; refusal: string | null; transfer: string | null }[];
  };
  roll_back_redemption: {
    args: { which: string | null; with_reason: string | null; by_sub: string | null };
    result: { refusal: string | null; redeemed: JsonRow<CouponRedemption> | null };
  };
  set_giveaway_entry_state: {
    args: { of_giveaway: string | null; of_entry: string | null; to_state: GiveawayEntryState | null; with_reason: string | null; by_sub: string | null };
    result: { refusal: string | null; changed: JsonRow<GiveawayEntry> | null };
  };
  settle_deliveries: {
    args: { notification: string | null; claimed_at: Date | string | null; outcomes: object | null; dead_devices: object | null };
    result: boolean | null;
  };
  settle_giveaway: {
    args: { of_giveaway: string | null; with_reason: string | null; by_actor: GiveawayActor | null; by_sub: string | null };
    result: string | null;
  };
  settle_giveaway_escrow: {
    args: { of_giveaway: string | null };
    result: number | null;
  };
  take_push_tokens: {
    args: { notification: string | null; wanted: number | null; unused: number | null };
    result: { granted: number | null; wait_ms: number | null };
  };
  translation_publish: {
    args: { of_language: string | null; new_content: string | null; new_action: TranslationPublicationAction | null; actor: string | null; new_note: string | null; new_origin: string | null };
    result: string | null;
  };
  translation_withdraw: {
    args: { of_language: string | null; actor: string | null; new_note: string | null };
    result: string | null;
  };
  undo_account_changes: {
    args: { of_request: string | null; fields: object | null; ids: readonly (string)[] | null; is_forced: boolean | null; why: string | null; by_sub: string | null };
    result: { id: string | null; refusal: string | null; changes: unknown; personal_changes: unknown; action: string | null }[];
  };
  undo_awards: {
    args: { of_request: string | null; ids: readonly (string)[] | null; why: string | null; by_sub: string | null };
    result: { id: string | null; refusal: string | null; changes: unknown }[];
  };
  uuid_v7: {
    args: Record<string, never>;
    result: string | null;
  };
  void_coupons: {
    args: { campaign: string | null; ids: readonly (string)[] | null; why: string | null; by_sub: string | null; codes: readonly (string)[] | null };
    result: { id: string | null; refusal: string | null; changes: unknown }[];
  };
}

/** Argument types, kind of result and columns of each function. */
export const DATABASE_FUNCTIONS = {
  advance_daily_metrics: { args: { of_source: 'text', batch: 'int4', at_instant: 'timestamptz', settles_after: 'interval' }, returns: 'value' },
  announce_giveaway: { args: { of_giveaway: 'uuid', by_sub: 'text' }, returns: 'value' },
  append_giveaway_transaction: { args: { of_giveaway: 'uuid', of_type: 'giveaway_transaction_type', of_account: 'uuid', of_entry: 'uuid', with_tickets: 'int4', of_prize: 'uuid', transfer: 'uuid', with_points: 'int8', by_actor: 'giveaway_actor', by_sub: 'text', with_reason: 'text', with_data: 'jsonb' }, returns: 'value' },
  award_badge: { args: { awarded_badge: 'uuid', ids: 'uuid[]', with_note: 'text', by_sub: 'text' }, returns: 'rows', columns: 'id, refusal, changes, award_id' },
  bind_dispatch_job: { args: { notification: 'uuid', job: 'uuid' }, returns: 'void' },
  change_account_states: { args: { action: 'text', ids: 'uuid[]', why: 'text', until_instant: 'timestamptz', privacy_at: 'timestamptz', by_sub: 'text' }, returns: 'rows', columns: 'id, refusal, changes' },
  change_account_topics: { args: { changed_topic: 'uuid', ids: 'uuid[]', subscribes: 'bool', by_sub: 'text' }, returns: 'rows', columns: 'id, refusal, changes' },
  change_campaign_states: { args: { action: 'text', ids: 'uuid[]', why: 'text', by_sub: 'text' }, returns: 'rows', columns: 'id, refusal, changes' },
  change_coupon_states: { args: { action: 'text', campaign: 'uuid', ids: 'uuid[]', why: 'text', by_sub: 'text' }, returns: 'rows', columns: 'id, refusal, changes' },
  change_giveaway_entries: { args: { items: 'jsonb', by_client: 'text' }, returns: 'rows', columns: 'place, outcome, is_replayed, detail, case when not changed is null then to_jsonb(changed) end as changed' },
  change_notification_states: { args: { action: 'text', ids: 'uuid[]', why: 'text', by_sub: 'text' }, returns: 'rows', columns: 'id, refusal, changes' },
  change_release_states: { args: { action: 'text', ids: 'uuid[]', why: 'text', by_sub: 'text' }, returns: 'rows', columns: 'id, refusal, changes' },
  change_store_states: { args: { action: 'text', ids: 'uuid[]', why: 'text', at: 'timestamptz', by_sub: 'text' }, returns: 'rows', columns: 'id, refusal, changes' },
  check_coupon: { args: { with_code: 'text', for_account: 'uuid', at_store: 'uuid', with_order: 'int8', with_currency: 'text', claims_first: 'bool', by_client: 'text', from_address: 'text', is_member: 'bool' }, returns: 'rows', columns: 'place, rule, passed, outcome, detail' },
  claim_deliveries: { args: { notification: 'uuid', max_rows: 'int4', after_instant: 'timestamptz', after_account: 'uuid' }, returns: 'row', columns: 'claimed_at, seen, last_instant, last_account, targets' },
  claim_disclosure: { args: { by_sub: 'text', of_kind: 'disclosure_kind', wanted: 'int8', per_hour: 'int8', per_day: 'int8', is_trial: 'bool' }, returns: 'row', columns: 'over_budget, retry_at' },
  claim_giveaway_prize: { args: { of_giveaway: 'uuid', for_account: 'uuid', by_client: 'text' }, returns: 'row', columns: 'outcome, is_replayed, case when not won is null then to_jsonb(won) end as won' },
  confirm_redemption: { args: { which: 'uuid', by_client: 'text' }, returns: 'row', columns: 'outcome, is_replayed, detail, case when not redeemed is null then to_jsonb(redeemed) end as redeemed' },
  drop_notification_partitions: { args: { before_day: 'date' }, returns: 'value' },
  edit_accounts: { args: { fields: 'jsonb', ids: 'uuid[]', by_sub: 'text' }, returns: 'rows', columns: 'id, refusal, changes, personal_changes' },
  end_push_turn: { args: { notification: 'uuid' }, returns: 'void' },
  ensure_audit_partitions: { args: { from_day: 'date', months: 'int4' }, returns: 'value' },
  ensure_notification_partitions: { args: { from_day: 'date', months: 'int4' }, returns: 'value' },
  erase_account: { args: { erased_id: 'uuid', by_sub: 'text', by_roles: 'text[]', with_reason: 'text', in_request: 'text' }, returns: 'value' },
  find_card: { args: { with_number: 'text', by_client: 'text', with_key: 'text' }, returns: 'row', columns: 'outcome, account, retry_at' },
  finish_deliveries: { args: { notification: 'uuid' }, returns: 'value' },
  fold_campaign_days: { args: { most: 'int4' }, returns: 'value' },
  forfeit_giveaway_winner: { args: { of_giveaway: 'uuid', at_position: 'int4', with_reason: 'text', by_actor: 'giveaway_actor', by_sub: 'text' }, returns: 'row', columns: 'refusal, case when not changed is null then to_jsonb(changed) end as changed' },
  forget_personal_changes: { args: { forgotten_type: 'text', forgotten_id: 'text', by_sub: 'text', by_roles: 'text[]', with_reason: 'text', in_request: 'text' }, returns: 'value' },
  freeze_wallet: { args: { wallet: 'uuid', is_frozen: 'bool' }, returns: 'value' },
  fulfil_giveaway_winner: { args: { of_giveaway: 'uuid', at_position: 'int4', with_note: 'text', by_sub: 'text' }, returns: 'row', columns: 'refusal, case when not changed is null then to_jsonb(changed) end as changed' },
  giveaway_forfeit_unmet: { args: { prize: 'uuid', run: 'giveaway_state' }, returns: 'value' },
  hold_giveaway_entries: { args: { of_giveaway: 'uuid' }, returns: 'void' },
  issue_account_card: { args: { of_account: 'uuid', own_number: 'text' }, returns: 'row', columns: 'number, former' },
  kept_notes: { args: { of_account: 'uuid' }, returns: 'value' },
  know_deliveries: { args: { notification: 'uuid' }, returns: 'void' },
  note_machine_refusals: { args: { items: 'jsonb' }, returns: 'void' },
  notification_end_waiting: { args: { notification: 'uuid', max_rows: 'int4' }, returns: 'value' },
  notification_set_state: { args: { notification: 'uuid', to_state: 'notification_state', with_reason: 'text' }, returns: 'value' },
  notification_sweep_batch: { args: { max_rows: 'int4' }, returns: 'value' },
  open_wallet: { args: { owned_by: 'wallet_owner_type', owner: 'uuid', is_frozen: 'bool' }, returns: 'value' },
  points_balances_after: { args: { which: 'uuid' }, returns: 'row', columns: 'from_balance, to_balance' },
  post_gathered_points_transfers: { args: { items: 'jsonb', by_sub: 'text' }, returns: 'rows', columns: 'place, outcome, refusal, transfer' },
  post_points_transfer: { args: { debit: 'uuid', credit: 'uuid', points: 'int8', with_code: 'points_transfer_code', with_reason: 'text', claimed: 'timestamptz', about: 'points_ref_type', about_id: 'text', reverses: 'uuid', with_key: 'text', by_sub: 'text' }, returns: 'row', columns: 'outcome, refusal, transfer, debit_balance, credit_balance' },
  post_points_transfers: { args: { items: 'jsonb', by_sub: 'text' }, returns: 'rows', columns: 'place, outcome, refusal, transfer' },
  prepare_deliveries: { args: { notification: 'uuid', after_account: 'uuid', page_size: 'int4' }, returns: 'row', columns: 'last_account, prepared' },
  publish_delivery_counts: { args: { notification: 'uuid' }, returns: 'void' },
  raise_campaign_alerts: { args: { of_campaign: 'uuid' }, returns: 'void' },
  reconcile_delivery_counts: { args: { notification: 'uuid' }, returns: 'void' },
  record_audit: { args: { by_sub: 'text', by_name: 'text', by_email: 'text', by_roles: 'text[]', request: 'text', what: 'text', about_type: 'text', about_id: 'text', came_out: 'audit_outcome', why: 'text', changed: 'jsonb', changed_personal: 'jsonb' }, returns: 'void' },
  record_delivery_receipts: { args: { receipts: 'json' }, returns: 'rows', columns: 'place, outcome' },
  record_giveaway_draw: { args: { of_giveaway: 'uuid', seed: 'bytea', draw_key: 'bytea', positions: 'jsonb' }, returns: 'void' },
  recount_daily_metrics: { args: { of_source: 'text', recent_days: 'int4', history_days: 'int4', every: 'interval', at_instant: 'timestamptz' }, returns: 'void' },
  refund_giveaway_page: { args: { of_giveaway: 'uuid', page: 'int4' }, returns: 'value' },
  release_deliveries: { args: { notification: 'uuid', max_rows: 'int4' }, returns: 'value' },
  release_lapsed_reservations: { args: { of_campaign: 'uuid', most: 'int4', at_instant: 'timestamptz' }, returns: 'value' },
  release_redemption: { args: { which: 'uuid' }, returns: 'row', columns: 'outcome, is_replayed, detail, case when not redeemed is null then to_jsonb(redeemed) end as redeemed' },
  remember_actor: { args: { by_sub: 'text', by_name: 'text', by_email: 'text', by_roles: 'text[]' }, returns: 'void' },
  require_draft_release: { args: { of_release: 'uuid' }, returns: 'void' },
  reserve_coupon: { args: { with_code: 'text', for_account: 'uuid', at_store: 'uuid', with_order: 'int8', with_currency: 'text', with_order_ref: 'text', claims_first: 'bool', confirms: 'bool', with_key: 'text', with_hash: 'bytea', by_client: 'text', from_address: 'text', is_member: 'bool' }, returns: 'row', columns: 'outcome, is_replayed, detail, case when not redeemed is null then to_jsonb(redeemed) end as redeemed' },
  reserve_live_session: { args: { new_id: 'uuid', of_sub: 'text', with_hash: 'bytea', streams_max: 'int4' }, returns: 'value' },
  reverse_points_transfer: { args: { original: 'uuid', with_reason: 'text', with_key: 'text', by_sub: 'text' }, returns: 'row', columns: 'outcome, refusal, transfer, debit_balance, credit_balance' },
  reverse_points_transfers: { args: { originals: 'uuid[]', with_reason: 'text', by_sub: 'text' }, returns: 'rows', columns: 'place, outcome, refusal, transfer' },
  roll_back_redemption: { args: { which: 'uuid', with_reason: 'text', by_sub: 'text' }, returns: 'row', columns: 'refusal, case when not redeemed is null then to_jsonb(redeemed) end as redeemed' },
  set_giveaway_entry_state: { args: { of_giveaway: 'uuid', of_entry: 'uuid', to_state: 'giveaway_entry_state', with_reason: 'text', by_sub: 'text' }, returns: 'row', columns: 'refusal, case when not changed is null then to_jsonb(changed) end as changed' },
  settle_deliveries: { args: { notification: 'uuid', claimed_at: 'timestamptz', outcomes: 'json', dead_devices: 'json' }, returns: 'value' },
  settle_giveaway: { args: { of_giveaway: 'uuid', with_reason: 'text', by_actor: 'giveaway_actor', by_sub: 'text' }, returns: 'value' },
  settle_giveaway_escrow: { args: { of_giveaway: 'uuid' }, returns: 'value' },
  take_push_tokens: { args: { notification: 'uuid', wanted: 'int4', unused: 'int4' }, returns: 'row', columns: 'granted, wait_ms' },
  translation_publish: { args: { of_language: 'uuid', new_content: 'text', new_action: 'translation_publication_action', actor: 'text', new_note: 'text', new_origin: 'text' }, returns: 'value' },
  translation_withdraw: { args: { of_language: 'uuid', actor: 'text', new_note: 'text' }, returns: 'value' },
  undo_account_changes: { args: { of_request: 'text', fields: 'jsonb', ids: 'uuid[]', is_forced: 'bool', why: 'text', by_sub: 'text' }, returns: 'rows', columns: 'id, refusal, changes, personal_changes, action' },
  undo_awards: { args: { of_request: 'text', ids: 'uuid[]', why: 'text', by_sub: 'text' }, returns: 'rows', columns: 'id, refusal, changes' },
  uuid_v7: { args: {  }, returns: 'value' },
  void_coupons: { args: { campaign: 'uuid', ids: 'uuid[]', why: 'text', by_sub: 'text', codes: 'text[]' }, returns: 'rows', columns: 'id, refusal, changes' },
} as const;
