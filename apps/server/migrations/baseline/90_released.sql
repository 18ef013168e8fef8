-- The migrations of version 0.1.0, which this folder replaces: version 0.1.0 compares them with its own (decision 0134).
INSERT INTO schema_migration (name, run_on) SELECT name, now() FROM unnest(ARRAY[
  '0001_foundation', '0002_country_area', '0003_account', '0004_audit_idempotency_staff', '0010_identity', '0020_persisted_document',
  '0021_staff_preference', '0022_server_secret', '0030_release', '0040_translation', '0050_files', '0070_ended_sign_in',
  '0071_account_last_seen', '0080_job', '0090_config_entry', '0091_topic', '0092_badge', '0100_saved_view', '0110_audit_search',
  '0120_account_created_notice', '0131_job_created_notice', '0150_import', '0151_audit_request_index', '0160_store', '0161_store_wallet',
  '0170_points_ledger', '0171_points_posting', '0172_account_wallet', '0173_ledger_verification', '0174_account_wallet_again',
  '0180_machine_client', '0181_machine_client_scopes', '0190_account_device', '0191_account_note', '0192_account_badge_count',
  '0193_account_erasure', '0194_name_fragment_pending', '0195_badge_rule_progress', '0200_campaign', '0201_coupon', '0202_coupon_stays',
  '0205_record_audit', '0206_quick_transfers', '0207_saved_view_team_default', '0210_coupon_order', '0211_coupon_window',
  '0220_campaign_wallet_code', '0221_campaign_wallet', '0222_redemption_tables', '0223_redemption_check', '0224_redemption_counters',
  '0225_redemption', '0226_redemption_upkeep', '0227_redemption_of_closed_accounts', '0228_redemption_rules', '0229_quick_redemption',
  '0230_notification', '0231_notification_audience', '0232_notification_states', '0240_notification_dispatch',
  '0241_notification_delivering', '0250_giveaway', '0251_giveaway_rules', '0252_giveaway_entries', '0253_giveaway_steps',
  '0255_giveaway_badges', '0260_giveaway_draw', '0275_campaign_announcement', '0276_streamer_figures', '0280_daily_metric',
  '0281_metric_sources', '0282_account_count_by_place', '0285_attention', '0287_release_desk', '0290_translation',
  '0291_preferred_language', '0300_color_setting', '0301_provider_theme', '0310_sign_in_limits', '0320_staff_disclosure',
  '0330_idempotency_records', '0340_personal_columns'
]) WITH ORDINALITY AS released (name, place) ORDER BY place;
